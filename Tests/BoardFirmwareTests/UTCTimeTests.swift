import Foundation
import Testing

@testable import BoardFirmware

@Suite("Dates without a calendar library")
struct UTCTimeTests {
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// Each day's length apart but for a prime number of seconds, across leap years and centuries.
  static let times: [Int64] =
    (0..<600).map { $0 * 86_413 * 139 } + [
      -1, 0, 951_782_399, 951_782_400, 1_709_164_800, 4_107_542_399, 4_107_542_400,
    ]

  @Test("the civil date is Foundation's")
  func civilDate() {
    for seconds in Self.times {
      let time = UTCTime(unixNanoseconds: seconds * 1_000_000_000 + 7)
      let expected = Self.calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second],
        from: Date(timeIntervalSince1970: Double(seconds)))
      #expect(time.year == expected.year && time.month == expected.month, "\(seconds)")
      #expect(time.day == expected.day && time.hour == expected.hour, "\(seconds)")
      #expect(time.minute == expected.minute && time.second == expected.second, "\(seconds)")
      #expect(time.nanosecond == 7)
    }
  }

  @Test("a date leads back to its Unix time")
  func roundTrip() {
    for seconds in Self.times where seconds >= 0 {
      let time = UTCTime(unixNanoseconds: seconds * 1_000_000_000)
      let back = UTCTime.unixNanoseconds(
        year: time.year, month: time.month, day: time.day, hour: time.hour, minute: time.minute,
        second: time.second, nanosecond: -3)
      #expect(back == seconds * 1_000_000_000 - 3)
    }
  }

  @Test(
    "a date that no calendar has is refused",
    arguments: [(2026, 2, 29), (2026, 13, 1), (2026, 4, 31), (0, 1, 1), (2100, 2, 29)])
  func impossible(year: Int, month: Int, day: Int) {
    let time = UTCTime.unixNanoseconds(
      year: year, month: month, day: day, hour: 0, minute: 0, second: 0, nanosecond: 0)
    #expect(time == nil)
  }

  @Test("a leap second is the first second of the next minute, also at the end of a year")
  func leapSecond() {
    for (hour, minute) in [(12, 30), (23, 59)] {
      let time = Self.time(hour: hour, minute: minute, second: 60)
      #expect(time == Self.time(hour: hour, minute: minute, second: 59).map { $0 + 1_000_000_000 })
    }
  }

  @Test("the first and the last of each field are taken, and nothing beyond")
  func limits() {
    #expect(Self.time(year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0) == 0)
    #expect(Self.time(year: 2200) != nil)
    #expect(Self.time(year: 1969) == nil && Self.time(year: 2201) == nil)
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
  ) -> Int64? {
    UTCTime.unixNanoseconds(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, nanosecond: 0)
  }

  @Test("texts have all their zeros")
  func texts() {
    let time = UTCTime(unixNanoseconds: 1_780_315_202_045_999_999)
    #expect(time.iso8601 == "2026-06-01T12:00:02.045Z")
    #expect(time.cardFileName == "20260601.CSV")
  }
}
