package import GNSSBasics

/// A survey of a track, line by line: it finds the sessions and laps of a board's outing.
///
/// A distance is the sum of steps. A step leads from the last counted position to the first one that is at
/// least the minimum step away. Errors of positions so make no way, as long as they are smaller.
///
/// ```swift
/// var survey = OutingSurvey(SurveyRules())
/// for sample in samples { survey.consume(sample) }
/// print(survey.finish().sessions)
/// ```
package struct OutingSurvey {
  private let rules: SurveyRules
  private var outing = Outing()
  private var totals = TrackTotals()
  /// The last line.
  private var line: (time: Double, fix: GNSSFix?)?
  /// The last position.
  private var last: TrackMark?
  /// The last counted position.
  private var anchor: TrackMark?
  /// The last position within half a step of the counted one: the departure, if a step follows.
  private var near: TrackMark?
  /// The first position beyond half a step since: the arrival, if no step follows.
  private var far: TrackMark?
  private var draft: SessionDraft?
  private var lastTruth: GroundPoint?
  private var truthTime = 0.0

  /// Creates a survey that has seen nothing.
  package init(_ rules: SurveyRules) { self.rules = rules }

  /// Takes the next line into account.
  package mutating func consume(_ sample: TrackSample) {
    guard sample.time.isFinite else { return outing.repeatedCount += 1 }
    if let line, sample.beginsAnew || sample.time < line.time { restart() }
    countTime(until: sample)
    guard let position = sample.position else { return outing.emptyCount += 1 }
    guard sample.time != last?.time else { return outing.repeatedCount += 1 }
    outing.positionCount += 1
    totals.positionCount += 1
    move(to: GroundPoint(position), sample)
  }

  /// Takes a true position into account, at a time of the file's clock.
  package mutating func see(truth: GeodeticPosition, at time: Double) {
    let point = GroundPoint(truth)
    totals.trueDistance += lastTruth.map { $0.distance(to: point) } ?? 0
    totals.truthCount += 1
    (lastTruth, truthTime) = (point, time)
    draft?.see(point, after: totals.trueDistance, at: time)
  }

  /// Ends the track, and returns what was found.
  package mutating func finish() -> Outing {
    endSession()
    outing.fixTimes = totals.fixTimes
    outing.truthCount = totals.truthCount
    outing.sortDays()
    return outing
  }

  // MARK: Time

  private mutating func countTime(until sample: TrackSample) {
    defer { line = (sample.time, sample.fix) }
    guard let line, let fix = line.fix, sample.time - line.time <= rules.pause else { return }
    totals.fixTimes[fix] += sample.time - line.time
  }

  /// Begins anew after the clock went back, as a board's does at each start.
  private mutating func restart() {
    endSession()
    outing.restartCount += 1
    (line, last, anchor, lastTruth) = (nil, nil, nil, nil)
  }

  // MARK: Positions

  private mutating func move(to point: GroundPoint, _ sample: TrackSample) {
    var mark = TrackMark(
      time: sample.time, day: sample.day, point: point, totals: totals, truth: lastTruth,
      truthTime: truthTime, step: rules.step(sample))
    guard let last, let anchor else { return settle(mark) }
    guard sample.time - last.time <= rules.pause else {
      endSession()
      return settle(mark)
    }
    let change = last.point.distance(to: point)
    guard change <= SurveyRules.greatestSpeed * (sample.time - last.time) else {
      outing.leapCount += 1
      draft?.leap()
      return settle(mark)
    }
    totals.rawDistance += change
    mark.totals = totals
    self.last = mark
    let way = anchor.point.distance(to: point)
    // A better position is no way from a worse one: a fix that comes does not move the board.
    let step = max(mark.step, anchor.step)
    if way >= step {
      count(way, to: mark)
    } else if draft == nil, mark.step < anchor.step {
      settle(mark)
    } else {
      wait(at: mark, way, step)
    }
  }

  /// Counts on from a position.
  private mutating func settle(_ mark: TrackMark) {
    (last, anchor, near, far) = (mark, mark, mark, nil)
  }

  private mutating func count(_ way: Double, to mark: TrackMark) {
    guard let anchor, let near else { return }
    // A stop within the step ends when the board leaves its place.
    let isSlow = way < SurveyRules.slowestSpeed * (mark.time - anchor.time)
    let departure =
      draft == nil ? beginSession(from: anchor, near, to: mark) : (isSlow ? near : anchor).time
    draft?.step(way, inMotion: mark.time - departure)
    pass(mark, after: draft?.distance ?? 0)
    settle(mark)
  }

  private mutating func wait(at mark: TrackMark, _ way: Double, _ step: Double) {
    if way <= step / 2 {
      (near, far) = (mark, nil)
    } else if far == nil {
      far = mark
    }
    guard let distance = draft?.distance, let anchor else { return }
    if mark.time - anchor.time > rules.pause { return endSession() }
    pass(mark, after: distance + way)
  }

  private mutating func pass(_ mark: TrackMark, after distance: Double) {
    draft?.pass(mark, after: distance)
    draw(mark, after: distance)
  }

  // MARK: Sessions

  /// Begins a session with the step from an anchor to a mark.
  ///
  /// The departure is at the anchor, at the time that the speed of the step gives.
  ///
  /// - Returns: The time of the departure.
  private mutating func beginSession(from anchor: TrackMark, _ near: TrackMark, to mark: TrackMark)
    -> Double
  {
    let lead = anchor.point.distance(to: near.point)
    let way = anchor.point.distance(to: mark.point) - lead
    let pace = way > 0 ? (mark.time - near.time) / way : 0
    var start = near
    start.point = anchor.point
    start.time = max(near.time - lead * pace, anchor.time)
    start.totals.rawDistance = max(near.totals.rawDistance - lead, anchor.totals.rawDistance)
    draft = SessionDraft(from: start, near, line: rules.line)
    draw(start, after: 0)
    return start.time
  }

  /// Ends the session at the last counted position, or half a step beyond it.
  private mutating func endSession() {
    guard var ended = draft, let anchor else { return }
    draft = nil
    let arrival = far ?? anchor
    ended.step(anchor.point.distance(to: arrival.point), inMotion: arrival.time - anchor.time)
    outing.add(ended.session(until: arrival, rules))
    (self.anchor, near, far) = (arrival, last ?? arrival, nil)
  }

  private mutating func draw(_ mark: TrackMark, after distance: Double) {
    outing.sketch.add(
      TrackSketch.Point(
        session: outing.sessionCount, time: mark.time, position: mark.point.position,
        distance: distance))
  }
}
