/// The numbering of a system's weeks in its ephemerides.
public struct WeekNumbering: Hashable, Sendable {
  /// Weeks from 6 January 1980 to its week 0.
  public let firstWeek: Int
  /// The number of weeks that the broadcast number counts before it begins at 0 again.
  public let modulus: Int
  /// The clock that its weeks are counted by.
  public let timeScale: TimeScale

  /// GPS, QZSS and NavIC: 10 bits.
  ///
  /// NavIC began with GPS's first roll-over, so counts the same.
  public static let gps = WeekNumbering(firstWeek: 0, modulus: 1024, timeScale: .gps)
  /// Galileo: 12 bits from 22 August 1999, GPS's first roll-over.
  public static let galileo = WeekNumbering(firstWeek: 1024, modulus: 4096, timeScale: .gps)
  /// BeiDou: 13 bits from 1 January 2006, in a time that has its leap seconds until then.
  public static let beidou = WeekNumbering(firstWeek: 1356, modulus: 8192, timeScale: .beidou)
}

extension GPSTime {
  /// The instant of a broadcast week number and a time in that week.
  ///
  /// The number is that of the week of the transmission. So a time of the first half day of a week may
  /// be in the week after it, one of the last half day in the one before: what is nearer to this
  /// instant. Seconds that are not of a week are no time.
  func nearest(week number: Int, seconds: Double, of numbering: WeekNumbering) -> GPSTime? {
    guard seconds >= 0, seconds < Double(Self.secondsPerWeek) else { return nil }
    let week = nearestWeek(number + numbering.firstWeek, modulus: numbering.modulus)
    let milliseconds = Int(seconds * 1000)
    let shift = numbering.timeScale.secondsBehindGPSTime(leapSeconds: leapSeconds) * 1000
    let ownTime = advanced(byNanoseconds: -Int64(shift) * 1_000_000)
    let near = ownTime.nearest(millisecondsOfWeek: milliseconds)
    let isInNeighbour =
      near.week == week + 1 && milliseconds < millisecondsPerDay / 2
      || near.week == week - 1 && milliseconds >= millisecondsPerWeek - millisecondsPerDay / 2
    return GPSTime(
      week: isInNeighbour ? near.week : week, millisecondsOfWeek: milliseconds + shift)
  }
}
