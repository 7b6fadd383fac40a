internal import GNSSBasics
internal import RTCMParser

/// A satellite of a simulated sky, at any time.
enum SimulatedSatellite: Hashable, Sendable {
  /// A satellite of this project with Keplerian elements, without an end.
  case keplerian(PerpetualOrbit)
  /// A satellite of this project in GLONASS, without an end.
  case glonass(PerpetualGLONASS)
  /// A satellite with recorded broadcasts.
  case recorded(RecordedSatellite)

  /// The identity of the satellite.
  var id: SatelliteID {
    switch self {
    case .keplerian(let orbit): orbit.satellite
    case .glonass(let satellite): satellite.satellite
    case .recorded(let satellite): satellite.id
    }
  }

  /// Returns the set that the satellite broadcasts and follows at an instant; `nil` where it has none.
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
