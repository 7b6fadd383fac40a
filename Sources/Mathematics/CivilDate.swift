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
    let daysPerEra = 146_097  // 400 years
    let daysSinceYear0 = days + 719_468  // 0000-03-01
    let remainder = daysSinceYear0 % daysPerEra
    let dayOfEra = remainder < 0 ? remainder + daysPerEra : remainder
    let era = (daysSinceYear0 - dayOfEra) / daysPerEra
    let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = 400 * era + yearOfEra + (month <= 2 ? 1 : 0)
  }
}
