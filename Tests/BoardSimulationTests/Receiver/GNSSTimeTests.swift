import Foundation
import Testing

@testable import BoardSimulation

@Suite("GNSS time")
struct GNSSTimeTests {
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    return calendar
  }()

  @Test("dates are those of Foundation's calendar, across leap years and centuries")
  func dates() {
    let times = (0..<500).map { Int64($0) * 86_413 * 167 } + [-1, 951_868_799, 4_107_542_400]
    for seconds in times {
      let date = GNSSTime(unixNanoseconds: seconds * 1_000_000_000 + 7).calendar
      let expected = Self.calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second],
        from: Date(timeIntervalSince1970: Double(seconds)))
      #expect(
        [date.year, date.month, date.day]
          == [expected.year, expected.month, expected.day], "\(seconds)")
      #expect(
        [date.hour, date.minute, date.second]
          == [expected.hour, expected.minute, expected.second], "\(seconds)")
      #expect(date.nanosecond == 7)
    }
  }

  @Test("the week begins on Sunday, 18 s before it does in UTC")
  func timeOfWeek() {
    let second: Int64 = 1_000_000_000
    // 1980-01-06T00:00:00Z and 2026-06-06T23:59:42Z.
    let sunday: Int64 = 1_780_790_382
    #expect(GNSSTime(unixNanoseconds: 315_964_800 * second).gpsNanoseconds == 18 * second)
    #expect(GNSSTime(unixNanoseconds: sunday * second).timeOfWeekMilliseconds == 0)
    #expect(GNSSTime(unixNanoseconds: sunday * second - 1).timeOfWeekMilliseconds == 604_799_999)
    #expect(GNSSTime(unixNanoseconds: sunday * second + 999_999).timeOfWeekMilliseconds == 0)
    #expect(GNSSTime(unixNanoseconds: sunday * second + 1_000_000).timeOfWeekMilliseconds == 1)
  }

  @Test("epochs are at whole multiples of their period in GPS time")
  func epochs() {
    let boot: Int64 = 1_780_315_200_000_000_000
    #expect(EpochClock(bootDate: boot, period: .seconds(1)).next == .zero)
    var clock = EpochClock(bootDate: boot + 250_000_000, period: .seconds(1))
    #expect(clock.next == .milliseconds(750))
    clock.step()
    #expect(clock.next == .milliseconds(1750))
    clock.setPeriod(.seconds(1), at: .milliseconds(1200))
    #expect(clock.next == .milliseconds(1750))
    // The next one comes after now, though now is an epoch of the new period.
    clock.setPeriod(.milliseconds(200), at: .milliseconds(1350))
    #expect(clock.next == .milliseconds(1550))
    #expect(clock.time(at: .milliseconds(1550)).unixNanoseconds == boot + 1_800_000_000)
    // GPS time is 18 s ahead: multiples of 10 s are at 2, 12, 22 … seconds of UTC.
    #expect(EpochClock(bootDate: boot, period: .seconds(10)).next == .seconds(2))
  }
}
