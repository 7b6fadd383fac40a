internal import Mathematics

/// An instant of UTC in Unix time: nanoseconds since 1970-01-01T00:00:00Z without leap seconds.
///
/// The range is 1677 to 2262; arithmetic stops at its ends instead of trapping.
public struct UnixTime: Hashable, Comparable, Sendable {
  /// The number of nanoseconds since 1970-01-01T00:00:00Z, negative before.
  public let nanoseconds: Int64

  /// Creates an instant from nanoseconds since 1970-01-01T00:00:00Z.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Creates an instant from seconds since 1970-01-01T00:00:00Z.
  public init(seconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: .nanosecondsPerSecond)
    self.init(nanoseconds: overflow ? (seconds < 0 ? .min : .max) : product)
  }

  /// Creates the instant of a date and a time of day; the result is `nil` if the time is invalid or out of
  /// range.
  ///
  /// - Parameters:
  ///   - date: The day.
  ///   - hour: The hour, `0...23`.
  ///   - minute: The minute, `0...59`.
  ///   - second: The second, `0...60`; 60, a leap second, counts as the first second of the next minute.
  ///   - nanosecond: The nanosecond; any number, also negative, since receivers round to the nearest second.
  public init?(
    _ date: CivilDate, hour: Int = 0, minute: Int = 0, second: Int = 0, nanosecond: Int = 0
  ) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else {
      return nil
    }
    // The seconds since 1970 need more than 32 bits from 2038 on.
    let seconds = Int64(date.daysSince1970) * 86_400 + Int64((hour * 60 + minute) * 60 + second)
    let (product, isTooFar) = seconds.multipliedReportingOverflow(by: .nanosecondsPerSecond)
    let (sum, isTooLate) = product.addingReportingOverflow(Int64(nanosecond))
    guard !isTooFar, !isTooLate else { return nil }
    self.init(nanoseconds: sum)
  }

  /// Returns the instant that is later by a duration, or earlier if the duration is negative.
  public func advanced(by time: Duration) -> UnixTime {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(time.inNanoseconds)
    return UnixTime(nanoseconds: overflow ? (time < .zero ? .min : .max) : sum)
  }

  /// Returns the time from another instant to this one, at most 292 years.
  public func duration(since other: UnixTime) -> Duration {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(other.nanoseconds)
    return .nanoseconds(overflow ? (self < other ? .min : .max) : difference)
  }

  /// Whether one instant is earlier than another.
  public static func < (a: UnixTime, b: UnixTime) -> Bool { a.nanoseconds < b.nanoseconds }
}
