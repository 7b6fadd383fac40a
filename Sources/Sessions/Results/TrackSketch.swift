package import GNSSBasics

/// The points of a track for a drawing, few enough for any length.
///
/// Every second point is dropped whenever a track has more points than fit.
package struct TrackSketch: Hashable, Sendable {
  /// A point of a session.
  package struct Point: Hashable, Sendable {
    /// The number of the session, from 0.
    package var session: Int
    /// The time on the file's clock, seconds.
    package var time: Double
    /// The position.
    package var position: GeodeticPosition
    /// The distance since the beginning of the session, metres.
    package var distance: Double
  }

  /// The largest number of points.
  package static let limit = 2000
  /// The points in order of time.
  package private(set) var points: [Point] = []
  private var count = 0
  private var stride = 1

  /// Adds a point.
  mutating func add(_ point: Point) {
    defer { count += 1 }
    guard count % stride == 0 else { return }
    points.append(point)
    guard points.count > Self.limit else { return }
    points = points.indices.filter { $0 % 2 == 0 }.map { points[$0] }
    stride *= 2
  }
}
