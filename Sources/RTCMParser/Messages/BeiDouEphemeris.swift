/// The orbit and clock that a BeiDou satellite broadcasts (messages 1042 and 63).
///
/// Angles are in semicircles as in the navigation message; multiply by ``GPSEphemeris/pi``.
///
/// Message 63 is the draft of 1042, with the same fields. RTKLIB decodes both alike.
///
/// Source: RTCM 10403.3; BDS-SIS-ICD-2.1, §5.2.4. Payload: 511 bits.
public struct BeiDouEphemeris: Hashable, Sendable {
  /// Whether the message has the draft's type 63.
  public var isDraft = false
  /// DF488, satellite ID, `1...63`: the PRN.
  public var satelliteID: UInt8
  /// DF489, BeiDou week number modulo 8192, from 1 January 2006 on.
  public var week: UInt16 = 0
  /// DF490, user range accuracy index, `0...15`.
  public var accuracyIndex: UInt8 = 0
  /// DF491, rate of inclination, semicircles/s.
  public var inclinationRate = 0.0
  /// DF492, age of data ephemeris, `0...31`.
  public var aode: UInt8 = 0
  /// DF493, toc, clock reference time, seconds of the week, resolution 8 s.
  public var clockReferenceTime = 0.0
  /// DF494, a2, clock drift rate, s/s².
  public var af2 = 0.0
  /// DF495, a1, clock drift, s/s.
  public var af1 = 0.0
  /// DF496, a0, clock offset, s.
  public var af0 = 0.0
  /// DF497, age of data clock, `0...31`.
  public var aodc: UInt8 = 0
  /// DF498, Crs, sine correction to the orbit's radius, metres.
  public var crs = 0.0
  /// DF499, Δn, mean motion difference, semicircles/s.
  public var meanMotionDifference = 0.0
  /// DF500, M0, mean anomaly at ``referenceTime``, semicircles.
  public var meanAnomaly = 0.0
  /// DF501, Cuc, cosine correction to the argument of latitude, radians.
  public var cuc = 0.0
  /// DF502, e, eccentricity of the orbit, below 0.5.
  public var eccentricity = 0.0
  /// DF503, Cus, sine correction to the argument of latitude, radians.
  public var cus = 0.0
  /// DF504, √A, square root of the semi-major axis, √m.
  public var squareRootOfSemiMajorAxis = 0.0
  /// DF505, toe, ephemeris reference time, seconds of the week, resolution 8 s.
  public var referenceTime = 0.0
  /// DF506, Cic, cosine correction to the inclination, radians.
  public var cic = 0.0
  /// DF507, Ω0, longitude of the ascending node at the week's beginning, semicircles.
  public var ascendingNode = 0.0
  /// DF508, Cis, sine correction to the inclination, radians.
  public var cis = 0.0
  /// DF509, i0, inclination at ``referenceTime``, semicircles.
  public var inclination = 0.0
  /// DF510, Crc, cosine correction to the orbit's radius, metres.
  public var crc = 0.0
  /// DF511, ω, argument of perigee, semicircles.
  public var argumentOfPerigee = 0.0
  /// DF512, Ω̇, rate of right ascension, semicircles/s.
  public var ascensionRate = 0.0
  /// DF513, TGD1, group delay of B1I, s, resolution 0.1 ns.
  public var groupDelay1 = 0.0
  /// DF514, TGD2, group delay of B2I, s, resolution 0.1 ns.
  public var groupDelay2 = 0.0
  /// DF515, whether the satellite must not be used.
  public var isUnhealthy = false
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a satellite's ephemeris whose parameters are all zero.
  public init(satelliteID: UInt8) { self.satelliteID = satelliteID }
}

extension BeiDouEphemeris: FieldFamily {
  /// DF002: 1042, or 63 for the draft.
  public var messageType: UInt16 { isDraft ? 63 : 1042 }

  /// Creates a message of one of these types, with all fields zero; returns `nil` for any other type.
  public init?(emptyOfType type: UInt16) {
    guard type == 1042 || type == 63 else { return nil }
    self.init(satelliteID: 0)
    isDraft = type == 63
  }

  /// Codes the message's fields after DF002, in their order on the wire.
  #if !hasFeature(Embedded)
    @inline(__always)
  #endif
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.df488, &satelliteID)
    try coder.integer(.df489, &week)
    try coder.integer(.df490, &accuracyIndex)
    try coder.quantity(.df491, &inclinationRate)
    try coder.integer(.df492, &aode)
    try coder.quantity(.df493, &clockReferenceTime)
    try coder.quantity(.df494, &af2)
    try coder.quantity(.df495, &af1)
    try coder.quantity(.df496, &af0)
    try coder.integer(.df497, &aodc)
    try coder.quantity(.df498, &crs)
    try coder.quantity(.df499, &meanMotionDifference)
    try coder.quantity(.df500, &meanAnomaly)
    try coder.quantity(.df501, &cuc)
    try coder.quantity(.df502, &eccentricity)
    try coder.quantity(.df503, &cus)
    try coder.quantity(.df504, &squareRootOfSemiMajorAxis)
    try coder.quantity(.df505, &referenceTime)
    try coder.quantity(.df506, &cic)
    try coder.quantity(.df507, &ascendingNode)
    try coder.quantity(.df508, &cis)
    try coder.quantity(.df509, &inclination)
    try coder.quantity(.df510, &crc)
    try coder.quantity(.df511, &argumentOfPerigee)
    try coder.quantity(.df512, &ascensionRate)
    try coder.quantity(.df513, &groupDelay1)
    try coder.quantity(.df514, &groupDelay2)
    try coder.flag(.df515, &isUnhealthy)
    try coder.trailing(&trailingBits)
  }
}
