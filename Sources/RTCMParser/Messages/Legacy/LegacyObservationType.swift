/// The content and system of a message of observations from before MSM.
public struct LegacyObservationType: Hashable, Sendable {
  /// The system, GPS or GLONASS; that of GPS carries SBAS as well.
  public let constellation: Constellation
  /// Whether it has the fields of L2 (1003, 1004, 1011, 1012).
  public let hasL2: Bool
  /// Whether it has whole pseudoranges and CNR (1002, 1004, 1010, 1012).
  public let isExtended: Bool

  /// Messages 1001–1004.
  public static func gps(hasL2: Bool, isExtended: Bool) -> Self {
    Self(constellation: .gps, hasL2: hasL2, isExtended: isExtended)
  }

  /// Messages 1009–1012.
  public static func glonass(hasL2: Bool, isExtended: Bool) -> Self {
    Self(constellation: .glonass, hasL2: hasL2, isExtended: isExtended)
  }

  private init(constellation: Constellation, hasL2: Bool, isExtended: Bool) {
    self.constellation = constellation
    self.hasL2 = hasL2
    self.isExtended = isExtended
  }

  /// The type of a message number, `nil` when that is none of them.
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

  /// DF002: 1001…1004 or 1009…1012.
  public var messageType: UInt16 {
    (constellation == .glonass ? 1009 : 1001) + (hasL2 ? 2 : 0) + (isExtended ? 1 : 0)
  }

  /// Metres by which the L1 pseudorange of the wire is short of the whole one, times an integer.
  ///
  /// A light millisecond, two for GLONASS.
  public var pseudorangeModulus: Double {
    constellation == .glonass ? 2 * metresPerMillisecond : metresPerMillisecond
  }
}

/// The fields of a satellite, which have other numbers for GLONASS than for GPS.
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
  /// The last satellite ID that DF009 or DF038 has a meaning for as a satellite of GPS or GLONASS.
  package var greatestLegacySatelliteID: UInt8 { self == .glonass ? 24 : 32 }
}
