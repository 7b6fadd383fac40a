/// The week numbering in a system's ephemerides.
public struct WeekNumbering: Hashable, Sendable {
  /// The number of weeks from 6 January 1980 to the system's week 0.
  public let firstWeek: Int
  /// The number of weeks after which the broadcast week number wraps to 0.
  public let modulus: Int
  /// The time scale in which the weeks are counted.
  public let timeScale: TimeScale

  /// The numbering of GPS, QZSS and NavIC: 10 bits from 6 January 1980.
  ///
  /// NavIC's week 0 is at GPS's first roll-over, so its numbers equal those of GPS.
  public static let gps = WeekNumbering(firstWeek: 0, modulus: 1024, timeScale: .gps)
  /// The numbering of Galileo: 12 bits from 22 August 1999, GPS's first roll-over.
  public static let galileo = WeekNumbering(firstWeek: 1024, modulus: 4096, timeScale: .gps)
  /// The numbering of BeiDou: 13 bits from 1 January 2006, in a time scale with the leap seconds up to that
  /// date.
  public static let beidou = WeekNumbering(firstWeek: 1356, modulus: 8192, timeScale: .beidou)
}

extension GPSTime {
  /// Returns the instant of a broadcast week number and seconds in a week, nearest to this instant; `nil` for
  /// seconds outside the week.
  ///
  /// The week number is that of the transmission. A time in the first half day of a week may therefore belong
  /// to the next week, and one in the last half day to the previous week. The week nearer to this instant is
  /// used.
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
