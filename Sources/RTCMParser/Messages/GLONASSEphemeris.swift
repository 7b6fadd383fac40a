/// The orbit and clock that a GLONASS satellite broadcasts (message 1020).
///
/// Position, velocity and acceleration hold at ``referenceTime``, in PZ-90.11 and in kilometres, as in the
/// navigation message. Numbers on the wire are sign and magnitude, and a negative zero is preserved.
///
/// Source: RTCM 10403.3; GLONASS ICD L1, L2 5.1, §4.4. Payload: 360 bits.
public struct GLONASSEphemeris: Hashable, Sendable {
  /// DF038, satellite ID, `1...24`: the slot number.
  public var satelliteID: UInt8
  /// DF040, frequency channel plus 7, `0...31`.
  public var frequencyChannelIndicator: UInt8 = 7
  /// DF104, Cn, whether the almanac marks the satellite healthy.
  public var isAlmanacHealthy = false
  /// DF105, whether DF104 is available.
  public var hasAlmanacHealth = false
  /// DF106, P1, code of the interval between two ``referenceTime`` values, `0...3`: 0, 30, 45 or 60 min.
  public var p1: UInt8 = 0
  /// DF107, tk, start of the frame in the Moscow day: 5 bits of hours, 6 of minutes, 1 of half minutes.
  public var frameTimeField: UInt16 = 0
  /// DF108, highest bit of Bn, whether the satellite must not be used.
  public var isUnhealthy = false
  /// DF109, P2, whether ``referenceTime`` is an odd multiple of the interval.
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
  /// DF122, P, source of τc and τGPS.
  public var p: UInt8 = 0
  /// DF123, ln of string 3, whether the satellite must not be used.
  public var isUnhealthyInThirdString = false
  /// DF124, τn, GLONASS time less satellite time, s.
  public var clockOffset = 0.0
  /// DF125, Δτn, delay of L2 against L1, s.
  public var l2Delay = 0.0
  /// DF126, En, age of the data, days.
  public var age: UInt8 = 0
  /// DF127, P4, whether the ephemeris was updated.
  public var p4 = false
  /// DF128, FT, accuracy index, `0...15`.
  public var accuracyIndex: UInt8 = 0
  /// DF129, NT, day of the four-year interval, from 1 on.
  public var day: UInt16 = 0
  /// DF130, M, kind of satellite: 0 GLONASS, 1 GLONASS-M.
  public var satelliteKind: UInt8 = 0
  /// DF131, whether the fields from ``almanacDay`` on are valid.
  public var hasAdditionalData = false
  /// DF132, NA, day of the four-year interval for which ``systemTimeOffset`` holds.
  public var almanacDay: UInt16 = 0
  /// DF133, τc, UTC(SU) in Moscow less GLONASS time, s.
  public var systemTimeOffset = 0.0
  /// DF134, N4, number of the four-year interval, 1 from 1996 on.
  public var fourYearInterval: UInt8 = 0
  /// DF135, τGPS, GPS time less GLONASS time without whole seconds, s.
  public var gpsTimeOffset = 0.0
  /// DF136, ln of string 5, whether the satellite must not be used.
  public var isUnhealthyInFifthString = false
  /// DF001, seven reserved bits.
  public var reserved: UInt8 = 0
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a satellite's ephemeris whose parameters are all zero, with frequency channel 0 (DF040 is 7).
  public init(satelliteID: UInt8) { self.satelliteID = satelliteID }
}

extension GLONASSEphemeris {
  /// The satellite's frequency channel; the field holds `-7...24`, the standard's channels are `-7...13`.
  public var frequencyChannel: Int { Int(frequencyChannelIndicator) - 7 }

  /// tk, the start of the broadcast frame that holds the data, seconds of the Moscow day.
  public var frameTime: Int {
    let (hours, minutes) = (Int(frameTimeField >> 7), Int(frameTimeField >> 1 & 63))
    return hours * 3600 + minutes * 60 + Int(frameTimeField & 1) * 30
  }
}

extension GLONASSEphemeris: FieldList {
  /// The message type, DF002.
  public static var messageType: UInt16 { 1020 }

  /// Creates a message whose fields are all zero, except DF040, which is 7 (frequency channel 0).
  public init() { self.init(satelliteID: 0) }

  /// Codes the message's fields after DF002, in their order on the wire.
  #if !hasFeature(Embedded)
    @inline(__always)
  #endif
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
