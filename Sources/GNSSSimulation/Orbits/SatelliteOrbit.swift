internal import GNSSBasics
internal import RTCMParser

/// The orbit and clock of a satellite of any system, made of what it broadcasts.
enum SatelliteOrbit: Hashable, Sendable {
  /// Kepler's elements: GPS, Galileo, BeiDou, QZSS and NavIC.
  case keplerian(BroadcastOrbit)
  /// A state that is carried on: GLONASS.
  case integrated(GLONASSOrbit)

  /// The orbit that a message tells; `nil` for a message that tells none, or one for no time.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - reference: About when it came.
  init?(_ message: RTCMMessage, near reference: GPSTime) {
    guard message.impossibleTime == nil else { return nil }
    switch message {
    case .gpsEphemeris(let ephemeris): self = .keplerian(BroadcastOrbit(ephemeris, near: reference))
    case .qzssEphemeris(let ephemeris):
      self = .keplerian(BroadcastOrbit(ephemeris, near: reference))
    case .navicEphemeris(let ephemeris):
      self = .keplerian(BroadcastOrbit(ephemeris, near: reference))
    case .galileoFNAVEphemeris(let ephemeris):
      self = .keplerian(BroadcastOrbit(ephemeris, near: reference))
    case .galileoINAVEphemeris(let ephemeris):
      self = .keplerian(BroadcastOrbit(ephemeris, near: reference))
    case .beidouEphemeris(let ephemeris):
      self = .keplerian(BroadcastOrbit(ephemeris, near: reference))
    case .glonassEphemeris(let ephemeris):
      self = .integrated(GLONASSOrbit(ephemeris, near: reference))
    default: return nil
    }
  }

  /// The instant for which it holds best.
  var referenceTime: GPSTime {
    switch self {
    case .keplerian(let orbit): orbit.referenceTime
    case .integrated(let orbit): orbit.referenceTime
    }
  }

  /// The satellite `delay` seconds before `time`.
  func state(at time: GPSTime, minus delay: Double = 0) -> SatelliteState {
    switch self {
    case .keplerian(let orbit): orbit.state(at: time, minus: delay)
    case .integrated(let orbit): orbit.state(at: time, minus: delay)
    }
  }
}
