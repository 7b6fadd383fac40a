internal import Mathematics

/// The summer time of the European Union, an hour ahead of standard time.
package enum EuropeanSummerTime {
  /// Whether summer time is in force at an instant.
  ///
  /// Summer time lasts from the last Sunday of March to the last Sunday of October, 01:00 UTC.
  ///
  /// Source: Directive 2000/84/EC, articles 1 to 3.
  package static func isInForce(at time: UnixTime) -> Bool {
    let now = CivilTime(time)
    guard now.month == 3 || now.month == 10 else { return (4...9).contains(now.month) }
    // 1970-01-01 was a Thursday: (days since then + 4) modulo 7 is 0 on Sundays.
    let sinceSunday = (now.date.daysSince1970 + 4).modulo(7)
    // Both months have 31 days, so the last Sunday is the 25th or later.
    let lastSundayHasCome = now.day - sinceSunday >= 25 && (sinceSunday > 0 || now.hour >= 1)
    return lastSundayHasCome == (now.month == 3)
  }
}
