internal import GNSSBasics

extension UnixTime {
  /// The instant of a stored time; one that no server wrote may be out of range and is moved to its end.
  init(milliseconds: Int64) {
    let (product, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    self.init(nanoseconds: overflow ? (milliseconds < 0 ? .min : .max) : product)
  }

  /// Whole milliseconds since 1970, those that have begun being left out.
  var milliseconds: Int64 {
    let (quotient, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return rest < 0 ? quotient - 1 : quotient
  }

  /// The first whole millisecond that is not before this instant.
  var millisecondsRoundedUp: Int64 {
    let (quotient, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return rest > 0 ? quotient + 1 : quotient
  }
}

extension CivilDate {
  /// The date of a stored day; `nil` when the number is none that a server wrote.
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
