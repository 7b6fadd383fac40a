internal import Mathematics

/// A day of the proleptic Gregorian calendar.
public struct CivilDate: Hashable, Sendable {
  /// The year, 0 being the one before the year 1.
  public let year: Int
  /// The month, `1...12`.
  public let month: Int
  /// The day of the month, `1...31`.
  public let day: Int

  /// The date of a day, counted from 1970-01-01.
  ///
  /// Years begin in March here, so that a leap day ends one; then months have the lengths of a straight
  /// line rounded down: day 0, 31, 61, 92, 122, 153 … of the year.
  ///
  /// - Parameter days: Days since 1970-01-01, negative before.
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

  /// The date by its numbers; `nil` when the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...31).contains(day), year.magnitude < 1_000_000 else {
      return nil
    }
    self.init(daysSince1970: Self.days(year: year, month: month, day: day))
    // The 31st of a shorter month has become a day of the next one.
    guard self.day == day else { return nil }
  }

  /// Days since 1970-01-01, negative before.
  public var daysSince1970: Int { Self.days(year: year, month: month, day: day) }

  private static func days(year: Int, month: Int, day: Int) -> Int {
    let (era, yearOfEra) = (month > 2 ? year : year - 1).dividedRoundingDown(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysPerEra + dayOfEra - daysFromYear0
  }

  /// Days in 400 years, after which the calendar begins anew.
  private static var daysPerEra: Int { 146_097 }
  /// Days from 0000-03-01 to 1970-01-01.
  private static var daysFromYear0: Int { 719_468 }
}
