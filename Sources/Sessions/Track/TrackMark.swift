internal import GNSSBasics

/// Sums since the beginning of a file; their differences belong to a session or a lap.
struct TrackTotals: Hashable, Sendable {
  /// The sum of the distances between neighbouring positions, metres.
  var rawDistance = 0.0
  /// The distance between the true positions, metres.
  var trueDistance = 0.0
  /// The number of true positions.
  var truthCount = 0
  /// The number of positions.
  var positionCount = 0
  /// The times in each state of the fix.
  var fixTimes = FixTimes()
}

/// A position of a track, with the sums up to it.
struct TrackMark: Hashable, Sendable {
  var time: Double
  var day: CivilDate?
  var point: GroundPoint
  var totals: TrackTotals
  /// The last true position up to then; `nil` where it is unknown.
  var truth: GroundPoint?
  /// The time of that true position, seconds.
  var truthTime = 0.0
  /// The minimum step by the accuracy of the position, metres.
  var step = 0.0
}
