/// The orbit and clock that a GPS satellite broadcasts (message 1019).
///
/// Angles are in semicircles, as in the navigation message. Multiply by ``pi``, the value that GPS
/// prescribes.
///
/// Source: RTCM 10403.3, table 3.5-21; IS-GPS-200 §20.3.3. Payload: 488 bits.
public struct GPSEphemeris: Hashable, Sendable {
  /// The number of radians in a semicircle, to the digits that IS-GPS-200 §20.3.3.4.3 prescribes.
  public static let pi = 3.141_592_653_589_8

  /// DF009, satellite ID, `1...63`: the PRN, or 40...58 for SBAS PRN 120...138.
  public var satelliteID: UInt8
  /// DF076, week number modulo 1024.
  public var week: UInt16 = 0
  /// DF077, user range accuracy index, `0...15`.
  public var accuracyIndex: UInt8 = 0
  /// DF078, code on L2, `0...3`: 1 P, 2 C/A, 3 L2C.
  public var codeOnL2: UInt8 = 0
  /// DF079, IDOT, rate of inclination, semicircles/s.
  public var inclinationRate = 0.0
  /// DF071, issue of data ephemeris, `0...255`.
  public var iode: UInt8 = 0
  /// DF081, toc, clock reference time, seconds of the week, resolution 16 s.
  public var clockReferenceTime = 0.0
  /// DF082, af2, clock drift rate, s/s².
  public var af2 = 0.0
  /// DF083, af1, clock drift, s/s.
  public var af1 = 0.0
  /// DF084, af0, clock offset, s.
  public var af0 = 0.0
  /// DF085, issue of data clock, `0...1023`.
  public var iodc: UInt16 = 0
  /// DF086, Crs, sine correction to the orbit's radius, metres.
  public var crs = 0.0
  /// DF087, Δn, mean motion difference, semicircles/s.
  public var meanMotionDifference = 0.0
  /// DF088, M0, mean anomaly at ``referenceTime``, semicircles.
  public var meanAnomaly = 0.0
  /// DF089, Cuc, cosine correction to the argument of latitude, radians.
  public var cuc = 0.0
  /// DF090, e, eccentricity of the orbit, below 0.5.
  public var eccentricity = 0.0
  /// DF091, Cus, sine correction to the argument of latitude, radians.
  public var cus = 0.0
  /// DF092, √A, square root of the semi-major axis, √m.
  public var squareRootOfSemiMajorAxis = 0.0
  /// DF093, toe, ephemeris reference time, seconds of the week, resolution 16 s.
  public var referenceTime = 0.0
  /// DF094, Cic, cosine correction to the inclination, radians.
  public var cic = 0.0
  /// DF095, Ω0, longitude of the ascending node at the week's beginning, semicircles.
  public var ascendingNode = 0.0
  /// DF096, Cis, sine correction to the inclination, radians.
  public var cis = 0.0
  /// DF097, i0, inclination at ``referenceTime``, semicircles.
  public var inclination = 0.0
  /// DF098, Crc, cosine correction to the orbit's radius, metres.
  public var crc = 0.0
  /// DF099, ω, argument of perigee, semicircles.
  public var argumentOfPerigee = 0.0
  /// DF100, Ω̇, rate of right ascension, semicircles/s.
  public var ascensionRate = 0.0
  /// DF101, TGD, group delay, s.
  public var groupDelay = 0.0
  /// DF102, health, `0...63`; 0 is healthy.
  public var health: UInt8 = 0
  /// DF103, whether L2 P carries no navigation data.
  public var isL2PWithoutData = false
  /// DF137, whether the curve fit spans more than four hours.
  public var hasLongFitInterval = false
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a satellite's ephemeris whose parameters are all zero.
  public init(satelliteID: UInt8) { self.satelliteID = satelliteID }
}

extension GPSEphemeris: FieldList {
  /// The message type, DF002.
  public static var messageType: UInt16 { 1019 }

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
    try coder.integer(.df009, &satelliteID)
    try coder.integer(.df076, &week)
    try coder.integer(.df077, &accuracyIndex)
    try coder.integer(.df078, &codeOnL2)
    try coder.quantity(.df079, &inclinationRate)
    try coder.integer(.df071, &iode)
    try coder.quantity(.df081, &clockReferenceTime)
    try coder.quantity(.df082, &af2)
    try coder.quantity(.df083, &af1)
    try coder.quantity(.df084, &af0)
    try coder.integer(.df085, &iodc)
    try coder.quantity(.df086, &crs)
    try coder.quantity(.df087, &meanMotionDifference)
    try coder.quantity(.df088, &meanAnomaly)
    try coder.quantity(.df089, &cuc)
    try coder.quantity(.df090, &eccentricity)
    try coder.quantity(.df091, &cus)
    try coder.quantity(.df092, &squareRootOfSemiMajorAxis)
    try coder.quantity(.df093, &referenceTime)
    try coder.quantity(.df094, &cic)
    try coder.quantity(.df095, &ascendingNode)
    try coder.quantity(.df096, &cis)
    try coder.quantity(.df097, &inclination)
    try coder.quantity(.df098, &crc)
    try coder.quantity(.df099, &argumentOfPerigee)
    try coder.quantity(.df100, &ascensionRate)
    try coder.quantity(.df101, &groupDelay)
    try coder.integer(.df102, &health)
    try coder.flag(.df103, &isL2PWithoutData)
    try coder.flag(.df137, &hasLongFitInterval)
    try coder.trailing(&trailingBits)
  }
}
