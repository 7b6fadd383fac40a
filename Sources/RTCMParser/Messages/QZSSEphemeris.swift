/// The orbit and clock that a QZSS satellite broadcasts (message 1044).
///
/// Angles are in semicircles as in the navigation message; multiply by ``GPSEphemeris/pi``.
///
/// Source: RTCM 10403.3; IS-QZSS-PNT. Payload: 485 bits.
public struct QZSSEphemeris: Hashable, Sendable {
  /// DF429, satellite ID, `1...10`: PRN less 192.
  public var satelliteID: UInt8
  /// DF430, toc, clock reference time, seconds of the week, resolution 16 s.
  public var clockReferenceTime = 0.0
  /// DF431, af2, clock drift rate, s/s².
  public var af2 = 0.0
  /// DF432, af1, clock drift, s/s.
  public var af1 = 0.0
  /// DF433, af0, clock offset, s.
  public var af0 = 0.0
  /// DF434, issue of data ephemeris, `0...255`.
  public var iode: UInt8 = 0
  /// DF435, Crs, sine correction to the orbit's radius, metres.
  public var crs = 0.0
  /// DF436, Δn, mean motion difference, semicircles/s.
  public var meanMotionDifference = 0.0
  /// DF437, M0, mean anomaly at ``referenceTime``, semicircles.
  public var meanAnomaly = 0.0
  /// DF438, Cuc, cosine correction to the argument of latitude, radians.
  public var cuc = 0.0
  /// DF439, e, eccentricity of the orbit, below 0.5.
  public var eccentricity = 0.0
  /// DF440, Cus, sine correction to the argument of latitude, radians.
  public var cus = 0.0
  /// DF441, √A, square root of the semi-major axis, √m.
  public var squareRootOfSemiMajorAxis = 0.0
  /// DF442, toe, ephemeris reference time, seconds of the week, resolution 16 s.
  public var referenceTime = 0.0
  /// DF443, Cic, cosine correction to the inclination, radians.
  public var cic = 0.0
  /// DF444, Ω0, longitude of the ascending node at the week's beginning, semicircles.
  public var ascendingNode = 0.0
  /// DF445, Cis, sine correction to the inclination, radians.
  public var cis = 0.0
  /// DF446, i0, inclination at ``referenceTime``, semicircles.
  public var inclination = 0.0
  /// DF447, Crc, cosine correction to the orbit's radius, metres.
  public var crc = 0.0
  /// DF448, ω, argument of perigee, semicircles.
  public var argumentOfPerigee = 0.0
  /// DF449, Ω̇, rate of right ascension, semicircles/s.
  public var ascensionRate = 0.0
  /// DF450, rate of inclination, semicircles/s.
  public var inclinationRate = 0.0
  /// DF451, codes on L2, `0...3`; 2 is L2C.
  public var codesOnL2: UInt8 = 0
  /// DF452, GPS week number modulo 1024.
  public var week: UInt16 = 0
  /// DF453, user range accuracy index, `0...15`.
  public var accuracyIndex: UInt8 = 0
  /// DF454, health, `0...63`; 0 is healthy.
  public var health: UInt8 = 0
  /// DF455, TGD, group delay, s.
  public var groupDelay = 0.0
  /// DF456, issue of data clock, `0...1023`.
  public var iodc: UInt16 = 0
  /// DF457, whether the curve fit spans more than two hours.
  public var hasLongFitInterval = false
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a satellite's ephemeris whose parameters are all zero.
  public init(satelliteID: UInt8) { self.satelliteID = satelliteID }
}

extension QZSSEphemeris: FieldList {
  /// The message type, DF002.
  public static var messageType: UInt16 { 1044 }

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
    try coder.integer(.df429, &satelliteID)
    try coder.quantity(.df430, &clockReferenceTime)
    try coder.quantity(.df431, &af2)
    try coder.quantity(.df432, &af1)
    try coder.quantity(.df433, &af0)
    try coder.integer(.df434, &iode)
    try coder.quantity(.df435, &crs)
    try coder.quantity(.df436, &meanMotionDifference)
    try coder.quantity(.df437, &meanAnomaly)
    try coder.quantity(.df438, &cuc)
    try coder.quantity(.df439, &eccentricity)
    try coder.quantity(.df440, &cus)
    try coder.quantity(.df441, &squareRootOfSemiMajorAxis)
    try coder.quantity(.df442, &referenceTime)
    try coder.quantity(.df443, &cic)
    try coder.quantity(.df444, &ascendingNode)
    try coder.quantity(.df445, &cis)
    try coder.quantity(.df446, &inclination)
    try coder.quantity(.df447, &crc)
    try coder.quantity(.df448, &argumentOfPerigee)
    try coder.quantity(.df449, &ascensionRate)
    try coder.quantity(.df450, &inclinationRate)
    try coder.integer(.df451, &codesOnL2)
    try coder.integer(.df452, &week)
    try coder.integer(.df453, &accuracyIndex)
    try coder.integer(.df454, &health)
    try coder.quantity(.df455, &groupDelay)
    try coder.integer(.df456, &iodc)
    try coder.flag(.df457, &hasLongFitInterval)
    try coder.trailing(&trailingBits)
  }
}
