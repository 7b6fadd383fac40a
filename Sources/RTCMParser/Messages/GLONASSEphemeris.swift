/// The orbit and clock of a GLONASS satellite as it broadcasts them (message 1020).
///
/// Position, velocity and acceleration are in PZ-90.11, in kilometres as in the navigation message,
/// at ``referenceTime``. Numbers are sign and magnitude on the wire; a negative zero is kept as
/// such.
///
/// Source: RTCM 10403.3; GLONASS ICD L1, L2 5.1, §4.4. Payload: 360 bits.
public struct GLONASSEphemeris: Hashable, Sendable {
  /// DF038, satellite ID, `1...24`: the slot number.
  public var satelliteID: UInt8
  /// DF040, frequency channel plus 7.
  public var frequencyChannelIndicator: UInt8 = 7
  /// DF104, Cn, whether the almanac says that the satellite is well.
  public var isAlmanacHealthy = false
  /// DF105, whether DF104 is known.
  public var hasAlmanacHealth = false
  /// DF106, P1, interval between two ``referenceTime``: 0, 30, 45 or 60 min.
  public var p1: UInt8 = 0
  /// DF107, tk, beginning of the frame in the Moscow day: 5 bits hours, 6 minutes, 1 half minutes.
  public var frameTimeField: UInt16 = 0
  /// DF108, highest bit of Bn, whether the satellite is not to be used.
  public var isUnhealthy = false
  /// DF109, P2, whether ``referenceTime`` is an odd number of intervals.
  public var p2 = false
  /// DF110, tb, reference time, seconds of the Moscow day, resolution 900 s.
  public var referenceTime = 0.0
  /// DF111, x component of the velocity, km/s.
  public var velocityX = 0.0
  /// DF112, x component of the position, km.
  public var positionX = 0.0
  /// DF113, x component of the moon's and the sun's acceleration, km/s².
  public var accelerationX = 0.0
  /// DF114, y component of the velocity, km/s.
  public var velocityY = 0.0
  /// DF115, y component of the position, km.
  public var positionY = 0.0
  /// DF116, y component of the moon's and the sun's acceleration, km/s².
  public var accelerationY = 0.0
  /// DF117, z component of the velocity, km/s.
  public var velocityZ = 0.0
  /// DF118, z component of the position, km.
  public var positionZ = 0.0
  /// DF119, z component of the moon's and the sun's acceleration, km/s².
  public var accelerationZ = 0.0
  /// DF120, P3, whether the frame has five almanacs rather than four.
  public var p3 = false
  /// DF121, γn, relative deviation of the carrier frequency.
  public var frequencyDeviation = 0.0
  /// DF122, P, where τc and τGPS come from.
  public var p: UInt8 = 0
  /// DF123, ln of string 3, whether the satellite is not to be used.
  public var isUnhealthyInThirdString = false
  /// DF124, τn, GLONASS time less satellite time, s.
  public var clockOffset = 0.0
  /// DF125, Δτn, delay of L2 against L1, s.
  public var l2Delay = 0.0
  /// DF126, En, age of the data, days.
  public var age: UInt8 = 0
  /// DF127, P4, whether the ephemeris is renewed.
  public var p4 = false
  /// DF128, FT, accuracy index, `0...15`.
  public var accuracyIndex: UInt8 = 0
  /// DF129, NT, day of the four-year interval, from 1 on.
  public var day: UInt16 = 0
  /// DF130, M, kind of satellite: 0 GLONASS, 1 GLONASS-M.
  public var satelliteKind: UInt8 = 0
  /// DF131, whether the fields from ``almanacDay`` on mean anything.
  public var hasAdditionalData = false
  /// DF132, NA, day of the four-year interval for which ``systemTimeOffset`` holds.
  public var almanacDay: UInt16 = 0
  /// DF133, τc, UTC(SU) in Moscow less GLONASS time, s.
  public var systemTimeOffset = 0.0
  /// DF134, N4, number of the four-year interval, 1 from 1996 on.
  public var fourYearInterval: UInt8 = 0
  /// DF135, τGPS, GPS time less GLONASS time, s, whole seconds apart.
  public var gpsTimeOffset = 0.0
  /// DF136, ln of string 5, whether the satellite is not to be used.
  public var isUnhealthyInFifthString = false
  /// DF001, seven reserved bits.
  public var reserved: UInt8 = 0
  /// The payload's bits behind its last field.
  public var trailingBits = TrailingBits()

  /// Creates an ephemeris whose parameters are all zero.
  public init(satelliteID: UInt8) { self.satelliteID = satelliteID }
}

extension GLONASSEphemeris {
  /// The frequency channel, `-7...13`.
  public var frequencyChannel: Int { Int(frequencyChannelIndicator) - 7 }

  /// tk, beginning of the frame that the data are from, seconds of the Moscow day.
  public var frameTime: Int {
    let (hours, minutes) = (Int(frameTimeField >> 7), Int(frameTimeField >> 1 & 63))
    return hours * 3600 + minutes * 60 + Int(frameTimeField & 1) * 30
  }
}

extension GLONASSEphemeris: FieldList {
  /// DF002.
  public static var messageType: UInt16 { 1020 }

  /// A message whose fields are all zero.
  public init() { self.init(satelliteID: 0) }

  /// Goes along the fields behind DF002.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.df038, &satelliteID)
    try coder.integer(.df040, &frequencyChannelIndicator)
    try coder.flag(.df104, &isAlmanacHealthy)
    try coder.flag(.df105, &hasAlmanacHealth)
    try coder.integer(.df106, &p1)
    try coder.integer(.df107, &frameTimeField)
    try coder.flag(.df108, &isUnhealthy)
    try coder.flag(.df109, &p2)
    try coder.quantity(.df110, &referenceTime)
    try coder.quantity(.df111, &velocityX)
    try coder.quantity(.df112, &positionX)
    try coder.quantity(.df113, &accelerationX)
    try coder.quantity(.df114, &velocityY)
    try coder.quantity(.df115, &positionY)
    try coder.quantity(.df116, &accelerationY)
    try coder.quantity(.df117, &velocityZ)
    try coder.quantity(.df118, &positionZ)
    try coder.quantity(.df119, &accelerationZ)
    try coder.flag(.df120, &p3)
    try coder.quantity(.df121, &frequencyDeviation)
    try coder.integer(.df122, &p)
    try coder.flag(.df123, &isUnhealthyInThirdString)
    try coder.quantity(.df124, &clockOffset)
    try coder.quantity(.df125, &l2Delay)
    try coder.integer(.df126, &age)
    try coder.flag(.df127, &p4)
    try coder.integer(.df128, &accuracyIndex)
    try coder.integer(.df129, &day)
    try coder.integer(.df130, &satelliteKind)
    try coder.flag(.df131, &hasAdditionalData)
    try coder.integer(.df132, &almanacDay)
    try coder.quantity(.df133, &systemTimeOffset)
    try coder.integer(.df134, &fourYearInterval)
    try coder.quantity(.df135, &gpsTimeOffset)
    try coder.flag(.df136, &isUnhealthyInFifthString)
    try coder.integer(.df001(bits: 7), &reserved)
    try coder.trailing(&trailingBits)
  }
}
