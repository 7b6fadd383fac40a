/// The orbit and clock that a Galileo satellite broadcasts in F/NAV on E5a (message 1045).
///
/// Angles are in semicircles as in the navigation message; multiply by ``GPSEphemeris/pi``.
///
/// Source: RTCM 10403.3; Galileo OS SIS ICD 2.1, §5.1. Payload: 496 bits.
public struct GalileoFNAVEphemeris: Hashable, Sendable {
  /// DF252, satellite ID, `1...63`: the PRN.
  public var satelliteID: UInt8
  /// DF289, Galileo week number modulo 4096, from 22 August 1999 on.
  public var week: UInt16 = 0
  /// DF290, issue of data, `0...1023`.
  public var iodNav: UInt16 = 0
  /// DF291, signal-in-space accuracy index of E1 and E5a, `0...255`; 255 means "no accuracy prediction".
  public var sisaIndex: UInt8 = 0
  /// DF292, rate of inclination, semicircles/s.
  public var inclinationRate = 0.0
  /// DF293, toc, clock reference time, seconds of the week, resolution 60 s.
  public var clockReferenceTime = 0.0
  /// DF294, af2, clock drift rate, s/s².
  public var af2 = 0.0
  /// DF295, af1, clock drift, s/s.
  public var af1 = 0.0
  /// DF296, af0, clock offset, s.
  public var af0 = 0.0
  /// DF297, Crs, sine correction to the orbit's radius, metres.
  public var crs = 0.0
  /// DF298, Δn, mean motion difference, semicircles/s.
  public var meanMotionDifference = 0.0
  /// DF299, M0, mean anomaly at ``referenceTime``, semicircles.
  public var meanAnomaly = 0.0
  /// DF300, Cuc, cosine correction to the argument of latitude, radians.
  public var cuc = 0.0
  /// DF301, e, eccentricity of the orbit, below 0.5.
  public var eccentricity = 0.0
  /// DF302, Cus, sine correction to the argument of latitude, radians.
  public var cus = 0.0
  /// DF303, √A, square root of the semi-major axis, √m.
  public var squareRootOfSemiMajorAxis = 0.0
  /// DF304, toe, ephemeris reference time, seconds of the week, resolution 60 s.
  public var referenceTime = 0.0
  /// DF305, Cic, cosine correction to the inclination, radians.
  public var cic = 0.0
  /// DF306, Ω0, longitude of the ascending node at the week's beginning, semicircles.
  public var ascendingNode = 0.0
  /// DF307, Cis, sine correction to the inclination, radians.
  public var cis = 0.0
  /// DF308, i0, inclination at ``referenceTime``, semicircles.
  public var inclination = 0.0
  /// DF309, Crc, cosine correction to the orbit's radius, metres.
  public var crc = 0.0
  /// DF310, ω, argument of perigee, semicircles.
  public var argumentOfPerigee = 0.0
  /// DF311, Ω̇, rate of right ascension, semicircles/s.
  public var ascensionRate = 0.0
  /// DF312, BGD, group delay of E1 against E5a, s.
  public var groupDelayE5a = 0.0
  /// DF314, health of E5a: 0 healthy, 1 out of service, 2 will be out of service, 3 in test.
  public var e5aHealth: UInt8 = 0
  /// DF315, whether the data of E5a come without guarantee.
  public var isE5aDataInvalid = false
  /// DF001, seven reserved bits.
  public var reserved: UInt8 = 0
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a satellite's ephemeris whose parameters are all zero.
  public init(satelliteID: UInt8) { self.satelliteID = satelliteID }
}

extension GalileoFNAVEphemeris: FieldList {
  /// The message type, DF002.
  public static var messageType: UInt16 { 1045 }

  /// Creates a message whose fields are all zero.
  public init() { self.init(satelliteID: 0) }

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.df252, &satelliteID)
    try coder.integer(.df289, &week)
    try coder.integer(.df290, &iodNav)
    try coder.integer(.df291, &sisaIndex)
    try coder.quantity(.df292, &inclinationRate)
    try coder.quantity(.df293, &clockReferenceTime)
    try coder.quantity(.df294, &af2)
    try coder.quantity(.df295, &af1)
    try coder.quantity(.df296, &af0)
    try coder.quantity(.df297, &crs)
    try coder.quantity(.df298, &meanMotionDifference)
    try coder.quantity(.df299, &meanAnomaly)
    try coder.quantity(.df300, &cuc)
    try coder.quantity(.df301, &eccentricity)
    try coder.quantity(.df302, &cus)
    try coder.quantity(.df303, &squareRootOfSemiMajorAxis)
    try coder.quantity(.df304, &referenceTime)
    try coder.quantity(.df305, &cic)
    try coder.quantity(.df306, &ascendingNode)
    try coder.quantity(.df307, &cis)
    try coder.quantity(.df308, &inclination)
    try coder.quantity(.df309, &crc)
    try coder.quantity(.df310, &argumentOfPerigee)
    try coder.quantity(.df311, &ascensionRate)
    try coder.quantity(.df312, &groupDelayE5a)
    try coder.integer(.df314, &e5aHealth)
    try coder.flag(.df315, &isE5aDataInvalid)
    try coder.integer(.df001(bits: 7), &reserved)
    try coder.trailing(&trailingBits)
  }
}
