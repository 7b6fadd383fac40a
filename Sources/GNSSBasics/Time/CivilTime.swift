internal import Mathematics

/// A Gregorian date and a time of day, in the time scale in which they were made.
public struct CivilTime: Hashable, Sendable {
  /// The calendar day.
  public let date: CivilDate
  /// The number of nanoseconds since midnight, `0..<86_400_000_000_000`.
  public let nanosecondOfDay: Int64

  /// Creates the date and time of an instant, in UTC.
  public init(_ time: UnixTime) {
    let (days, nanoseconds) = time.nanoseconds.dividedRoundingDown(by: .nanosecondsPerDay)
    date = CivilDate(daysSince1970: Int(days))
    nanosecondOfDay = nanoseconds
  }

  /// Creates the date and time of an instant, in GPS time or another time scale.
  public init(_ time: GPSTime, in scale: TimeScale = .gps) {
    let shift = Int64(scale.secondsBehindGPSTime(leapSeconds: time.leapSeconds))
    let own = time.advanced(byNanoseconds: -shift * .nanosecondsPerSecond).nanoseconds
    let (days, nanoseconds) = own.dividedRoundingDown(by: .nanosecondsPerDay)
    date = CivilDate(daysSince1970: Int(days) + GPSTime.daysFrom1970)
    nanosecondOfDay = nanoseconds
  }

  /// The calendar year.
  public var year: Int { date.year }
  /// The month, `1...12`.
  public var month: Int { date.month }
  /// The day of the month, `1...31`.
  public var day: Int { date.day }
  /// The hour of the day, `0...23`.
  public var hour: Int { Int(nanosecondOfDay / 3_600_000_000_000) }
  /// The minute of the hour, `0...59`.
  public var minute: Int { Int(nanosecondOfDay / 60_000_000_000 % 60) }
  /// The second of the minute, `0...59`.
  public var second: Int { Int(nanosecondOfDay / .nanosecondsPerSecond % 60) }
  /// The number of nanoseconds since the second began, `0..<1_000_000_000`.
  public var nanosecond: Int { Int(nanosecondOfDay % .nanosecondsPerSecond) }
}

extension Int64 {
  static var nanosecondsPerSecond: Int64 { 1_000_000_000 }
  static var nanosecondsPerDay: Int64 { 86_400 * nanosecondsPerSecond }
}
