internal import GNSSBasics

/// The civil time of a place, which people live by.
enum CivilClock {
  /// Returns the civil time in hours since Monday 00:00, `0..<168`.
  static func hourOfWeek(unix: Double, at position: GeodeticPosition) -> Double {
    let seconds = unix.limited(to: -9e9...9e9)
    let instant = UnixTime(seconds: Int64(seconds.rounded(.down)))
    // 1970-01-01 was a Thursday, three days after a Monday: 72 hours.
    let hours = seconds / 3600 + CivilZone.hours(at: instant, position) + 72
    return hours - 168 * (hours / 168).rounded(.down)
  }
}
