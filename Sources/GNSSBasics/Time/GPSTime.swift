internal import Mathematics

/// An instant of GPS time, in whole nanoseconds since its epoch, 1980-01-06T00:00:00Z.
///
/// GPS time has no leap seconds: it is ahead of UTC by the number of leap seconds since 1980 (IS-GPS-200,
/// 3.3.4). The range is 1687 to 2272; arithmetic stops at its ends instead of trapping.
public struct GPSTime: Hashable, Comparable, Sendable {
  /// The number of nanoseconds since 1980-01-06T00:00:00Z, negative before.
  public let nanoseconds: Int64

  /// Creates an instant from nanoseconds since 1980-01-06T00:00:00Z.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Creates an instant from a week, counted from 1980 without wrapping, and the seconds in that week.
  public init(week: Int, secondsOfWeek: Int) {
    self.init(week: week, millisecondsOfWeek: 0)
    self = advanced(byNanoseconds: Self.product(Int64(secondsOfWeek), 1_000_000_000))
  }

  /// Creates an instant from a week, counted from 1980 without wrapping, and the milliseconds in that week.
  public init(week: Int, millisecondsOfWeek: Int) {
    let start = GPSTime(nanoseconds: Self.product(Int64(week), Self.nanosecondsPerWeek))
    self = start.advanced(byNanoseconds: Self.product(Int64(millisecondsOfWeek), 1_000_000))
  }

  /// Creates the instant of a Unix time; the result is `nil` before GPS time began.
  ///
  /// - Parameters:
  ///   - time: The time in UTC.
  ///   - leapSeconds: GPS time less UTC, seconds; `nil` takes the value in force at that time.
  public init?(_ time: UnixTime, leapSeconds: Int? = nil) {
    let seconds = time.nanoseconds / .nanosecondsPerSecond - Self.unixSecondsOfEpoch
    let leap = Int64(leapSeconds ?? LeapSeconds.number(atUTCSecondsSince1980: seconds))
    let offset = (Self.unixSecondsOfEpoch - leap) * .nanosecondsPerSecond
    guard time.nanoseconds >= offset else { return nil }
    self.init(nanoseconds: time.nanoseconds - offset)
  }

  /// Creates the instant of a UTC time, in seconds since 1980-01-06 without leap seconds.
  public init(utcSecondsSince1980 seconds: Int64) {
    let leapSeconds = LeapSeconds.number(atUTCSecondsSince1980: seconds)
    self.init(nanoseconds: Self.product(seconds + Int64(leapSeconds), 1_000_000_000))
  }

  /// The instant in UTC; during a leap second, the value of the second after it.
  public var unixTime: UnixTime {
    let shift = (Self.unixSecondsOfEpoch - Int64(leapSeconds)) * .nanosecondsPerSecond
    return UnixTime(nanoseconds: advanced(byNanoseconds: shift).nanoseconds)
  }

  /// GPS time less UTC at this instant, seconds, from the table of ``LeapSeconds``.
  public var leapSeconds: Int { LeapSeconds.number(at: self) }

  /// The number of weeks since 1980, without the wraps of the broadcast week number.
  public var week: Int {
    Int(nanoseconds.dividedRoundingDown(by: Self.nanosecondsPerWeek).quotient)
  }

  /// The number of whole milliseconds since the week began, `0..<604_800_000`.
  public var millisecondsOfWeek: Int { Int(nanosecondsOfWeek / 1_000_000) }

  /// The number of nanoseconds since the week began, never negative.
  public var nanosecondsOfWeek: Int64 { nanoseconds.modulo(Self.nanosecondsPerWeek) }

  /// Returns the time from another instant to this one, seconds.
  public func seconds(since other: GPSTime) -> Double {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(other.nanoseconds)
    return (overflow ? Double(nanoseconds) - Double(other.nanoseconds) : Double(difference)) * 1e-9
  }

  /// Returns the instant that is later by a shift, or earlier if the shift is negative.
  public func advanced(byNanoseconds shift: Int64) -> GPSTime {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(shift)
    return GPSTime(nanoseconds: overflow ? (shift < 0 ? .min : .max) : sum)
  }

  /// Whether one instant is earlier than another.
  public static func < (a: GPSTime, b: GPSTime) -> Bool { a.nanoseconds < b.nanoseconds }
}

extension GPSTime {
  /// Returns the nearest instant that has a given time of week.
  ///
  /// - Parameter millisecondsOfWeek: The time of week, milliseconds; whole weeks in it are ignored.
  /// - Returns: An instant at most half a week away.
  public func nearest(millisecondsOfWeek: Int) -> GPSTime {
    nearest(phase: Int64(millisecondsOfWeek % 604_800_000), period: Self.nanosecondsPerWeek)
  }

  /// Returns the nearest instant that has a given time of the GPS day.
  ///
  /// - Parameter millisecondsOfDay: The time of day, milliseconds; whole days in it are ignored.
  /// - Returns: An instant at most half a day away.
  public func nearest(millisecondsOfDay: Int) -> GPSTime {
    nearest(phase: Int64(millisecondsOfDay % 86_400_000), period: .nanosecondsPerDay)
  }

  /// Returns the week nearest to this instant's week that has a given broadcast week number.
  ///
  /// - Parameters:
  ///   - number: The broadcast week number: weeks since 1980 modulo `modulus`.
  ///   - modulus: The modulus: 1024 for GPS, 4096 for Galileo, 8192 for BeiDou.
  /// - Returns: Weeks since 1980.
  public func nearestWeek(_ number: Int, modulus: Int) -> Int {
    let ahead = Int64(number - week).modulo(Int64(modulus))
    return week + Int(ahead) - (2 * ahead > Int64(modulus) ? modulus : 0)
  }

  /// Returns the nearest instant that is `phase` milliseconds after a multiple of `period`, nanoseconds.
  private func nearest(phase: Int64, period: Int64) -> GPSTime {
    let ahead = (phase * 1_000_000 - nanoseconds.modulo(period)).modulo(period)
    return advanced(byNanoseconds: 2 * ahead > period ? ahead - period : ahead)
  }

  /// Returns the product, or the nearer end of the range if the product does not fit.
  private static func product(_ a: Int64, _ b: Int64) -> Int64 {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? ((a < 0) == (b < 0) ? .max : .min) : product
  }

  /// The number of seconds in a week.
  public static var secondsPerWeek: Int64 { 604_800 }
  static var nanosecondsPerWeek: Int64 { secondsPerWeek * 1_000_000_000 }
  /// The number of days from 1970-01-01 to 1980-01-06.
  package static var daysFrom1970: Int { 3657 }
  /// The Unix time of 1980-01-06T00:00:00Z.
  private static var unixSecondsOfEpoch: Int64 { Int64(daysFrom1970) * 86_400 }
}
