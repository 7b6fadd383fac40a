import RTCMParser
import Testing

@Suite("GPS time")
struct GPSTimeTests {
  @Test(
    "a Unix time has the week and time of week that calendars give",
    arguments: [
      // 2019-04-07T00:00:00Z, just after the second roll-over of the ten-bit week.
      (1_554_595_200, 2048, 18_000),
      // 2026-06-01T12:00:00Z, a Monday.
      (1_780_315_200, 2421, 129_618_000),
      // 2026-06-06T23:59:42Z, when GPS time begins a week.
      (1_780_790_382, 2422, 0),
    ])
  func convertsUnixTime(seconds: Int64, week: Int, millisecondsOfWeek: Int) throws {
    let time = try #require(GPSTime(unixNanoseconds: seconds * 1_000_000_000))
    #expect(time.week == week)
    #expect(time.millisecondsOfWeek == millisecondsOfWeek)
  }

  @Test("there is no time before GPS time", arguments: [Int64.min, -1, 315_964_781_999_999_999])
  func refusesEarlierTimes(unixNanoseconds: Int64) {
    #expect(GPSTime(unixNanoseconds: unixNanoseconds) == nil)
  }

  @Test("the last Unix time that fits is converted")
  func reachesTheEnd() throws {
    #expect(try #require(GPSTime(unixNanoseconds: .max)).week == 14_727)
  }
}
