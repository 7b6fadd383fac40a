public import GNSSBasics
internal import Mathematics

/// The course of a quantity: straight lines between points, level before the first and after the last.
///
/// ```swift
/// WorldCourse(21)                                        // always 21
/// WorldCourse([.init(0, 40), .init(3600, 70)])           // from 40 to 70 in the first hour
/// WorldCourse(daily: [.init(0, 8), .init(8 * 3600, 30)]) // each day alike
/// ```
public struct WorldCourse: Hashable, Sendable {
  /// A value at a time.
  public struct Point: Hashable, Sendable {
    /// Seconds of board time, or after midnight UTC.
    public var time: Double
    /// The quantity's value then, in its unit.
    public var value: Double

    /// Creates a point from seconds and a value.
    public init(_ time: Double, _ value: Double) {
      self.time = time
      self.value = value
    }
  }

  /// In the order of their times; those of a daily course begin before midnight and end after the next.
  private let points: [Point]
  /// Whether it is the same each day.
  public let isDaily: Bool

  /// Creates a course that never changes.
  public init(_ value: Double) {
    points = [Point(0, value)]
    isDaily = false
  }

  /// Creates a course by points of board time.
  ///
  /// Of two at the same time the later one counts from then on: a jump. Without a point it is always 0.
  public init(_ points: [Point]) {
    self.points = points.isEmpty ? [Point(0, 0)] : Self.sorted(points)
    isDaily = false
  }

  /// Creates a course that is the same each day, by points in seconds after midnight UTC.
  public init(daily points: [Point]) {
    isDaily = true
    let sorted = Self.sorted(points)
    guard let first = sorted.first, let last = sorted.last else {
      self.points = [Point(0, 0)]
      return
    }
    // From the evening into the night, and on into the morning, without a jump.
    self.points =
      [Point(last.time - Self.day, last.value)] + sorted
      + [Point(first.time + Self.day, first.value)]
  }

  /// The value at a board time and the date that it is then.
  public func value(at time: Duration, date: UnixTime) -> Double {
    guard points.count > 1 else { return points[0].value }
    guard isDaily else { return value(at: time.inSeconds) }
    let (_, nanoseconds) = date.nanoseconds.dividedRoundingDown(by: Self.nanosecondsPerDay)
    return value(at: Double(nanoseconds) / 1e9)
  }

  private func value(at seconds: Double) -> Double {
    let next = points.countOfPrefix { $0.time <= seconds }
    guard next > 0 else { return points[0].value }
    guard next < points.count else { return points[points.count - 1].value }
    let (a, b) = (points[next - 1], points[next])
    return a.value + (b.value - a.value) * (seconds - a.time) / (b.time - a.time)
  }

  /// In the order of their times, without swapping those of the same time.
  private static func sorted(_ points: [Point]) -> [Point] {
    points.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  private static let day = 86_400.0
  private static let nanosecondsPerDay: Int64 = 86_400_000_000_000
}

extension Array {
  /// Returns the number of elements from the front for which a condition holds that holds for no later one.
  ///
  /// - Complexity: O(log *n*).
  func countOfPrefix(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
