import GNSSBasics
import Testing

@Suite("Leap seconds")
struct LeapSecondsTests {
  /// The end of the last day before each leap second, as Unix time, from IERS Bulletin C and its forerunners.
  static let ends: [(unix: Int64, number: Int)] = [
    (362_793_600, 1),  // 1981-06-30
    (394_329_600, 2), (425_865_600, 3), (489_024_000, 4), (567_993_600, 5), (631_152_000, 6),
    (662_688_000, 7), (709_948_800, 8), (741_484_800, 9), (773_020_800, 10), (820_454_400, 11),
    (867_715_200, 12), (915_148_800, 13), (1_136_073_600, 14), (1_230_768_000, 15),
    (1_341_100_800, 16), (1_435_708_800, 17),
    (1_483_228_800, 18),  // 2016-12-31
  ]

  @Test("each comes into force after its second, in GPS time as in UTC", arguments: ends)
  func comesIntoForce(unix: Int64, number: Int) throws {
    let second: Int64 = 1_000_000_000
    let after = try #require(GPSTime(UnixTime(nanoseconds: unix * second)))
    let before = try #require(GPSTime(UnixTime(nanoseconds: (unix - 1) * second)))
    #expect(after.leapSeconds == number)
    #expect(before.leapSeconds == number - 1)
    // The second 23:59:59, the leap second, and 0:00:00.
    #expect(after.nanoseconds - before.nanoseconds == 2 * second)
    let leap = before.advanced(byNanoseconds: second)
    #expect(leap.leapSeconds == number - 1)
    #expect(leap.unixTime == after.unixTime)
  }

  @Test("the first times have none, and the latest number holds on")
  func hasEnds() {
    #expect(GPSTime(nanoseconds: 0).leapSeconds == 0)
    #expect(GPSTime(nanoseconds: -1).leapSeconds == 0)
    #expect(GPSTime(nanoseconds: .max).leapSeconds == LeapSeconds.latest)
    #expect(LeapSeconds.latest == 18)
  }
}
