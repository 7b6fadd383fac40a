internal import GNSSBasics

/// A session that goes on.
struct SessionDraft {
  let start: TrackMark
  /// The last position before the departure, for the truth about it.
  private let near: TrackMark
  /// The distance up to the last counted position, metres.
  private(set) var distance = 0.0
  private var movingTime = 0.0
  private var speeds = SpeedWindow()
  private var line: LapLine?
  private var laps: LapTimer?
  private var trueLaps: LapTimer?

  /// Begins a session at a departure; without a line, the laps' line goes through the departure.
  ///
  /// - Parameters:
  ///   - start: The departure.
  ///   - near: The last position before it.
  ///   - line: The line of the laps; `nil` for a line through the departure.
  init(from start: TrackMark, _ near: TrackMark, line: LapLine?) {
    (self.start, self.near) = (start, near)
    speeds.add(0, at: start.time)
    guard let line else { return }
    measureLaps(by: LapFrame(line))
  }

  private mutating func measureLaps(by frame: LapFrame) {
    line = frame.line
    (laps, trueLaps) = (LapTimer(frame), LapTimer(frame))
  }

  /// Counts a step.
  mutating func step(_ length: Double, inMotion time: Double) {
    distance += length
    movingTime += time
  }

  /// Takes a position into account, at a distance since the departure.
  mutating func pass(_ mark: TrackMark, after distance: Double) {
    speeds.add(distance, at: mark.time)
    if line == nil { findLine(before: mark) }
    laps?.pass(
      mark.point,
      LapCrossing(time: mark.time, distance: distance, rawDistance: mark.totals.rawDistance))
  }

  /// Takes a true position into account.
  mutating func see(_ truth: GroundPoint, after distance: Double, at time: Double) {
    trueLaps?.pass(truth, LapCrossing(time: time, distance: distance))
  }

  /// Goes on at another place, after a way that was not measured.
  mutating func leap() { laps?.interrupt() }

  /// Draws the line at the departure, once the direction of travel shows.
  private mutating func findLine(before mark: TrackMark) {
    let base = start.point.distance(to: mark.point)
    guard base >= SurveyRules.directionBase else { return }
    measureLaps(by: LapFrame(at: start.point, towards: mark.point))
    laps?.begin(
      LapCrossing(time: start.time, distance: 0, rawDistance: start.totals.rawDistance))
    beginTruth(before: mark)
  }

  /// Adds the time at which the truth was on the line of the departure: positions are some time old.
  private mutating func beginTruth(before mark: TrackMark) {
    guard let truth = near.truth, let line else { return }
    let along = LapFrame(line).coordinates(of: truth).along
    let way = mark.totals.trueDistance - near.totals.trueDistance
    guard abs(along) <= LapLine.armingDistance, way > 0 else { return }
    let pace = (mark.truthTime - near.truthTime) / way
    trueLaps?.begin(
      LapCrossing(
        time: near.truthTime - along * pace, distance: near.totals.trueDistance - along))
  }

  /// Returns the session up to an arrival.
  func session(until stop: TrackMark, _ rules: SurveyRules) -> Session {
    let crossings = laps?.crossings ?? []
    let hasTruth = stop.totals.truthCount > start.totals.truthCount
    return Session(
      start: start.time, stop: stop.time, day: rules.day(of: start), movingTime: movingTime,
      distance: distance, rawDistance: stop.totals.rawDistance - start.totals.rawDistance,
      trueDistance: hasTruth ? stop.totals.trueDistance - start.totals.trueDistance : nil,
      greatestSpeed: speeds.greatest, fixTimes: stop.totals.fixTimes - start.totals.fixTimes,
      line: line, laps: Lap.all(between: crossings, truth: trueLaps?.crossings ?? []),
      outside: outside(crossings, until: stop))
  }

  private func outside(_ crossings: [LapCrossing], until stop: TrackMark) -> Session.Outside? {
    guard let first = crossings.first, let last = crossings.last else { return nil }
    return Session.Outside(
      distanceBefore: first.distance, timeBefore: first.time - start.time,
      distanceAfter: max(distance - last.distance, 0), timeAfter: max(stop.time - last.time, 0))
  }
}

extension SurveyRules {
  /// Returns the day of a position.
  func day(of mark: TrackMark) -> CivilDate? {
    guard isDated else { return mark.day }
    let seconds = Int64(min(max(mark.time, -9e9), 9e9).rounded(.down))
    return zone.day(of: UnixTime(seconds: seconds), at: mark.point.position)
  }
}
