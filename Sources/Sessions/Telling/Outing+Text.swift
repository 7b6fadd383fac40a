internal import GNSSBasics
internal import TextOutput

extension Outing {
  /// Returns the outing as text for readers, with times on a clock.
  package func text(_ clock: TrackClock) -> String {
    var lines = [counts]
    if !fixTimes.isEmpty { lines.append("fix: \(fixTimes.text)") }
    for (index, session) in sessions.enumerated() {
      lines += ["", "session \(index + 1)"] + session.lines(clock)
    }
    if sessions.isEmpty { lines += ["", "no session: the board did not move by a step"] }
    if sessionCount > sessions.count {
      lines += ["", "\(sessionCount - sessions.count) more sessions, which are in the sums only"]
    }
    if !days.isEmpty { lines += [""] + DaySum.table(of: days) }
    return lines.joined(separator: "\n")
  }

  /// The counts of the file's lines, as a sentence.
  package var counts: String {
    let others = [
      (emptyCount, "lines without one"), (repeatedCount, "at the time of the one before"),
      (restartCount, "restarts of the clock"), (leapCount, "leaps, which are no way"),
    ]
    return "\(positionCount) positions"
      + others.filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
  }
}

extension FixTimes {
  /// The times of the states that occurred, as text.
  package var text: String {
    GNSSFix.allCases.filter { self[$0] > 0 }
      .map { "\($0.name) \(PlainText.number(self[$0], decimals: 0)) s" }.joined(separator: ", ")
  }
}

extension Session {
  fileprivate func lines(_ clock: TrackClock) -> [String] {
    var lines = [
      "  from         \(clock.text(start)) to \(clock.text(stop)), day \(TrackClock.text(day))",
      "  time         \(TrackText.time(duration)), in motion \(TrackText.time(movingTime))",
      "  distance     \(distanceText)",
      "  speed        \(speedText)",
    ]
    if !fixTimes.isEmpty { lines.append("  fix          \(fixTimes.text)") }
    guard let line, !laps.isEmpty else { return lines }
    lines.append("  laps across  \(line.text)")
    lines += Lap.table(of: laps).map { "  " + $0 }
    if let outside { lines += outside.lines }
    return lines
  }

  /// The distance with the raw and the true one beside it, as text.
  package var distanceText: String {
    var text = "\(TrackText.metres(distance)) m; raw \(TrackText.metres(rawDistance)) m"
    if let trueDistance {
      text +=
        "; true \(TrackText.metres(trueDistance)) m"
        + ", error \(TrackText.error(of: distance, from: trueDistance))"
    }
    return text
  }

  /// The speeds as text.
  package var speedText: String {
    let greatest = greatestSpeed.map { ", greatest over 10 s \(TrackText.speed($0))" } ?? ""
    return "\(TrackText.speed(meanSpeed)), in motion \(TrackText.speed(movingSpeed))\(greatest)"
  }
}

extension LapLine {
  /// The line as text: its middle, and the direction of travel.
  package var text: String {
    PlainText.number(place.latitude, decimals: 7) + ","
      + PlainText.number(place.longitude, decimals: 7) + ","
      + PlainText.number(bearing, decimals: 1)
  }
}

extension Session.Outside {
  fileprivate var lines: [String] {
    let parts = [
      ("before the first lap", distanceBefore, timeBefore),
      ("after the last lap", distanceAfter, timeAfter),
    ]
    return parts.filter { $0.1 >= 0.5 || $0.2 >= 0.5 }.map {
      "  \($0.0): \(TrackText.metres($0.1)) m in \(TrackText.time($0.2))"
    }
  }
}

extension Lap {
  /// The cells of a row of the laps' table.
  package var cells: [String] {
    let own = [
      "\(number)", TrackText.time(timeFromStart), TrackText.time(duration),
      TrackText.metres(distance), TrackText.metres(rawDistance),
      TrackText.fixed(speed, decimals: 2),
    ]
    guard let truth else { return own }
    return own + [
      TrackText.signed(duration - truth.duration, decimals: 2), TrackText.metres(truth.distance),
      TrackText.error(of: distance, from: truth.distance),
    ]
  }

  /// Returns the heads of the columns of ``cells``.
  package static func heads(withTruth: Bool) -> [String] {
    let own = ["lap", "from start", "time", "m", "raw m", "m/s"]
    return own + (withTruth ? ["time error s", "true m", "error"] : [])
  }

  fileprivate static func table(of laps: [Lap]) -> [String] {
    PlainText.table([heads(withTruth: laps.contains { $0.truth != nil })] + laps.map(\.cells))
  }
}

extension DaySum {
  /// The cells of a row of the days' table.
  package var cells: [String] {
    [
      TrackClock.text(day), "\(sessionCount)", "\(lapCount)", TrackText.metres(distance),
      TrackText.time(duration), TrackText.time(movingTime),
      TrackText.fixed(movingSpeed, decimals: 2),
    ]
  }

  /// The heads of the columns of ``cells``.
  package static let heads = ["day", "sessions", "laps", "m", "time", "in motion", "m/s in motion"]

  fileprivate static func table(of days: [DaySum]) -> [String] {
    PlainText.table([heads] + days.map(\.cells))
  }
}
