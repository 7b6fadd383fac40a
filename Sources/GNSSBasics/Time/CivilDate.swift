internal import Mathematics

/// A day of the proleptic Gregorian calendar.
public struct CivilDate: Hashable, Sendable {
  /// The year; 0 is the year before the year 1.
  public let year: Int
  /// The month, `1...12`.
  public let month: Int
  /// The day of the month, `1...31`.
  public let day: Int

  /// Creates the date of a day number, counted from 1970-01-01.
  ///
  /// In this calculation years begin in March, so that a leap day ends a year. Then the days before each
  /// month are a straight line rounded down: 0, 31, 61, 92, 122, 153 …
  ///
  /// - Parameter days: Days since 1970-01-01, negative before that day.
  public init(daysSince1970 days: Int) {
    let (era, dayOfEra) = (days + Self.daysFromYear0).dividedRoundingDown(by: Self.daysPerEra)
    let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = 400 * era + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// Creates a date from its numbers; the result is `nil` if the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...31).contains(day), year.magnitude < 1_000_000 else {
      return nil
    }
    self.init(daysSince1970: Self.days(year: year, month: month, day: day))
    // In a shorter month, day 31 becomes a day of the next month.
    guard self.day == day else { return nil }
  }

  /// The number of days since 1970-01-01, negative before that day.
  public var daysSince1970: Int { Self.days(year: year, month: month, day: day) }

  private static func days(year: Int, month: Int, day: Int) -> Int {
    let (era, yearOfEra) = (month > 2 ? year : year - 1).dividedRoundingDown(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysPerEra + dayOfEra - daysFromYear0
  }

  /// The number of days in 400 years, the calendar's period.
  private static var daysPerEra: Int { 146_097 }
  /// The number of days from 0000-03-01 to 1970-01-01.
  private static var daysFromYear0: Int { 719_468 }
}
