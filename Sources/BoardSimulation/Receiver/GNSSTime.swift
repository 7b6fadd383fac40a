internal import Mathematics

/// A moment, as Unix time in nanoseconds, and what GNSS and calendars call it.
struct GNSSTime: Hashable, Sendable {
  /// Unix time, nanoseconds.
  var unixNanoseconds: Int64

  /// Seconds that GPS time is ahead of UTC, since 2017.
  static let leapSeconds: Int64 = 18
  /// Unix time of 1980-01-06, where GPS time begins, seconds.
  private static let gpsEpoch: Int64 = 315_964_800
  private static let nanosecondsPerSecond: Int64 = 1_000_000_000

  /// Nanoseconds of GPS time, from 1980-01-06.
  var gpsNanoseconds: Int64 {
    unixNanoseconds &+ (Self.leapSeconds - Self.gpsEpoch) * Self.nanosecondsPerSecond
  }

  /// Milliseconds since the GPS week began on Sunday; the leap seconds are in it.
  var timeOfWeekMilliseconds: UInt32 {
    let week: Int64 = 604_800_000
    let milliseconds = gpsNanoseconds.flooredQuotient(1_000_000)
    return UInt32(milliseconds - milliseconds.flooredQuotient(week) * week)
  }
}

extension GNSSTime {
  /// A date and a time of day in UTC.
  struct Calendar: Hashable, Sendable {
    var year: Int, month: Int, day: Int
    var hour: Int, minute: Int, second: Int
    var nanosecond: Int
  }

  /// The date and time of day in UTC, in the Gregorian calendar.
  var calendar: Calendar {
    let seconds = unixNanoseconds.flooredQuotient(Self.nanosecondsPerSecond)
    let day = seconds.flooredQuotient(86_400)
    let ofDay = Int(seconds - day * 86_400)
    let date = CivilDate(daysSince1970: Int(day))
    return Calendar(
      year: date.year, month: date.month, day: date.day,
      hour: ofDay / 3600, minute: ofDay / 60 % 60, second: ofDay % 60,
      nanosecond: Int(unixNanoseconds - seconds * Self.nanosecondsPerSecond))
  }
}

extension Int64 {
  /// The quotient rounded towards minus infinity, for a positive divisor.
  func flooredQuotient(_ divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
