/// The format of a state space message: its numbers and layout.
public enum SSRFormat: Hashable, Sendable {
  /// RTCM's own messages 1057…1068 and 1240…1270.
  case rtcm
  /// IGS SSR v1.00: message type 4076 with a message number (subtype), IDF002.
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
    /// Orbit and clock corrections together.
    case orbitAndClock
    /// The user range accuracy of the corrections.
    case userRangeAccuracy
    /// Additions to the clock polynomials, sent more often than the polynomials.
    case highRateClock
    /// Biases of the carrier phases, and the satellites' yaw.
    case phaseBias
  }

  /// The constellation of the satellites.
  public let constellation: Constellation
  /// The kind of corrections.
  public let kind: Kind
  /// The message format, RTCM or IGS.
  public let format: SSRFormat

  /// Creates a type; returns `nil` for NavIC, which has no state space messages.
  public init?(_ constellation: Constellation, _ kind: Kind, _ format: SSRFormat = .rtcm) {
    guard constellation != .navic else { return nil }
    self.constellation = constellation
    self.kind = kind
    self.format = format
  }

  /// Creates the type of an RTCM message number; returns `nil` when it is not a state space message for
  /// satellites.
  public init?(messageType: UInt16) {
    for constellation in Constellation.allCases {
      let (orbit, phaseBias) = Self.firstMessageTypes(of: constellation)
      if messageType == phaseBias {
        self.init(constellation, .phaseBias)
        return
      }
      if (orbit..<orbit + 6).contains(messageType) {
        // The cases of `Kind` are declared in the order of their message types.
        self.init(constellation, Kind.allCases[Int(messageType - orbit)])
        return
      }
    }
    return nil
  }

  /// Creates the type of an IGS SSR message number, `21...127`; returns `nil` when it is not one for
  /// satellites.
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

  /// The message type, DF002: `1057...1068` and `1240...1270`, or 4076 in IGS SSR.
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

  /// The message number in IGS SSR, IDF002, `21...127`; `nil` in RTCM's format.
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

  /// Returns the RINEX satellite number, which follows the system's letter, of a satellite ID in the message.
  ///
  /// RINEX numbers SBAS PRN 120 as 20. The ID of that satellite is 0 in RTCM's format and 1 in the IGS
  /// format.
  public func rinexNumber(ofSatelliteID id: UInt8) -> Int {
    guard constellation == .sbas else { return Int(id) }
    return Int(id) + (format == .rtcm ? 20 : 19)
  }
}

extension SSRType {
  /// The message type of every message of IGS SSR, DF002.
  package static let igsMessageType: UInt16 = 4076

  /// Returns the message types of a constellation's orbits, which five other kinds follow, and of its phase
  /// biases.
  ///
  /// NavIC has no such messages, and no ``SSRType`` can be created for it.
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

  /// The IGS message number of orbits, which the numbers of the other six kinds follow.
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

  /// The fields that differ between constellations.
  var fields: SSRFields {
    format == .rtcm ? SSRFields(constellation) : .igs
  }

  var hasOrbit: Bool { kind == .orbit || kind == .orbitAndClock }
  var hasClock: Bool { kind == .clock || kind == .orbitAndClock }
}
