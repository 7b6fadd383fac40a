/// An instant of GPS time, in whole nanoseconds since its epoch, 1980-01-06T00:00:00Z.
///
/// GPS time has no leap seconds: it runs ahead of UTC by their number since 1980 (IS-GPS-200,
/// 3.3.4). Reaches the year 2272.
public struct GPSTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since 1980-01-06T00:00:00Z, never negative.
  public let nanoseconds: Int64

  /// Creates an instant from nanoseconds since 1980-01-06T00:00:00Z; traps when there are none yet.
  public init(nanoseconds: Int64) {
    precondition(nanoseconds >= 0, "GPS time begins in 1980")
    self.nanoseconds = nanoseconds
  }

  /// Creates an instant from a week, counted from 1980 without wrapping, and seconds in it.
  ///
  /// Traps when that is before 1980 or after the year 2272.
  public init(week: Int, secondsOfWeek: Int) {
    let seconds = Int64(week) * Self.secondsPerWeek + Int64(secondsOfWeek)
    self.init(nanoseconds: seconds * 1_000_000_000)
  }

  /// Creates the instant of a Unix time; `nil` before GPS time began.
  public init?(unixNanoseconds: Int64, leapSeconds: Int = GPSTime.leapSeconds) {
    let offset = (Self.unixSecondsOfEpoch - Int64(leapSeconds)) * 1_000_000_000
    guard unixNanoseconds >= offset else { return nil }
    self.init(nanoseconds: unixNanoseconds - offset)
  }

  /// Weeks since 1980, without the wraps of the broadcast week number.
  public var week: Int { Int(nanoseconds / Self.nanosecondsPerWeek) }

  /// Milliseconds since the week began, `0..<604_800_000`; a fraction is left out.
  public var millisecondsOfWeek: Int {
    Int(nanoseconds % Self.nanosecondsPerWeek / 1_000_000)
  }

  /// The time from another instant to this one, seconds.
  public func seconds(since other: GPSTime) -> Double {
    Double(nanoseconds - other.nanoseconds) * 1e-9
  }

  /// Whether one instant is earlier than another.
  public static func < (a: GPSTime, b: GPSTime) -> Bool { a.nanoseconds < b.nanoseconds }
}

extension GPSTime {
  /// GPS time minus UTC since 2017, seconds.
  public static var leapSeconds: Int { 18 }

  static var secondsPerWeek: Int64 { 604_800 }
  static var nanosecondsPerWeek: Int64 { secondsPerWeek * 1_000_000_000 }
  /// Unix time of 1980-01-06T00:00:00Z.
  private static var unixSecondsOfEpoch: Int64 { 315_964_800 }
}
