internal import GNSSBasics

extension UnixTime {
  /// Creates the instant of a stored time; a time out of range is moved to the nearest end of the range.
  init(milliseconds: Int64) {
    let (product, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    self.init(nanoseconds: overflow ? (milliseconds < 0 ? .min : .max) : product)
  }

  /// The whole milliseconds since 1970, rounded down.
  var milliseconds: Int64 {
    let (quotient, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return rest < 0 ? quotient - 1 : quotient
  }

  /// The whole milliseconds since 1970, rounded up.
  var millisecondsRoundedUp: Int64 {
    let (quotient, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return rest > 0 ? quotient + 1 : quotient
  }
}

extension CivilDate {
  /// Creates the date of a stored day; `nil` for numbers outside ±400,000,000 days, which no server writes.
  init?(storedDay days: Int64) {
    guard days.magnitude < 400_000_000 else { return nil }
    self.init(daysSince1970: Int(days))
  }
}

extension Duration {
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
