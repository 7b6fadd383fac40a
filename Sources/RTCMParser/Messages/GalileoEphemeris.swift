/// The orbit and clock that a Galileo satellite broadcasts (messages 1045 and 1046).
///
/// Angles are in semicircles as in the navigation message; multiply by ``GPSEphemeris/pi``.
///
/// Source: RTCM 10403.3; Galileo OS SIS ICD 2.1, §5.1. Payload: 496 bits (1045) or 504 (1046).
public struct GalileoEphemeris: Hashable, Sendable {
  /// A navigation message, with the fields that only its RTCM message has.
  public enum NavigationMessage: Hashable, Sendable {
    /// F/NAV on E5a (message 1045), whose clock is that of E1 and E5a; DF314 and DF315.
    case fnav(e5a: SignalHealth = SignalHealth())
    /// I/NAV on E1 and E5b (message 1046), whose clock is that of E1 and E5b; DF313, group delay of E1 against
    /// E5b in seconds, DF316 and DF317, DF287 and DF288.
    case inav(
      groupDelayE5b: Double = 0, e5b: SignalHealth = SignalHealth(),
      e1b: SignalHealth = SignalHealth())
  }

  /// The health of a signal, and the validity of its data.
  public struct SignalHealth: Hashable, Sendable {
    /// DF314, DF316 or DF287, status: 0 healthy, 1 out of service, 2 will be out of service, 3 in test.
    public var status: UInt8
    /// DF315, DF317 or DF288, whether the signal's data come without guarantee.
    public var isDataInvalid: Bool

    /// Creates the health of a signal, by default a healthy one with valid data.
    public init(status: UInt8 = 0, isDataInvalid: Bool = false) {
      self.status = status
      self.isDataInvalid = isDataInvalid
    }
  }

  /// The navigation message, which determines the message type.
  public var navigationMessage: NavigationMessage
  /// DF252, satellite ID, `1...63`: the PRN.
  public var satelliteID: UInt8
  /// DF289, Galileo week number modulo 4096, from 22 August 1999 on.
  public var week: UInt16 = 0
  /// DF290, issue of data, `0...1023`.
  public var iodNav: UInt16 = 0
  /// DF291 (F/NAV, of E1 and E5a) or DF286 (I/NAV, of E1 and E5b), signal-in-space accuracy index, `0...255`;
  /// 255 means "no accuracy prediction".
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
  /// DF001, seven reserved bits in F/NAV, two in I/NAV.
  public var reserved: UInt8 = 0
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a satellite's ephemeris whose parameters are all zero.
  public init(_ navigationMessage: NavigationMessage, satelliteID: UInt8) {
    self.navigationMessage = navigationMessage
    self.satelliteID = satelliteID
  }
}

extension GalileoEphemeris: FieldFamily {
  /// The message type, DF002: 1045 for F/NAV, 1046 for I/NAV.
  public var messageType: UInt16 {
    switch navigationMessage {
    case .fnav: 1045
    case .inav: 1046
    }
  }

  /// Creates a message of one of these types, with all fields zero; returns `nil` for any other type.
  public init?(emptyOfType type: UInt16) {
    guard type == 1045 || type == 1046 else { return nil }
    self.init(type == 1045 ? .fnav() : .inav(), satelliteID: 0)
  }

  /// Codes the message's fields after DF002, in their order on the wire.
  #if !hasFeature(Embedded)
    @inline(__always)
  #endif
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.df252, &satelliteID)
    try coder.integer(.df289, &week)
    try coder.integer(.df290, &iodNav)
    switch navigationMessage {
    case .fnav: try coder.integer(.df291, &sisaIndex)
    case .inav: try coder.integer(.df286, &sisaIndex)
    }
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
    try codeHealth(with: &coder)
    try coder.trailing(&trailingBits)
  }

  /// Codes the fields in which the two messages differ, from DF313 or DF314 up to the reserved bits.
  @_lifetime(coder: copy coder)
  private mutating func codeHealth<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    switch navigationMessage {
    case .fnav(var e5a):
      try e5a.code(.df314, .df315, with: &coder)
      try coder.integer(.df001(bits: 7), &reserved)
      navigationMessage = .fnav(e5a: e5a)
    case .inav(var groupDelayE5b, var e5b, var e1b):
      try coder.quantity(.df313, &groupDelayE5b)
      try e5b.code(.df316, .df317, with: &coder)
      try e1b.code(.df287, .df288, with: &coder)
      try coder.integer(.df001(bits: 2), &reserved)
      navigationMessage = .inav(groupDelayE5b: groupDelayE5b, e5b: e5b, e1b: e1b)
    }
  }
}

extension GalileoEphemeris.SignalHealth {
  @inline(__always)
  @_lifetime(coder: copy coder)
  fileprivate mutating func code<Coder: FieldCoder & ~Escapable>(
    _ statusField: DataField, _ validityField: DataField, with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(statusField, &status)
    try coder.flag(validityField, &isDataInvalid)
  }
}
