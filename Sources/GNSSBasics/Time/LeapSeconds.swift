/// GPS time less UTC in seconds, which grows by one with every leap second.
///
/// Source: IERS, Bulletin C, up to the leap second at the end of 2016. Later leap seconds must be added here.
public enum LeapSeconds {
  /// The number in force since 2017, until another leap second is announced.
  public static var latest: Int { days.count }

  /// Returns the number in force at an instant.
  ///
  /// During a leap second, the number before it is in force.
  public static func number(at time: GPSTime) -> Int {
    var number = latest
    while number > 0,
      time.nanoseconds < (secondsSince1980(ofNumber: number) + Int64(number)) * 1_000_000_000
    {
      number -= 1
    }
    return number
  }

  /// Returns the number in force at a UTC time, in seconds since 1980-01-06 without leap seconds.
  public static func number(atUTCSecondsSince1980 seconds: Int64) -> Int {
    var number = latest
    while number > 0, seconds < secondsSince1980(ofNumber: number) { number -= 1 }
    return number
  }

  /// Returns the UTC time at which a number came into force, seconds since 1980-01-06 without leap seconds.
  private static func secondsSince1980(ofNumber number: Int) -> Int64 {
    Int64(days[number - 1] - 44_244) * 86_400
  }

  /// The days that began after a leap second, as modified Julian days; 44 244 is 6 January 1980.
  private static var days: [Int] {
    [
      44_786, 45_151, 45_516,  // July 1981, 1982, 1983
      46_247, 47_161, 47_892, 48_257,  // July 1985, January 1988, 1990, 1991
      48_804, 49_169, 49_534,  // July 1992, 1993, 1994
      50_083, 50_630, 51_179,  // January 1996, July 1997, January 1999
      53_736, 54_832, 56_109,  // January 2006, 2009, July 2012
      57_204, 57_754,  // July 2015, January 2017
    ]
  }
}
