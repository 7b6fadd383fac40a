public import GNSSBasics
internal import Mathematics

/// The course of a quantity: linear between points, constant before the first and after the last.
///
/// ```swift
/// WorldCourse(21)                                        // always 21
/// WorldCourse([.init(0, 40), .init(3600, 70)])           // from 40 to 70 in the first hour
/// WorldCourse(daily: [.init(0, 8), .init(8 * 3600, 30)]) // each day alike
/// ```
public struct WorldCourse: Hashable, Sendable {
  /// A value of the quantity at a time.
  public struct Point: Hashable, Sendable {
    /// The time, seconds of board time or, in a daily course, seconds after midnight UTC.
    public var time: Double
    /// The quantity's value at the time, in the quantity's unit.
    public var value: Double

    /// Creates a point from seconds and a value.
    public init(_ time: Double, _ value: Double) {
      self.time = time
      self.value = value
    }
  }

  /// The points in the order of their times.
  ///
  /// In a daily course they begin before midnight and end after the next.
  private let points: [Point]
  /// Whether the course repeats each day.
  public let isDaily: Bool

  /// Creates a course with one constant value.
  public init(_ value: Double) {
    points = [Point(0, value)]
    isDaily = false
  }

  /// Creates a course from points of board time.
  ///
  /// Of two points at the same time, the later one counts from then on: a jump. Without points the value is
  /// always 0.
  public init(_ points: [Point]) {
    self.points = points.isEmpty ? [Point(0, 0)] : Self.sorted(points)
    isDaily = false
  }

  /// Creates a course that repeats each day, from points in seconds after midnight UTC.
  public init(daily points: [Point]) {
    isDaily = true
    let sorted = Self.sorted(points)
    guard let first = sorted.first, let last = sorted.last else {
      self.points = [Point(0, 0)]
      return
    }
    // The evening's last point and the morning's first one also lie beyond midnight, so there is no jump.
    self.points =
      [Point(last.time - Self.day, last.value)] + sorted
      + [Point(first.time + Self.day, first.value)]
  }

  /// Returns the value at a board time; a daily course takes the date of that time.
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

  /// Returns the points in the order of their times; points of the same time keep their order.
  private static func sorted(_ points: [Point]) -> [Point] {
    points.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  private static let day = 86_400.0
  private static let nanosecondsPerDay: Int64 = 86_400_000_000_000
}

extension Array {
  /// Returns the length of the prefix whose elements meet a condition; no later element may meet the
  /// condition.
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
