import Foundation
import Testing

@testable import GNSSBasics

@Suite("Dates without a calendar library")
struct CivilTimeTests {
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// Times at steps of 139 days and 1,807 seconds, across leap years and centuries, and some edge cases.
  static let times: [Int64] =
    (0..<600).map { $0 * 86_413 * 139 } + [
      -1, 0, 951_782_399, 951_782_400, 1_709_164_800, 4_107_542_399, 4_107_542_400,
    ]

  @Test("the civil date is Foundation's")
  func civilDate() {
    for seconds in Self.times {
      let time = CivilTime(UnixTime(nanoseconds: seconds * 1_000_000_000 + 7))
      let expected = Self.calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second],
        from: Date(timeIntervalSince1970: Double(seconds)))
      #expect(time.year == expected.year && time.month == expected.month, "\(seconds)")
      #expect(time.day == expected.day && time.hour == expected.hour, "\(seconds)")
      #expect(time.minute == expected.minute && time.second == expected.second, "\(seconds)")
      #expect(time.nanosecond == 7)
    }
  }

  @Test("the text of a time is Foundation's, with milliseconds that are cut")
  func text() {
    for seconds in Self.times where seconds >= 0 {
      let date = Date(timeIntervalSince1970: Double(seconds))
      for (nanosecond, fraction) in [(0, "000"), (7_999_999, "007"), (999_999_999, "999")] {
        var text: [UInt8] = []
        text.append(
          iso8601: CivilTime(UnixTime(nanoseconds: seconds * 1_000_000_000 + Int64(nanosecond))))
        let expected = date.ISO8601Format().replacing("Z", with: ".\(fraction)")
        #expect(String(decoding: text, as: UTF8.self) == expected)
      }
    }
  }

  @Test("an hour begins with its first nanosecond")
  func hours() {
    let starts = (0..<24).map { CivilTime(UnixTime(seconds: $0 * 3600)) }
    #expect(starts.map(\.hour) == Array(0..<24))
    #expect(starts.allSatisfy { $0.minute == 0 && $0.second == 0 && $0.nanosecond == 0 })
  }

  @Test("a date leads back to its Unix time")
  func roundTrip() {
    for seconds in Self.times where seconds >= 0 {
      let time = CivilTime(UnixTime(seconds: seconds))
      let date = CivilDate(year: time.year, month: time.month, day: time.day)
      #expect(date == time.date && date?.daysSince1970 == Int(seconds / 86_400))
      let back = UnixTime(
        time.date, hour: time.hour, minute: time.minute, second: time.second, nanosecond: -3)
      #expect(back == UnixTime(nanoseconds: seconds * 1_000_000_000 - 3))
    }
  }

  @Test(
    "a date that no calendar has is refused",
    arguments: [
      (2026, 2, 29), (2026, 13, 1), (2026, 4, 31), (2026, 0, 1), (2100, 2, 29), (2026, 1, 0),
      (2026, 1, .min), (2026, 1, .max), (1_000_000, 1, 1), (-1_000_000, 1, 1), (.min, 1, 1),
    ])
  func impossible(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test("a leap second is the first second of the next minute, also at the end of a year")
  func leapSecond() {
    for (hour, minute) in [(12, 30), (23, 59)] {
      let before = Self.time(hour: hour, minute: minute, second: 59)
      let leap = Self.time(hour: hour, minute: minute, second: 60)
      #expect(leap != nil && leap == before?.advanced(by: .seconds(1)))
    }
    #expect(Self.time(hour: 23, minute: 59, second: 60) == UnixTime(seconds: 1_483_228_800))
  }

  @Test("the first and the last of each field are taken, and nothing beyond")
  func limits() {
    #expect(
      Self.time(year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0)
        == UnixTime(seconds: 0))
    #expect(Self.time(month: 0) == nil && Self.time(month: 13) == nil)
    #expect(Self.time(day: 0) == nil && Self.time(day: 32) == nil)
    #expect(Self.time(day: 32, second: 60) == nil)
    #expect(Self.time(hour: 23) != nil && Self.time(hour: 24) == nil && Self.time(hour: -1) == nil)
    #expect(Self.time(minute: 60) == nil && Self.time(minute: -1) == nil)
    #expect(Self.time(second: 61) == nil && Self.time(second: -1) == nil)
  }

  private static func time(
    year: Int = 2016, month: Int = 12, day: Int = 31, hour: Int = 23, minute: Int = 59,
    second: Int = 59
  ) -> UnixTime? {
    CivilDate(year: year, month: month, day: day).flatMap {
      UnixTime($0, hour: hour, minute: minute, second: second)
    }
  }

  @Test("dates that 64 bits of nanoseconds do not reach are refused")
  func range() throws {
    let last = try #require(CivilDate(year: 2262, month: 4, day: 11))
    #expect(UnixTime(last, hour: 23, minute: 47, second: 16) != nil)
    #expect(UnixTime(last, hour: 23, minute: 47, second: 16, nanosecond: 999_999_999) == nil)
    #expect(UnixTime(try #require(CivilDate(year: 2263, month: 1, day: 1))) == nil)
    #expect(UnixTime(try #require(CivilDate(year: 65_535, month: 1, day: 1))) == nil)
  }

  @Test("an instant moves by a duration, and stops at the ends of its range")
  func moves() {
    let time = UnixTime(seconds: 100)
    #expect(time.advanced(by: .milliseconds(-1500)) == UnixTime(nanoseconds: 98_500_000_000))
    #expect(time.duration(since: UnixTime(seconds: 90)) == .seconds(10))
    #expect(UnixTime(nanoseconds: .max).advanced(by: .nanoseconds(1)).nanoseconds == .max)
    #expect(UnixTime(nanoseconds: .min).advanced(by: .nanoseconds(-1)).nanoseconds == .min)
    #expect(UnixTime(seconds: .max).nanoseconds == .max)
  }

  @Test("one instant has the dates of its time scales")
  func scales() throws {
    // 2026-06-01T12:00:00Z, with 18 leap seconds; BeiDou time began after 14 of them.
    let time = try #require(GPSTime(UnixTime(seconds: 1_780_315_200)))
    #expect(CivilTime(time, in: .utc) == CivilTime(UnixTime(seconds: 1_780_315_200)))
    #expect(CivilTime(time) == CivilTime(UnixTime(seconds: 1_780_315_218)))
    #expect(CivilTime(time, in: .beidou) == CivilTime(UnixTime(seconds: 1_780_315_204)))
    #expect(CivilTime(time, in: .moscow) == CivilTime(UnixTime(seconds: 1_780_326_000)))
  }
}
