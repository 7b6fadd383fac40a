internal import GNSSBasics
internal import RTCMParser

/// A satellite of a simulated sky, at any time.
enum SimulatedSatellite: Hashable, Sendable {
  /// A satellite on Kepler's elements, without end.
  case keplerian(PerpetualOrbit)
  /// A satellite of GLONASS, without end.
  case glonass(PerpetualGLONASS)
  /// A satellite whose broadcasts somebody recorded.
  case recorded(RecordedSatellite)

  /// The satellite's identity.
  var id: SatelliteID {
    switch self {
    case .keplerian(let orbit): orbit.satellite
    case .glonass(let satellite): satellite.satellite
    case .recorded(let satellite): satellite.id
    }
  }

  /// Returns the set that the satellite broadcasts and flies at an instant; `nil` where nothing is known of
  /// it then.
  func set(at time: GPSTime) -> BroadcastSet? {
    switch self {
    case .keplerian(let orbit):
      let system = KeplerianSystem(orbit.satellite.constellation)
      let slot = system.slot(of: time)
      return BroadcastSet(
        orbit.satellite, orbit.data(slot: slot).messages,
        flown: system.beginning(ofSlot: slot)..<system.beginning(ofSlot: slot + 1))
    case .glonass(let satellite):
      let slot = PerpetualGLONASS.slot(of: time)
      return BroadcastSet(
        satellite.satellite, [.glonassEphemeris(satellite.ephemeris(slot: slot))],
        flown: PerpetualGLONASS.beginning(
          ofSlot: slot)..<PerpetualGLONASS.beginning(ofSlot: slot + 1))
    case .recorded(let satellite): return satellite.set(at: time)
    }
  }
}
