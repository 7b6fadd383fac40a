internal import Bytes
internal import GNSSBasics

/// The time scale of a position file, by the first word of its titles.
enum PositionClock: String {
  case gps = "GPST"
  case utc = "UTC"
  /// Japan Standard Time, UTC + 9 h.
  case japan = "JST"

  /// Returns the time in two columns: a week and its seconds, or a date `y/m/d` and a clock `h:m:s`.
  ///
  /// The result is `nil` for any other text.
  func time(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> GPSTime? {
    let own = Self.nanosecondsOfWeek(first, second) ?? Self.nanosecondsOfDate(first, second)
    return own.map(gpsTime)
  }

  /// Returns the GPS time of nanoseconds since 1980-01-06 in this time scale.
  private func gpsTime(_ nanoseconds: Int64) -> GPSTime {
    guard self != .gps else { return GPSTime(nanoseconds: nanoseconds) }
    let utc = nanoseconds - (self == .japan ? 9 * 3600 * Self.second : 0)
    let leapSeconds = LeapSeconds.number(atUTCSecondsSince1980: utc / Self.second)
    return GPSTime(nanoseconds: utc + Int64(leapSeconds) * Self.second)
  }

  private static func nanosecondsOfWeek(
    _ week: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>
  ) -> Int64? {
    guard let week = week.decimalInteger, let second = second.decimalNumber, week < 10_000,
      (0...604_800).contains(second)
    else { return nil }
    return Int64(week) * 604_800 * Self.second + nanoseconds(second)
  }

  private static func nanosecondsOfDate(
    _ date: ArraySlice<UInt8>, _ clock: ArraySlice<UInt8>
  ) -> Int64? {
    let date = date.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .compactMap(\.decimalInteger)
    let clock = clock.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard date.count == 3, clock.count == 3, (1980..<2200).contains(date[0]),
      let day = CivilDate(year: date[0], month: date[1], day: date[2]),
      let hour = clock[0].decimalInteger, hour < 24, let minute = clock[1].decimalInteger,
      minute < 60, let second = clock[2].decimalNumber, (0...61).contains(second)
    else { return nil }
    let minutes = (day.daysSince1970 - GPSTime.daysFrom1970) * 1440 + hour * 60 + minute
    return Int64(minutes) * 60 * Self.second + nanoseconds(second)
  }

  private static var second: Int64 { 1_000_000_000 }

  private static func nanoseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1e9).rounded()) }
}
