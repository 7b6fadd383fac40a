internal import GNSSBasics

/// The civil time of a place, which people live by.
///
/// A simple rule: UTC plus a whole number of hours by longitude, 15° an hour. Europe adds an hour in summer,
/// by the dates of the European Union.
enum CivilClock {
  /// Returns the civil time in hours since Monday 00:00, `0..<168`.
  static func hourOfWeek(unix: Double, at position: GeodeticPosition) -> Double {
    let seconds = unix.limited(to: -9e9...9e9)
    let isSummer =
      isEurope(position)
      && EuropeanSummerTime.isInForce(at: UnixTime(seconds: Int64(seconds.rounded(.down))))
    // 1970-01-01 was a Thursday, three days after a Monday: 72 hours.
    let hours = seconds / 3600 + zone(of: position.longitude) + (isSummer ? 1 : 0) + 72
    return hours - 168 * (hours / 168).rounded(.down)
  }

  /// Returns the time zone of a longitude: hours ahead of UTC in winter.
  static func zone(of longitude: Double) -> Double {
    (longitude.limited(to: -180...180) / 15).rounded()
  }

  private static func isEurope(_ position: GeodeticPosition) -> Bool {
    (35...72).contains(position.latitude) && (-11...35).contains(position.longitude)
  }
}
