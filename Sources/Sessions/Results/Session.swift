package import GNSSBasics

/// A session of a board: the way from a departure to the next stop.
package struct Session: Hashable, Sendable {
  /// The time of departure on the file's clock, seconds.
  package var start: Double
  /// The time of arrival on the file's clock, seconds.
  package var stop: Double
  /// The day of the departure; `nil` where it is unknown.
  package var day: CivilDate?
  /// The time in motion, seconds.
  package var movingTime: Double
  /// The distance over ground by the minimum step, metres.
  package var distance: Double
  /// The sum of the distances between neighbouring positions, metres.
  package var rawDistance: Double
  /// The distance between the true positions, metres; `nil` where they are unknown.
  package var trueDistance: Double?
  /// The greatest mean speed over ten seconds, metres a second; `nil` for a shorter session.
  package var greatestSpeed: Double?
  /// The times in each state of the fix.
  package var fixTimes: FixTimes
  /// The line of the laps; `nil` where there was no direction of travel.
  package var line: LapLine?
  /// The laps, in order.
  package var laps: [Lap]
  /// The way before the first crossing and after the last; `nil` without a crossing.
  package var outside: Outside?

  /// The parts of a session that are no laps.
  package struct Outside: Hashable, Sendable {
    /// The distance before the first lap, metres.
    package var distanceBefore: Double
    /// The time before the first lap, seconds.
    package var timeBefore: Double
    /// The distance after the last lap, metres.
    package var distanceAfter: Double
    /// The time after the last lap, seconds.
    package var timeAfter: Double
  }

  /// The time from departure to arrival, seconds.
  package var duration: Double { stop - start }
  /// The mean speed with stops, metres a second.
  package var meanSpeed: Double { duration > 0 ? distance / duration : 0 }
  /// The mean speed in motion, metres a second.
  package var movingSpeed: Double { movingTime > 0 ? distance / movingTime : 0 }
}
