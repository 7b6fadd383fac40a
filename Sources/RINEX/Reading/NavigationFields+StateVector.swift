internal import GNSSBasics
internal import Mathematics
import RTCMParser

extension NavigationFields {
  func glonass() throws(RINEXReadingError) -> GLONASSEphemeris {
    var orbit = GLONASSEphemeris(satelliteID: satellite)
    // RINEX has the clock offset with the opposite sign; subtraction from 0 avoids a negative zero.
    (orbit.clockOffset, orbit.frequencyDeviation) = (0 - self[0], self[1])
    (orbit.positionX, orbit.velocityX, orbit.accelerationX) = (self[3], self[4], self[5])
    (orbit.positionY, orbit.velocityY, orbit.accelerationY) = (self[7], self[8], self[9])
    (orbit.positionZ, orbit.velocityZ, orbit.accelerationZ) = (self[11], self[12], self[13])
    orbit.isUnhealthy = self[6] != 0
    orbit.frequencyChannelIndicator = try frequencyChannelIndicator()
    orbit.age = try integer(14, "age")
    try setTimes(of: &orbit)
    if count > 15 { try setStatus(of: &orbit) }
    try checkPosition()
    let result = try onWire(orbit)
    guard result.referenceTime == orbit.referenceTime else { throw implausible("tb", at: 0) }
    return result
  }

  /// Returns the message of an SBAS satellite, whose numbers in RINEX are PRNs less 100.
  ///
  /// Source: RINEX 3.04, table A16. The message counts from PRN 120, as ``NavigationRecord`` does.
  func sbas() throws(RINEXReadingError) -> SBASEphemeris {
    let id = UInt8(exactly: Int(satellite) - NavigationRecord.firstSBASNumber)
    guard let id else { throw implausible("the satellite's number", at: 0) }
    var orbit = SBASEphemeris(satelliteID: id)
    orbit.referenceTime = time.secondsOfDay
    (orbit.af0, orbit.af1) = (self[0], self[1])
    orbit.position = ECEFPosition(x: metres(3), y: metres(7), z: metres(11))
    (orbit.velocityX, orbit.accelerationX) = (metres(4), metres(5))
    (orbit.velocityY, orbit.accelerationY) = (metres(8), metres(9))
    (orbit.velocityZ, orbit.accelerationZ) = (metres(12), metres(13))
    orbit.accuracyIndex = accuracyIndex(at: 10)
    orbit.iodn = try integer(14, "IODN")
    try checkPosition()
    let result = try onWire(orbit)
    guard result.referenceTime == orbit.referenceTime else { throw implausible("t0", at: 0) }
    return result
  }

  /// Returns the number at an index, which is in kilometres, in metres.
  private func metres(_ index: Int) -> Double { self[index] * 1000 }

  /// Checks that the satellite is above the ground.
  private func checkPosition() throws(RINEXReadingError) {
    let radius = self[3] * self[3] + self[7] * self[7] + self[11] * self[11]
    guard radius > Self.earthRadius * Self.earthRadius else {
      throw implausible("the position", at: 3)
    }
  }

  /// Returns the frequency channel plus 7; some receivers wrote a negative channel as an unsigned byte.
  private func frequencyChannelIndicator() throws(RINEXReadingError) -> UInt8 {
    let channel: Int = try integer(10, "the frequency channel")
    let signed = channel > 128 ? channel - 256 : channel
    guard (-7...13).contains(signed) else { throw implausible("the frequency channel", at: 10) }
    return UInt8(signed + 7)
  }

  /// Sets the ephemeris's times: RINEX has UTC dates, the message Moscow time and the day in four years.
  ///
  /// Day 1 is the first of a four-year interval, counted from 1996. RINEX 2 has tk in seconds of the day,
  /// later versions in seconds of the week.
  private func setTimes(of orbit: inout GLONASSEphemeris) throws(RINEXReadingError) {
    let moscow = time.secondsOfDay + Self.moscowShift
    let day = time.day + (moscow >= 86_400 ? 1 : 0)
    orbit.referenceTime = moscow >= 86_400 ? moscow - 86_400 : moscow
    orbit.day = UInt16((day - Self.daysUpTo1996).modulo(Self.daysInFourYears) + 1)
    let frame: Int = try integer(2, "tk")
    guard frame.magnitude < 1 << 32 else { throw implausible("tk", at: 2) }
    let seconds = (frame + Int(Self.moscowShift)).modulo(86_400)
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    orbit.frameTimeField = UInt16(hours << 7 | minutes << 1 | seconds % 60 / 30)
  }

  /// Reads the additional line of version 3.05; 0.9999D+09 stands for an unknown value.
  ///
  /// Source: RINEX 3.05, table A10.
  private func setStatus(of orbit: inout GLONASSEphemeris) throws(RINEXReadingError) {
    if self[15] < 512 {
      let status: UInt16 = try integer(15, "the status flags")
      (orbit.p, orbit.p1) = (UInt8(status & 3), UInt8(status >> 2 & 3))
      (orbit.p2, orbit.p3) = (status & 1 << 4 != 0, status & 1 << 5 != 0)
      (orbit.p4, orbit.satelliteKind) = (status & 1 << 6 != 0, UInt8(status >> 7 & 3))
    }
    if self[16].magnitude < 1 { orbit.l2Delay = self[16] }
    if self[17] < 16 { orbit.accuracyIndex = try integer(17, "FT") }
    if self[18] < 8 {
      let health: UInt8 = try integer(18, "the health flags")
      (orbit.isAlmanacHealthy, orbit.hasAlmanacHealth) = (health & 1 != 0, health & 2 != 0)
      orbit.isUnhealthyInThirdString = health & 4 != 0
    }
  }

  /// Moscow time less UTC, seconds.
  private static let moscowShift = 10_800.0
  private static let daysInFourYears = 1461
  /// Days from 6 January 1980 to 1 January 1996.
  private static let daysUpTo1996 = 5839
  /// Earth's radius, kilometres.
  private static let earthRadius = 6378.0
}
