package import GNSSBasics
package import RTCMParser

/// The orbit and clock of a satellite of any system, from its broadcast.
package enum SatelliteOrbit: Hashable, Sendable {
  /// Keplerian elements: GPS, Galileo, BeiDou, QZSS and NavIC.
  case keplerian(BroadcastOrbit)
  /// A state that is integrated: GLONASS.
  case integrated(GLONASSOrbit)

  /// Creates the orbit in a message; `nil` for a message without an orbit, or with an impossible time.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - reference: The approximate time at which the message was received.
  package init?(_ message: RTCMMessage, near reference: GPSTime) {
    guard message.impossibleTime == nil else { return nil }
    switch message {
    case .gpsEphemeris(let ephemeris): self = .keplerian(BroadcastOrbit(ephemeris, near: reference))
    case .qzssEphemeris(let ephemeris):
      self = .keplerian(BroadcastOrbit(ephemeris, near: reference))
    case .navicEphemeris(let ephemeris):
      self = .keplerian(BroadcastOrbit(ephemeris, near: reference))
    case .galileoEphemeris(let ephemeris):
      self = .keplerian(BroadcastOrbit(ephemeris, near: reference))
    case .beidouEphemeris(let ephemeris):
      self = .keplerian(BroadcastOrbit(ephemeris, near: reference))
    case .glonassEphemeris(let ephemeris):
      self = .integrated(GLONASSOrbit(ephemeris, near: reference))
    default: return nil
    }
  }

  /// The instant at which the orbit is most accurate.
  package var referenceTime: GPSTime {
    switch self {
    case .keplerian(let orbit): orbit.referenceTime
    case .integrated(let orbit): orbit.referenceTime
    }
  }

  /// Returns the time before and after its reference time for which receivers use an orbit, seconds.
  ///
  /// Orbits are broadcast for two hours, those of GLONASS for half an hour; a little more bridges a late one.
  package static func reach(of system: Constellation) -> Double {
    switch system {
    case .glonass: 1800
    case .galileo, .beidou: 14_400
    default: 7_500
    }
  }

  /// Returns the satellite's state `delay` seconds before `time`.
  package func state(at time: GPSTime, minus delay: Double = 0) -> SatelliteState {
    switch self {
    case .keplerian(let orbit): orbit.state(at: time, minus: delay)
    case .integrated(let orbit): orbit.state(at: time, minus: delay)
    }
  }
}
