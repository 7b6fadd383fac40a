import RTCMParser
import Testing

@Suite("The time that a message tells by itself")
struct StatedTimeTests {
  @Test("week 0 is the first of a count, not that after its last")
  func firstWeek() {
    #expect(
      RTCMMessage.beidouEphemeris(BeiDouEphemeris(satelliteID: 1)).statedTime?.week == 1356)
    #expect(
      RTCMMessage.galileoEphemeris(GalileoEphemeris(.inav(), satelliteID: 1)).statedTime?.week
        == 1024)
  }

  @Test("Galileo's and BeiDou's weeks are whole")
  func longWeeks() {
    var galileo = GalileoEphemeris(.inav(), satelliteID: 1)
    (galileo.week, galileo.referenceTime) = (1400, 7200)  // GPS week 2424
    #expect(
      RTCMMessage.galileoEphemeris(galileo).statedTime
        == GPSTime(week: 2424, secondsOfWeek: 7200))
    var beidou = BeiDouEphemeris(satelliteID: 1)
    (beidou.week, beidou.referenceTime) = (1068, 7200)
    #expect(
      RTCMMessage.beidouEphemeris(beidou).statedTime == GPSTime(week: 2424, secondsOfWeek: 7214))
  }

  @Test("a modified Julian day is a date, 0 is none")
  func julianDays() {
    var parameters = SystemParameters(
      stationID: 1, time: TransmissionTime(modifiedJulianDay: 58_000, secondOfDay: 60))
    // The date is 4 September 2017: GPS week 1965, day 1.
    #expect(
      RTCMMessage.systemParameters(parameters).statedTime
        == GPSTime(week: 1965, secondsOfWeek: 86_400 + 60 + 18))
    parameters.time.modifiedJulianDay = 0
    #expect(RTCMMessage.systemParameters(parameters).statedTime == nil)
  }

  @Test("a week that begins anew every 20 years is none")
  func shortWeeks() {
    #expect(RTCMMessage.gpsEphemeris(GPSEphemeris(satelliteID: 1)).statedTime == nil)
    #expect(RTCMMessage.qzssEphemeris(QZSSEphemeris(satelliteID: 1)).statedTime == nil)
  }
}
