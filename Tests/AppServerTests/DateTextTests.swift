import GNSSBasics
import Testing

@testable import AppServer

@Suite("dates as the apps write them")
struct DateTextTests {
  @Test(
    "an instant has a date, a time, perhaps a fraction, and an offset",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:01z", 1_000_000_000),
      ("2026-11-18T11:06:40Z", 1_795_000_000_000_000_000),
      ("2026-11-18T11:06:40.5Z", 1_795_000_000_500_000_000),
      ("2026-11-18T11:06:40.000000001Z", 1_795_000_000_000_000_001),
      ("2026-11-18T11:06:40.1234567898Z", 1_795_000_000_123_456_789),
      ("2026-11-18T12:06:40+01:00", 1_795_000_000_000_000_000),
      ("2026-11-18T09:36:40.25-01:30", 1_795_000_000_250_000_000),
      ("2026-11-19T11:05:40+23:59", 1_795_000_000_000_000_000),
      ("2026-11-17T11:07:40-23:59", 1_795_000_000_000_000_000),
      ("1969-12-31T23:59:59.75Z", -250_000_000),
    ])
  func instants(text: String, nanoseconds: Int64) {
    #expect(DateText.instant(text)?.nanoseconds == nanoseconds)
    #expect(AirRow.instant(text)?.nanoseconds == nanoseconds)
  }

  @Test(
    "what is not written so is none",
    arguments: [
      "", "2026-11-18", "2026-11-18T11:06:40", "2026-11-18 11:06:40Z", "2026-11-18T11:06:40.Z",
      "2026-11-18T11:06Z", "2026-11-18T11.06:40Z", "2026-11-18T11:06.40Z", "2026-11/18T11:06:40Z",
      "2026/11-18T11:06:40Z", "2026-11-18T11:06:40Zx", "2026-11-18T11:06:40+24:00",
      "2026-11-18T11:06:40+01:60", "2026-11-18T11:06:40+0100", "2026-11-18T11:06:40+01.00",
      "2026-11-18T11:06:40+01", "2026-11-18T11:06:40=01:00", "2026-11-18T11:06:40+01:00:00",
      "2026-13-18T11:06:40Z", "2026-02-29T11:06:40Z", "2026-11-011T11:06:40Z",
      "2026-1-18T11:06:40Z",
      "26-11-18T11:06:40Z", "2026-11-18T11:06:4", "2026-11-18T1x:06:40Z", "2026-11-18T11:06:40,5Z",
      "2026-11-18T11:06:40.5", "2026-11-18T11:06:40.-5Z", "+026-11-18T11:06:40Z",
    ])
  func noInstants(text: String) { #expect(DateText.instant(text) == nil) }

  @Test("a day is a date and nothing behind it")
  func days() {
    #expect(DateText.day("1990-07-21") == CivilDate(year: 1990, month: 7, day: 21))
    for text in ["", "1990-07", "1990-07-2", "1990-07-211", "1990-02-30", "1990-07-21T00:00:00Z"] {
      #expect(DateText.day(text) == nil, "\(text)")
    }
  }

  @Test("a time is told to the millisecond, a day of birth as its midnight")
  func telling() throws {
    let time = UnixTime(nanoseconds: 1_795_000_000_250_999_999)
    #expect(DateText.text(time) == "2026-11-18T11:06:40.250Z")
    #expect(AirRow.timestamp(time) == "2026-11-18T11:06:40.250Z")
    let day = try #require(CivilDate(year: 1990, month: 7, day: 21))
    #expect(DateText.birthDay(day) == "1990-07-21T00:00:00.000Z")
    let early = try #require(CivilDate(year: 1, month: 1, day: 1))
    #expect(DateText.birthDay(early) == "1970-01-01T00:00:00.000Z", "beyond what times reach")
  }

  @Test(
    "a day with a zero too many is a day of three digits that begins with one",
    arguments: [
      ("2026-11-011T00:00:00Z", true), ("2026-11-011t00:00:00Z", true), ("2026-11-011", true),
      ("2026-11-11T00:00:00Z", false), ("2026-11-111T00:00:00Z", false), ("2026-11-0111", false),
      ("2026-11-01xT00:00:00Z", false), ("2026-11-01", false), ("", false), ("T", false),
    ])
  func longDays(text: String, isLong: Bool) { #expect(DateText.hasLongDay(text) == isLong) }
}
