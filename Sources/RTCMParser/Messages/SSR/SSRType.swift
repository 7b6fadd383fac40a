/// Whose numbers and layout a state space message has.
public enum SSRFormat: Hashable, Sendable {
  /// RTCM's own messages 1057…1068 and 1240…1270.
  case rtcm
  /// IGS SSR v1.00: message 4076 with a message number of its own, IDF002.
  case igs
}

/// The kind, system and format of a state space message's corrections.
public struct SSRType: Hashable, Sendable {
  /// The kind of corrections.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// Corrections of the satellites' broadcast positions.
    case orbit
    /// Corrections of the satellites' broadcast clocks, as polynomials.
    case clock
    /// Biases of the code signals.
    case codeBias
    /// Orbit and clock together.
    case orbitAndClock
    /// The accuracy of the corrections.
    case userRangeAccuracy
    /// An addition to the clock polynomial, sent more often.
    case highRateClock
    /// Biases of the carrier phases, and the satellites' yaw.
    case phaseBias
  }

  /// The system.
  public let constellation: Constellation
  /// The kind of corrections.
  public let kind: Kind
  /// Whose format.
  public let format: SSRFormat

  /// Creates a type; `nil` for NavIC, which has no state space messages.
  public init?(_ constellation: Constellation, _ kind: Kind, _ format: SSRFormat = .rtcm) {
    guard constellation != .navic else { return nil }
    self.constellation = constellation
    self.kind = kind
    self.format = format
  }

  /// The type of one of RTCM's message numbers; `nil` when that is no state space message.
  public init?(messageType: UInt16) {
    for constellation in Constellation.allCases {
      let (orbit, phaseBias) = Self.firstMessageTypes(of: constellation)
      if messageType == phaseBias {
        self.init(constellation, .phaseBias)
        return
      }
      if (orbit..<orbit + 6).contains(messageType) {
        // The kinds are declared in the order of their messages.
        self.init(constellation, Kind.allCases[Int(messageType - orbit)])
        return
      }
    }
    return nil
  }

  /// The type of an IGS message number, `21...127`; `nil` when that is not one for satellites.
  public init?(igsMessageNumber number: UInt8) {
    for constellation in Constellation.allCases {
      for kind in Kind.allCases {
        guard let type = SSRType(constellation, kind, .igs), type.igsMessageNumber == number else {
          continue
        }
        self = type
        return
      }
    }
    return nil
  }

  /// DF002: `1057...1068` and `1240...1270`, or 4076 in IGS SSR.
  public var messageType: UInt16 {
    guard format == .rtcm else { return Self.igsMessageType }
    let offset: UInt16
    switch kind {
    case .orbit: offset = 0
    case .clock: offset = 1
    case .codeBias: offset = 2
    case .orbitAndClock: offset = 3
    case .userRangeAccuracy: offset = 4
    case .highRateClock: offset = 5
    case .phaseBias: return Self.firstMessageTypes(of: constellation).phaseBias
    }
    return Self.firstMessageTypes(of: constellation).orbit + offset
  }

  /// IDF002 of the message in IGS SSR, `21...127`; `nil` in RTCM's format.
  public var igsMessageNumber: UInt8? {
    guard format == .igs else { return nil }
    switch kind {
    case .orbit: return firstIGSMessageNumber
    case .clock: return firstIGSMessageNumber + 1
    case .orbitAndClock: return firstIGSMessageNumber + 2
    case .highRateClock: return firstIGSMessageNumber + 3
    case .codeBias: return firstIGSMessageNumber + 4
    case .phaseBias: return firstIGSMessageNumber + 5
    case .userRangeAccuracy: return firstIGSMessageNumber + 6
    }
  }

  /// The number after the letter in RINEX, of a satellite ID in the message.
  ///
  /// RINEX counts SBAS from 20, PRN 120. RTCM's ID is 0 for that satellite, IGS's is 1.
  public func rinexNumber(ofSatelliteID id: UInt8) -> Int {
    guard constellation == .sbas else { return Int(id) }
    return Int(id) + (format == .rtcm ? 20 : 19)
  }
}

extension SSRType {
  /// DF002 of every message of IGS SSR.
  package static let igsMessageType: UInt16 = 4076

  /// The message of orbits, which the other five follow, and that of phase biases.
  ///
  /// NavIC has neither; there is no ``SSRType`` of it.
  private static func firstMessageTypes(
    of constellation: Constellation
  ) -> (orbit: UInt16, phaseBias: UInt16) {
    switch constellation {
    case .gps: (1057, 1265)
    case .glonass: (1063, 1266)
    case .galileo: (1240, 1267)
    case .qzss: (1246, 1268)
    case .sbas: (1252, 1269)
    case .beidou, .navic: (1258, 1270)
    }
  }

  /// IDF002 of orbits, which the other six follow.
  private var firstIGSMessageNumber: UInt8 {
    switch constellation {
    case .gps: 21
    case .glonass: 41
    case .galileo: 61
    case .qzss: 81
    case .beidou, .navic: 101
    case .sbas: 121
    }
  }

  /// The fields that differ from system to system.
  var fields: SSRFields {
    format == .rtcm ? SSRFields(constellation) : .igs
  }

  var hasOrbit: Bool { kind == .orbit || kind == .orbitAndClock }
  var hasClock: Bool { kind == .clock || kind == .orbitAndClock }
}
