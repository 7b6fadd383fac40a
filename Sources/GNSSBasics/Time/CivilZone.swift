/// The time zone of a place, by a simple rule.
///
/// A zone is a whole number of hours by longitude, 15° an hour. Europe adds an hour in summer, by the dates
/// of the European Union.
package enum CivilZone {
  /// Returns the hours by which civil time is ahead of UTC, negative in the west.
  package static func hours(at time: UnixTime, _ position: GeodeticPosition) -> Double {
    winterHours(of: position.longitude)
      + (isEurope(position) && EuropeanSummerTime.isInForce(at: time) ? 1 : 0)
  }

  /// Returns the hours by which a longitude is ahead of UTC in winter.
  package static func winterHours(of longitude: Double) -> Double {
    // In this order, `max` makes -180 of a longitude that is not a number.
    (min(max(-180, longitude), 180) / 15).rounded()
  }

  private static func isEurope(_ position: GeodeticPosition) -> Bool {
    (35...72).contains(position.latitude) && (-11...35).contains(position.longitude)
  }
}
