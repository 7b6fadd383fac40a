import GNSSBasics
import Testing

@Suite("European summer time")
struct EuropeanSummerTimeTests {
  @Test(
    "begins and ends at 01:00 UTC of the last Sundays of March and October",
    // In March 2024 the 31st is a Sunday, in October 2026 the 25th.
    arguments: [
      (2024, 3, 31, 0, false), (2024, 3, 31, 1, true), (2024, 10, 27, 0, true),
      (2024, 10, 27, 1, false), (2026, 3, 28, 23, false), (2026, 3, 29, 0, false),
      (2026, 3, 29, 1, true), (2026, 3, 30, 0, true), (2026, 10, 24, 23, true),
      (2026, 10, 25, 0, true), (2026, 10, 25, 1, false), (2026, 10, 31, 12, false),
      (2026, 3, 1, 12, false), (2026, 10, 1, 12, true), (2026, 1, 15, 12, false),
      (2026, 7, 15, 12, true), (2026, 12, 31, 23, false), (1965, 7, 1, 0, true),
    ])
  func changes(year: Int, month: Int, day: Int, hour: Int, isSummer: Bool) throws {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    let time = try #require(UnixTime(date, hour: hour))
    #expect(EuropeanSummerTime.isInForce(at: time) == isSummer)
  }
}
