internal import GNSSBasics

/// The time that clocks in Milan show.
enum RomeTime {
  /// How far they are ahead of UTC at an instant: two hours from the last Sunday of March to that of
  /// October, 01:00 UTC, and one otherwise (Directive 2000/84/EC).
  static func offset(at time: UnixTime) -> Duration {
    let year = CivilTime(time).year
    guard let start = lastSunday(of: 3, year), let end = lastSunday(of: 10, year) else {
      return .seconds(3600)
    }
    return start <= time && time < end ? .seconds(7200) : .seconds(3600)
  }

  /// The instant at which they show an hour of the day; by day there is one.
  static func instant(_ date: CivilDate, hour: Int) -> UnixTime? {
    guard let utc = UnixTime(date, hour: hour) else { return nil }
    return utc.advanced(by: .zero - offset(at: utc))
  }

  private static func lastSunday(of month: Int, _ year: Int) -> UnixTime? {
    guard let last = CivilDate(year: year, month: month, day: 31) else { return nil }
    // 1970-01-01 was a Thursday: days since then, plus four, modulo seven, are 0 on Sundays.
    let weekday = ((last.daysSince1970 + 4) % 7 + 7) % 7
    return UnixTime(CivilDate(daysSince1970: last.daysSince1970 - weekday), hour: 1)
  }
}
