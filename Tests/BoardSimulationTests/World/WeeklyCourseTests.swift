import GNSSBasics
import Testing

@testable import BoardSimulation

@Suite("Hours of the week")
struct WeeklyCourseTests {
  private static let milan = World.milan

  /// Returns the hour of the week at a place, by default in Milan, for a date and hour of UTC.
  private func hour(
    _ month: Int, _ day: Int, _ hour: Int, at place: GeodeticPosition = milan
  ) throws -> Double {
    let date = try #require(CivilDate(year: 2026, month: month, day: day))
    let time = try #require(UnixTime(date, hour: hour))
    return CivilClock.hourOfWeek(unix: Double(time.nanoseconds) * 1e-9, at: place)
  }

  @Test("clocks in Milan are an hour ahead of UTC, in summer two, and weeks begin on Monday")
  func clocks() throws {
    // 5 January 2026 was a Monday.
    #expect(try hour(1, 5, 0) == 1)
    #expect(try hour(1, 4, 23) == 0)
    #expect(try hour(6, 1, 12) == 14)
    // Clocks change on the Sundays 29 March and 25 October, both at 01:00 UTC.
    #expect(try hour(3, 29, 0) == 145 && hour(3, 29, 1) == 147)
    #expect(try hour(10, 25, 0) == 146 && hour(10, 25, 1) == 146)
  }

  @Test("elsewhere clocks follow the longitude")
  func zones() throws {
    let sydney = GeodeticPosition(latitude: -33.9, longitude: 151.2, height: 0)
    let boston = GeodeticPosition(latitude: 42.4, longitude: -71.1, height: 0)
    #expect(try hour(6, 1, 0, at: sydney) == 10)
    #expect(try hour(6, 1, 12, at: boston) == 7)
    let nowhere = GeodeticPosition(latitude: 0, longitude: .nan, height: 0)
    #expect((0..<168).contains(CivilClock.hourOfWeek(unix: 1e300, at: nowhere)))
    #expect((0..<168).contains(CivilClock.hourOfWeek(unix: -1e300, at: nowhere)))
  }

  @Test(
    "courses go on from week to week without a jump, and are 1 in the mean",
    arguments: [
      WeeklyCourse.traffic, .heating, .cooking, .people, .atHome,
    ])
  func continuous(course: WeeklyCourse) {
    let values = (0..<16_800).map { course.value(at: Double($0) / 100) }
    for (a, b) in zip(values, values.dropFirst() + [values[0]]) { #expect(abs(a - b) < 0.03) }
    let mean: Double = values.reduce(0, +) / 16_800
    #expect((mean - 1).magnitude < 0.15)
    #expect(values.allSatisfy { $0 > 0 })
  }

  @Test("traffic has its rush hours on workdays, fewer engines on Sunday, and lingers at night")
  func traffic() {
    func value(_ day: Int, _ hour: Double) -> Double {
      WeeklyCourse.traffic.value(at: 24 * Double(day) + hour)
    }
    for day in 0..<5 {
      #expect(value(day, 8.5) > 1.3 * value(day, 3.5))
      #expect(value(day, 17.5) > 1.2 * value(day, 13) && value(day, 17.5) > value(day, 21))
      #expect(value(day, 3) > 0.15, "though hardly anybody drives")
    }
    #expect(value(6, 8.5) < 0.5 * value(4, 8.5))
  }
}
