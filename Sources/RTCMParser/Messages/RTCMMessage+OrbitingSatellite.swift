extension RTCMMessage {
  /// The satellite whose orbit the message holds; `nil` for messages without an orbit, for SBAS and NavIC,
  /// and for GPS IDs above 32.
  package var orbitingSatellite: SatelliteID? {
    switch self {
    case .gpsEphemeris(let orbit):
      orbit.satelliteID <= 32 ? SatelliteID(.gps, Int(orbit.satelliteID)) : nil
    case .glonassEphemeris(let orbit): SatelliteID(.glonass, Int(orbit.satelliteID))
    case .galileoEphemeris(let orbit): SatelliteID(.galileo, Int(orbit.satelliteID))
    case .beidouEphemeris(let orbit): SatelliteID(.beidou, Int(orbit.satelliteID))
    case .qzssEphemeris(let orbit): SatelliteID(.qzss, Int(orbit.satelliteID))
    default: nil
    }
  }
}
