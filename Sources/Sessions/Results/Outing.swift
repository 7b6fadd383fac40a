internal import GNSSBasics

/// An outing of a board: the sessions in a file, and what else the file holds.
package struct Outing: Hashable, Sendable {
  /// The sessions in order, at most ``limit``.
  package internal(set) var sessions: [Session] = []
  /// The number of all sessions.
  package internal(set) var sessionCount = 0
  /// The sums of all sessions by day, in order of the days.
  package internal(set) var days: [DaySum] = []
  /// The points for a drawing.
  package internal(set) var sketch = TrackSketch()
  /// The number of positions.
  package internal(set) var positionCount = 0
  /// The number of lines without a position.
  package internal(set) var emptyCount = 0
  /// The number of positions at the time of the one before, or at no time, which are left out.
  package internal(set) var repeatedCount = 0
  /// The number of times that the clock went back.
  package internal(set) var restartCount = 0
  /// The number of changes of position that are too fast to be a way.
  package internal(set) var leapCount = 0
  /// The number of true positions.
  package internal(set) var truthCount = 0
  /// The times in each state of the fix, in and between sessions.
  package internal(set) var fixTimes = FixTimes()

  /// The largest number of sessions that are kept.
  package static let limit = 10_000

  mutating func add(_ session: Session) {
    sessionCount += 1
    if sessions.count < Self.limit { sessions.append(session) }
    let index = days.lastIndex { $0.day == session.day } ?? days.count
    if index == days.count { days.append(DaySum(day: session.day)) }
    days[index].add(session)
  }

  mutating func sortDays() {
    days.sort { ($0.day?.daysSince1970 ?? .min) < ($1.day?.daysSince1970 ?? .min) }
  }
}
