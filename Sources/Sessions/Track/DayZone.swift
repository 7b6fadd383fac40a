package import GNSSBasics

/// A time zone by which days of the calendar are counted.
package enum DayZone: Hashable, Sendable {
  /// Universal time.
  case utc
  /// A fixed number of minutes ahead of UTC, negative in the west.
  case ahead(minutes: Int)
  /// The zone of the place, with the summer time of Europe.
  case place

  /// Returns the day of an instant at a place.
  package func day(of time: UnixTime, at position: GeodeticPosition) -> CivilDate {
    let seconds =
      switch self {
      case .utc: 0.0
      case .ahead(let minutes): 60 * Double(minutes)
      case .place: 3600 * CivilZone.hours(at: time, position)
      }
    return CivilTime(time.advanced(by: .seconds(seconds))).date
  }
}
