import GNSSBasics
import Testing

@Suite("GPS time")
struct GPSTimeTests {
  @Test(
    "a Unix time has the week and time of week that calendars give, and is one again",
    arguments: [
      // 1980-01-06T00:00:00Z, the beginning of GPS time.
      (315_964_800, 0, 0),
      // 1999-08-22T00:00:00Z, 13 s after the first roll-over of the ten-bit week.
      (935_280_000, 1024, 13_000),
      // 2019-04-07T00:00:00Z, 18 s after the second roll-over.
      (1_554_595_200, 2048, 18_000),
      // 2026-06-01T12:00:00Z, a Monday.
      (1_780_315_200, 2421, 129_618_000),
      // 2026-06-06T23:59:42Z, the beginning of a GPS week.
      (1_780_790_382, 2422, 0),
    ])
  func convertsUnixTime(seconds: Int64, week: Int, millisecondsOfWeek: Int) throws {
    let time = try #require(GPSTime(UnixTime(seconds: seconds)))
    #expect(time.week == week)
    #expect(time.millisecondsOfWeek == millisecondsOfWeek)
    #expect(time == GPSTime(week: week, millisecondsOfWeek: millisecondsOfWeek))
    #expect(time.unixTime == UnixTime(seconds: seconds))
  }

  @Test("the week begins on Sunday, and a fraction of a millisecond is left out")
  func beginsOnSunday() throws {
    // 2026-06-06T23:59:42Z, the beginning of a GPS week.
    let sunday = UnixTime(seconds: 1_780_790_382)
    for (nanoseconds, expected) in [(0, 0), (-1, 604_799_999), (999_999, 0), (1_000_000, 1)] {
      let time = try #require(GPSTime(sunday.advanced(by: .nanoseconds(nanoseconds))))
      #expect(time.millisecondsOfWeek == expected)
    }
  }

  @Test("there is no time before GPS time", arguments: [Int64.min, -1, 315_964_799_999_999_999])
  func refusesEarlierTimes(unixNanoseconds: Int64) {
    #expect(GPSTime(UnixTime(nanoseconds: unixNanoseconds)) == nil)
  }

  @Test("the last Unix time that fits is converted")
  func reachesTheEnd() throws {
    #expect(try #require(GPSTime(UnixTime(nanoseconds: .max))).week == 14_727)
  }

  @Test("arithmetic at the ends of the range stops there")
  func saturates() {
    let (first, last) = (GPSTime(nanoseconds: .min), GPSTime(nanoseconds: .max))
    #expect(last.advanced(byNanoseconds: 1) == last)
    #expect(first.advanced(byNanoseconds: -1) == first)
    #expect(GPSTime(week: .max, secondsOfWeek: .max) == last)
    #expect(GPSTime(week: .min, secondsOfWeek: .min) == first)
    for end in [first, last] {
      #expect((0..<604_800_000).contains(end.millisecondsOfWeek))
      #expect(abs(end.nearest(millisecondsOfWeek: .min).week - end.week) <= 1)
      #expect(abs(end.nearest(millisecondsOfDay: .max).week - end.week) <= 1)
      #expect(end.nearestWeek(5, modulus: 1024) % 1024 == (end.week < 0 ? 5 - 1024 : 5))
      #expect((0...18).contains(end.leapSeconds))
      _ = end.unixTime
    }
  }

  @Test("the time between two instants is told over the whole range, to the nanosecond when short")
  func seconds() {
    let (first, last) = (GPSTime(nanoseconds: .min), GPSTime(nanoseconds: .max))
    #expect(last.seconds(since: first) == 0x1p64 * 1e-9)
    #expect(first.seconds(since: last) == -0x1p64 * 1e-9)
    let time = GPSTime(nanoseconds: 1_000_000_000_000_000_000)
    #expect(time.seconds(since: time.advanced(byNanoseconds: 1)) == -1e-9)
    #expect(time.advanced(byNanoseconds: 1_500_000_000).seconds(since: time) == 1.5)
  }

  @Test(
    "the nearest time of week is at most half a week away",
    arguments: [(302_400_000, 0), (302_400_001, -1), (604_799_000, -1), (0, 0), (604_800_000, 0)])
  func findsNearest(millisecondsOfWeek: Int, weeks: Int) {
    let reference = GPSTime(week: 2000, millisecondsOfWeek: 0)
    let time = reference.nearest(millisecondsOfWeek: millisecondsOfWeek)
    #expect(time.millisecondsOfWeek == millisecondsOfWeek % 604_800_000)
    #expect(time.week == 2000 + weeks)
  }

  @Test(
    "a broadcast week number is the nearest of the weeks that it can be",
    arguments: [
      (2048, 1023, 1024, 2047), (2047, 0, 1024, 2048), (1534, 1023, 1024, 1023),
      (1536, 1023, 1024, 2047), (2300, 1276 + 1024, 4096, 2300), (700, 8191, 8192, -1),
    ])
  func resolvesWeeks(week: Int, number: Int, modulus: Int, expected: Int) {
    let reference = GPSTime(week: week, millisecondsOfWeek: 0)
    #expect(reference.nearestWeek(number, modulus: modulus) == expected)
  }
}
