public import GNSSBasics

/// The true positions of an antenna over time.
public struct TruthTrack: Hashable, Sendable {
  /// A true position at an epoch.
  public struct Point: Hashable, Sendable {
    /// The time of the epoch.
    public var time: GPSTime
    /// The true position.
    public var position: GeodeticPosition

    /// Creates a point.
    public init(time: GPSTime, position: GeodeticPosition) {
      (self.time, self.position) = (time, position)
    }
  }

  /// The points, by time.
  public let points: [Point]

  /// Creates a track of points in any order.
  public init(_ points: [Point]) { self.points = points.sorted { $0.time < $1.time } }

  /// Creates a track of a solution's positions, to compare another solution with.
  public init(_ records: [PositionRecord]) {
    self.init(records.map { Point(time: $0.time, position: $0.position) })
  }

  /// The distance in time at which two epochs are the same, nanoseconds.
  static var tolerance: Int64 { 1_000_000 }

  /// Returns the true position at an instant; `nil` where the track has none.
  ///
  /// A point within a millisecond is taken as it is. Between two points the position is on the straight line
  /// between them.
  ///
  /// - Parameters:
  ///   - time: The instant.
  ///   - longestGap: The greatest time between two points to interpolate, seconds.
  /// - Returns: The position, and whether it is interpolated.
  public func position(
    at time: GPSTime, acrossGapsTo longestGap: Double
  ) -> (position: GeodeticPosition, isInterpolated: Bool)? {
    let next = index(after: time)
    let neighbours = [next - 1, next].filter(points.indices.contains)
    let near = neighbours.min { distance($0, time) < distance($1, time) }
    if let near, distance(near, time) <= 1e-9 * Double(Self.tolerance) {
      return (points[near].position, false)
    }
    guard neighbours.count == 2 else { return nil }
    let (before, after) = (points[next - 1], points[next])
    let gap = after.time.seconds(since: before.time)
    guard gap > 0, gap <= longestGap else { return nil }
    let share = time.seconds(since: before.time) / gap
    return (Self.point(between: before.position, after.position, share), true)
  }

  /// Returns the index of the first point after an instant.
  private func index(after time: GPSTime) -> Int {
    var (low, high) = (0, points.count)
    while low < high {
      let middle = (low + high) / 2
      if points[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func distance(_ index: Int, _ time: GPSTime) -> Double {
    points[index].time.seconds(since: time).magnitude
  }

  private static func point(
    between a: GeodeticPosition, _ b: GeodeticPosition, _ share: Double
  ) -> GeodeticPosition {
    let (a, b) = (ECEFPosition(a), ECEFPosition(b))
    return GeodeticPosition(
      ECEFPosition(
        x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y), z: a.z + share * (b.z - a.z)))
  }
}

/// The truth about an antenna's positions.
public enum PositionTruth: Hashable, Sendable {
  /// A place that does not change.
  case place(GeodeticPosition)
  /// Positions over time.
  case track(TruthTrack)
}
