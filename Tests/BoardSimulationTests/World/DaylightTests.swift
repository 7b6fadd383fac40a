import GNSSBasics
import Mathematics
import Testing

@testable import BoardSimulation

@Suite("Sunrise and sunset")
struct DaylightTests {
  private static let milan = GeodeticPosition(latitude: 45.464, longitude: 9.19, height: 165)

  private static func time(_ month: Int, _ day: Int, _ hour: Int, _ minute: Int = 0) throws
    -> UnixTime
  {
    let date = try #require(CivilDate(year: 2026, month: month, day: day))
    return try #require(UnixTime(date, hour: hour, minute: minute, second: 0))
  }

  @Test(
    "are an almanac's of Milan, but for the equation of time",
    arguments: [
      // Sunrise and sunset in UTC, by the Python package astral, version 3.
      (6, 21, (3, 35), (19, 15)), (12, 21, (7, 0), (15, 42)), (9, 23, (5, 12), (17, 19)),
    ])
  func almanac(month: Int, day: Int, rise: (Int, Int), set: (Int, Int)) throws {
    let daylight = Daylight(at: Self.milan, on: try Self.time(month, day, 9))
    let span = try #require(daylight.span)
    let expected = try (
      Self.time(month, day, rise.0, rise.1), Self.time(month, day, set.0, set.1)
    )
    #expect(abs(span.lowerBound.duration(since: expected.0).inSeconds) < 17 * 60)
    #expect(abs(span.upperBound.duration(since: expected.1).inSeconds) < 17 * 60)
    let length = span.upperBound.duration(since: span.lowerBound).inSeconds
    #expect(abs(length - expected.1.duration(since: expected.0).inSeconds) < 6 * 60)
  }

  @Test("at the equator an equinox is 12 hours and the 100 minutes of arc at the horizon long")
  func equinox() throws {
    let equator = GeodeticPosition(latitude: 0, longitude: 0, height: 0)
    let span = try #require(Daylight(at: equator, on: try Self.time(3, 20, 12)).span)
    // 100' at 15' a minute are 6 minutes and 40 seconds.
    let length = span.upperBound.duration(since: span.lowerBound).inSeconds
    #expect(abs(length - (12 * 3600 + 400)) < 3)
    #expect(abs(span.lowerBound.duration(since: try Self.time(3, 20, 5, 56)).inSeconds) < 60)
  }

  @Test("near the poles there is none for months, and it is day or night")
  func poles() throws {
    let north = GeodeticPosition(latitude: 80, longitude: 15, height: 0)
    let (summer, winter) = try (Self.time(6, 21, 0), Self.time(12, 21, 12))
    #expect(Daylight(at: north, on: summer).span == nil && Daylight(at: north, on: summer).isDay)
    #expect(Daylight(at: north, on: winter).span == nil && !Daylight(at: north, on: winter).isDay)
  }

  @Test("it is day between them, and they are of the place's own day", arguments: [-179.0, 9, 179])
  func days(longitude: Double) throws {
    let place = GeodeticPosition(latitude: 45, longitude: longitude, height: 0)
    for hour in 0..<24 {
      let time = try Self.time(6, 1, hour)
      let daylight = Daylight(at: place, on: time)
      let span = try #require(daylight.span)
      #expect(daylight.isDay == span.contains(time), "\(hour)")
      let ahead = CivilZone.hours(at: time, place)
      func day(_ time: UnixTime) -> CivilDate {
        CivilTime(time.advanced(by: .seconds(3600 * ahead))).date
      }
      #expect(day(span.lowerBound) == day(time), "\(hour)")
    }
  }
}
