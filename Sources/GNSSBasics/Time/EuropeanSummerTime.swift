internal import Mathematics

/// When clocks in the European Union are an hour ahead.
package enum EuropeanSummerTime {
  /// Whether it is summer time at an instant: from the last Sunday of March to that of October, 01:00 UTC.
  ///
  /// Source: Directive 2000/84/EC, articles 1 to 3.
  package static func isInForce(at time: UnixTime) -> Bool {
    let now = CivilTime(time)
    guard now.month == 3 || now.month == 10 else { return (4...9).contains(now.month) }
    // 1970-01-01 was a Thursday: days since then, plus four, modulo seven, are 0 on Sundays.
    let sinceSunday = (now.date.daysSince1970 + 4).modulo(7)
    // Both months have 31 days, so that the last Sunday is the 25th or later.
    let lastSundayHasCome = now.day - sinceSunday >= 25 && (sinceSunday > 0 || now.hour >= 1)
    return lastSundayHasCome == (now.month == 3)
  }
}
