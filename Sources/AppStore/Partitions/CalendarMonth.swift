internal import GNSSBasics

/// A calendar month of UTC, in stored times.
struct CalendarMonth: Hashable, Sendable {
  /// The first millisecond.
  let start: Int64
  /// The first millisecond of the month after it.
  let end: Int64

  /// Creates the month that contains a stored time.
  init(containing milliseconds: Int64) {
    let day = Int64(86_400_000)
    let (quotient, rest) = milliseconds.quotientAndRemainder(dividingBy: day)
    let days = rest < 0 ? quotient - 1 : quotient
    let date = CivilDate(daysSince1970: Int(days))
    let first = days - Int64(date.day - 1)
    start = first * day
    // The 32nd day from the first one lies in the next month.
    let later = CivilDate(daysSince1970: Int(first + 31))
    end = (first + 31 - Int64(later.day - 1)) * day
  }
}
