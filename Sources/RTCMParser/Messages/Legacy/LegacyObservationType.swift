/// The content and constellation of an observation message from before MSM.
public struct LegacyObservationType: Hashable, Sendable {
  /// The constellation, GPS or GLONASS; GPS messages also carry SBAS.
  public let constellation: Constellation
  /// Whether the message has the fields of L2 (1003, 1004, 1011, 1012).
  public let hasL2: Bool
  /// Whether the message has whole pseudoranges and CNR (1002, 1004, 1010, 1012).
  public let isExtended: Bool

  /// Returns the type of one of messages 1001–1004.
  public static func gps(hasL2: Bool, isExtended: Bool) -> Self {
    Self(constellation: .gps, hasL2: hasL2, isExtended: isExtended)
  }

  /// Returns the type of one of messages 1009–1012.
  public static func glonass(hasL2: Bool, isExtended: Bool) -> Self {
    Self(constellation: .glonass, hasL2: hasL2, isExtended: isExtended)
  }

  private init(constellation: Constellation, hasL2: Bool, isExtended: Bool) {
    self.constellation = constellation
    self.hasL2 = hasL2
    self.isExtended = isExtended
  }

  /// Creates the type of a message number; returns `nil` for any number but 1001–1004 and 1009–1012.
  public init?(messageType: UInt16) {
    switch messageType {
    case 1001...1004: constellation = .gps
    case 1009...1012: constellation = .glonass
    default: return nil
    }
    let kind = (messageType - 1) % 4  // 1001 and 1009 are both 1 more than a multiple of 4
    hasL2 = kind >= 2
    isExtended = kind % 2 == 1
  }

  /// The message type, DF002: 1001…1004 or 1009…1012.
  public var messageType: UInt16 {
    (constellation == .glonass ? 1009 : 1001) + (hasL2 ? 2 : 0) + (isExtended ? 1 : 0)
  }

  /// The modulus in metres of the L1 pseudorange on the wire; the whole pseudorange is larger by a multiple
  /// of it.
  ///
  /// The modulus is one light millisecond, or two for GLONASS.
  public var pseudorangeModulus: Double {
    constellation == .glonass ? 2 * metresPerMillisecond : metresPerMillisecond
  }
}

/// The message fields of GPS or GLONASS, which have different numbers.
struct LegacyFields {
  private let isGLONASS: Bool

  init(_ type: LegacyObservationType) { isGLONASS = type.constellation == .glonass }

  var satelliteCount: DataField { isGLONASS ? .df035 : .df006 }
  var hasDivergenceFreeSmoothing: DataField { isGLONASS ? .df036 : .df007 }
  var smoothingInterval: DataField { isGLONASS ? .df037 : .df008 }
  var satelliteID: DataField { isGLONASS ? .df038 : .df009 }
  var l1CodeIndicator: DataField { isGLONASS ? .df039 : .df010 }
  var frequencyChannel: DataField? { isGLONASS ? .df040 : nil }
  var l1Pseudorange: DataField { isGLONASS ? .df041 : .df011 }
  var l1PhaserangeDifference: DataField { isGLONASS ? .df042 : .df012 }
  var l1LockTimeIndicator: DataField { isGLONASS ? .df043 : .df013 }
  var ambiguity: DataField { isGLONASS ? .df044 : .df014 }
  var l1CNR: DataField { isGLONASS ? .df045 : .df015 }
  var l2CodeIndicator: DataField { isGLONASS ? .df046 : .df016 }
  var l2PseudorangeDifference: DataField { isGLONASS ? .df047 : .df017 }
  var l2PhaserangeDifference: DataField { isGLONASS ? .df048 : .df018 }
  var l2LockTimeIndicator: DataField { isGLONASS ? .df049 : .df019 }
  var l2CNR: DataField { isGLONASS ? .df050 : .df020 }
}

extension Constellation {
  /// The greatest ID in DF009 or DF038 that is a satellite of GPS or GLONASS.
  package var greatestLegacySatelliteID: UInt8 { self == .glonass ? 24 : 32 }
}
