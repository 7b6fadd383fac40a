package import GNSSBasics

/// The sessions of a day of the calendar, summed up.
package struct DaySum: Hashable, Sendable {
  /// The day; `nil` for sessions of an unknown day.
  package var day: CivilDate?
  /// The number of sessions that began on the day.
  package var sessionCount = 0
  /// The number of laps.
  package var lapCount = 0
  /// The distance, metres.
  package var distance = 0.0
  /// The time from departures to arrivals, seconds.
  package var duration = 0.0
  /// The time in motion, seconds.
  package var movingTime = 0.0

  /// Adds a session.
  mutating func add(_ session: Session) {
    sessionCount += 1
    lapCount += session.laps.count
    distance += session.distance
    duration += session.duration
    movingTime += session.movingTime
  }

  /// The mean speed in motion, metres a second.
  package var movingSpeed: Double { movingTime > 0 ? distance / movingTime : 0 }
}
