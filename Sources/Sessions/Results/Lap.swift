/// A lap: the way from a crossing of the line to the next.
package struct Lap: Hashable, Sendable {
  /// The truth about a lap.
  package struct Truth: Hashable, Sendable {
    /// The length, metres.
    package var distance: Double
    /// The time, seconds.
    package var duration: Double
  }

  /// The number of the lap, from 1.
  package var number: Int
  /// The time from the beginning of the first lap to the end of this one, seconds.
  package var timeFromStart: Double
  /// The time of this lap by itself, seconds.
  package var duration: Double
  /// The length by the minimum step, metres.
  package var distance: Double
  /// The sum of the distances between neighbouring positions, metres.
  package var rawDistance: Double
  /// The longest time between two positions in the lap, seconds.
  package var longestGap: Double
  /// The truth about the lap; `nil` where it is unknown.
  package var truth: Truth?

  /// The mean speed, metres a second.
  package var speed: Double { duration > 0 ? distance / duration : 0 }
}

extension Lap {
  /// Returns the laps between crossings.
  ///
  /// - Parameters:
  ///   - crossings: The measured crossings, in order of time.
  ///   - truth: The crossings of the true positions, in order of time.
  /// - Returns: A lap for each two neighbouring crossings.
  static func all(between crossings: [LapCrossing], truth: [LapCrossing]) -> [Lap] {
    var search = NearestCrossing(truth)
    var laps: [Lap] = []
    for (index, (start, end)) in zip(crossings, crossings.dropFirst()).enumerated() {
      laps.append(
        Lap(
          number: index + 1, timeFromStart: end.time - crossings[0].time,
          duration: end.time - start.time, distance: end.distance - start.distance,
          rawDistance: end.rawDistance - start.rawDistance, longestGap: end.longestGap,
          truth: search.truth(from: start, to: end)))
    }
    return laps
  }
}

/// A search for true crossings in order of time.
private struct NearestCrossing {
  private let crossings: [LapCrossing]
  private var index = 0

  init(_ crossings: [LapCrossing]) { self.crossings = crossings }

  /// Returns the truth about a lap; `nil` where no true lap has about its start and end.
  mutating func truth(from start: LapCrossing, to end: LapCrossing) -> Lap.Truth? {
    // Positions are at most some seconds old, and a quarter of a lap is longer.
    let tolerance = (end.time - start.time) / 4
    guard let first = nearest(start.time, within: tolerance),
      let last = nearest(end.time, within: tolerance), last.time > first.time
    else { return nil }
    return Lap.Truth(distance: last.distance - first.distance, duration: last.time - first.time)
  }

  private mutating func nearest(_ time: Double, within tolerance: Double) -> LapCrossing? {
    while index + 1 < crossings.count,
      abs(crossings[index + 1].time - time) <= abs(crossings[index].time - time)
    {
      index += 1
    }
    guard index < crossings.count, abs(crossings[index].time - time) <= tolerance else {
      return nil
    }
    return crossings[index]
  }
}
