package import GNSSBasics

/// The civil time of a place, which people live by.
///
/// A simple rule: UTC plus a whole number of hours by longitude, 15° an hour. Europe adds an hour in summer,
/// by the dates of the European Union.
package enum CivilClock {
  /// Returns the civil time in hours since Monday 00:00, `0..<168`.
  static func hourOfWeek(unix: Double, at position: GeodeticPosition) -> Double {
    let seconds = unix.limited(to: -9e9...9e9)
    let time = UnixTime(seconds: Int64(seconds.rounded(.down)))
    // 1970-01-01 was a Thursday, three days after a Monday: 72 hours.
    let hours = seconds / 3600 + hoursAhead(at: time, of: position) + 72
    return hours - 168 * (hours / 168).rounded(.down)
  }

  /// Returns the hours by which the civil time of a place is ahead of UTC.
  package static func hoursAhead(at time: UnixTime, of position: GeodeticPosition) -> Double {
    let isSummer = isEurope(position) && EuropeanSummerTime.isInForce(at: time)
    return zone(of: position.longitude) + (isSummer ? 1 : 0)
  }

  /// Returns the time zone of a longitude: hours ahead of UTC in winter.
  static func zone(of longitude: Double) -> Double {
    (longitude.limited(to: -180...180) / 15).rounded()
  }

  private static func isEurope(_ position: GeodeticPosition) -> Bool {
    (35...72).contains(position.latitude) && (-11...35).contains(position.longitude)
  }
}
