/// Date and time as Unix time.
extension NavPVT {
  /// Date and time in nanoseconds since 1970, UTC; `nil` while either is not valid.
  public var unixNanoseconds: Int64? {
    guard validity.contains([.date, .time]), (1...12).contains(month), (1...31).contains(day),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = Self.days(year: Int64(year), month: Int64(month), day: Int64(day))
    let seconds = days * 86_400 + Int64(hour) * 3600 + Int64(minute) * 60 + Int64(second)
    // Years on the wire go further than 64 bits of nanoseconds, which end in 2262.
    let (whole, tooFar) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, tooLate) = whole.addingReportingOverflow(Int64(nanoseconds))
    return tooFar || tooLate ? nil : sum
  }

  /// Sets date and time, and that both are valid; years outside `0...65535` are clamped.
  public mutating func setTime(unixNanoseconds: Int64) {
    let (seconds, fraction) = Self.divided(unixNanoseconds, by: 1_000_000_000)
    let (days, ofDay) = Self.divided(seconds, by: 86_400)
    let date = Self.date(days: days)
    (year, month, day) = (UInt16(clamping: date.year), UInt8(date.month), UInt8(date.day))
    (hour, minute, second) = (
      UInt8(ofDay / 3600), UInt8(ofDay / 60 % 60), UInt8(ofDay % 60)
    )
    nanoseconds = Int32(fraction)
    validity = [.date, .time, .fullyResolved]
  }

  /// Quotient rounded down and the remainder, never negative.
  private static func divided(_ value: Int64, by divisor: Int64) -> (Int64, Int64) {
    (value.floored(by: divisor), (value % divisor + divisor) % divisor)
  }

  /// Days from 1970-01-01 to a date of the Gregorian calendar.
  ///
  /// Years are taken to begin in March, so that the leap day is a year's last: then the days before
  /// a month follow (153 · month + 2) / 5, and 400 years have 146,097 days.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shiftedYear = month > 2 ? year : year - 1
    let shiftedMonth = month > 2 ? month - 3 : month + 9
    let leapDays =
      shiftedYear.floored(by: 4) - shiftedYear.floored(by: 100)
      + shiftedYear.floored(by: 400)
    return shiftedYear * 365 + leapDays + (153 * shiftedMonth + 2) / 5 + day - 1 - 719_468
  }

  /// The inverse of ``days(year:month:day:)``.
  private static func date(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = divided(days + 719_468, by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }
}

extension Int64 {
  /// The quotient by a positive divisor, rounded down.
  fileprivate func floored(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
