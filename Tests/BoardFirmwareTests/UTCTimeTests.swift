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

  @Test("texts have all their zeros")
  func texts() {
    let time = UTCTime(unixNanoseconds: 1_780_315_202_045_999_999)
    #expect(time.iso8601 == "2026-06-01T12:00:02.045Z")
    #expect(time.cardFileName == "20260601.CSV")
  }
}
