/// The orbit and clock that a NavIC satellite broadcasts (message 1041).
///
/// Angles are in semicircles as in the navigation message; multiply by ``GPSEphemeris/pi``.
///
/// Source: RTCM 10403.3 amendment; ISRO-IRNSS-ICD-SPS-1.1. Payload: 482 bits.
public struct NavICEphemeris: Hashable, Sendable {
  /// DF516, satellite ID, `1...14`: the PRN.
  public var satelliteID: UInt8
  /// DF517, week number modulo 1024, from 22 August 1999 on.
  public var week: UInt16 = 0
  /// DF518, af0, clock offset, s.
  public var af0 = 0.0
  /// DF519, af1, clock drift, s/s.
  public var af1 = 0.0
  /// DF520, af2, clock drift rate, s/s².
  public var af2 = 0.0
  /// DF521, user range accuracy index, `0...15`.
  public var accuracyIndex: UInt8 = 0
  /// DF522, toc, clock reference time, seconds of the week, resolution 16 s.
  public var clockReferenceTime = 0.0
  /// DF523, TGD, group delay, s.
  public var groupDelay = 0.0
  /// DF524, Δn, mean motion difference, semicircles/s.
  public var meanMotionDifference = 0.0
  /// DF525, issue of data ephemeris and clock, `0...255`.
  public var iodec: UInt8 = 0
  /// DF526, reserved, `0...1023`.
  public var reservedAfterIODEC: UInt16 = 0
  /// DF527, whether the signal on L5 is unhealthy.
  public var isL5Unhealthy = false
  /// DF528, whether the signal on S is unhealthy.
  public var isSUnhealthy = false
  /// DF529, Cuc, cosine correction to the argument of latitude, radians.
  public var cuc = 0.0
  /// DF530, Cus, sine correction to the argument of latitude, radians.
  public var cus = 0.0
  /// DF531, Cic, cosine correction to the inclination, radians.
  public var cic = 0.0
  /// DF532, Cis, sine correction to the inclination, radians.
  public var cis = 0.0
  /// DF533, Crc, cosine correction to the orbit's radius, metres.
  public var crc = 0.0
  /// DF534, Crs, sine correction to the orbit's radius, metres.
  public var crs = 0.0
  /// DF535, rate of inclination, semicircles/s.
  public var inclinationRate = 0.0
  /// DF536, M0, mean anomaly at ``referenceTime``, semicircles.
  public var meanAnomaly = 0.0
  /// DF537, toe, ephemeris reference time, seconds of the week, resolution 16 s.
  public var referenceTime = 0.0
  /// DF538, e, eccentricity of the orbit, below 0.5.
  public var eccentricity = 0.0
  /// DF539, √A, square root of the semi-major axis, √m.
  public var squareRootOfSemiMajorAxis = 0.0
  /// DF540, Ω0, longitude of the ascending node at the week's beginning, semicircles.
  public var ascendingNode = 0.0
  /// DF541, ω, argument of perigee, semicircles.
  public var argumentOfPerigee = 0.0
  /// DF542, Ω̇, rate of right ascension, semicircles/s.
  public var ascensionRate = 0.0
  /// DF543, i0, inclination at ``referenceTime``, semicircles.
  public var inclination = 0.0
  /// DF544, the two spare bits that the satellite sends after IDOT.
  public var spareAfterIDOT: UInt8 = 0
  /// DF545, the two spare bits that the satellite sends after i0.
  public var spareAfterInclination: UInt8 = 0
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a satellite's ephemeris whose parameters are all zero.
  public init(satelliteID: UInt8) { self.satelliteID = satelliteID }
}

extension NavICEphemeris: FieldList {
  /// The message type, DF002.
  public static var messageType: UInt16 { 1041 }

  /// Creates a message whose fields are all zero.
  public init() { self.init(satelliteID: 0) }

  /// Codes the message's fields after DF002, in their order on the wire.
  #if !hasFeature(Embedded)
    @inline(__always)
  #endif
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.df516, &satelliteID)
    try coder.integer(.df517, &week)
    try coder.quantity(.df518, &af0)
    try coder.quantity(.df519, &af1)
    try coder.quantity(.df520, &af2)
    try coder.integer(.df521, &accuracyIndex)
    try coder.quantity(.df522, &clockReferenceTime)
    try coder.quantity(.df523, &groupDelay)
    try coder.quantity(.df524, &meanMotionDifference)
    try coder.integer(.df525, &iodec)
    try coder.integer(.df526, &reservedAfterIODEC)
    try coder.flag(.df527, &isL5Unhealthy)
    try coder.flag(.df528, &isSUnhealthy)
    try coder.quantity(.df529, &cuc)
    try coder.quantity(.df530, &cus)
    try coder.quantity(.df531, &cic)
    try coder.quantity(.df532, &cis)
    try coder.quantity(.df533, &crc)
    try coder.quantity(.df534, &crs)
    try coder.quantity(.df535, &inclinationRate)
    try coder.quantity(.df536, &meanAnomaly)
    try coder.quantity(.df537, &referenceTime)
    try coder.quantity(.df538, &eccentricity)
    try coder.quantity(.df539, &squareRootOfSemiMajorAxis)
    try coder.quantity(.df540, &ascendingNode)
    try coder.quantity(.df541, &argumentOfPerigee)
    try coder.quantity(.df542, &ascensionRate)
    try coder.quantity(.df543, &inclination)
    try coder.integer(.df544, &spareAfterIDOT)
    try coder.integer(.df545, &spareAfterInclination)
    try coder.trailing(&trailingBits)
  }
}
