public import GNSSBasics
internal import Mathematics

/// The course of a quantity: linear between points, constant before the first and after the last.
///
/// ```swift
/// WorldCourse(21)                                        // always 21
/// WorldCourse([.init(0, 40), .init(3600, 70)])           // from 40 to 70 in the first hour
/// WorldCourse(daily: [.init(0, 8), .init(8 * 3600, 30)]) // each day alike
/// WorldCourse(dated: [.init(1_780_315_200, 21)])         // at dates, whenever the run begins
/// ```
public struct WorldCourse: Hashable, Sendable {
  /// A value of the quantity at a time.
  public struct Point: Hashable, Sendable {
    /// The time, seconds: of board time, in a daily course after midnight UTC, in a dated one since 1970.
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
  private let scale: Scale
  /// Whether the course repeats each day.
  public var isDaily: Bool { scale == .daily }

  /// The time scale of a course's points.
  private enum Scale {
    case boardTime, daily, dated
  }

  /// Creates a course with one constant value.
  public init(_ value: Double) {
    points = [Point(0, value)]
    scale = .boardTime
  }

  /// Creates a course from points of board time.
  ///
  /// Of two points at the same time, the later one counts from then on: a jump. Without points the value is
  /// always 0.
  public init(_ points: [Point]) {
    self.init(points, in: .boardTime)
  }

  /// Creates a course from points at dates, in seconds since 1970.
  ///
  /// The course follows the date, whatever the date of board time zero. Otherwise it is as one of board time.
  public init(dated points: [Point]) {
    self.init(points, in: .dated)
  }

  private init(_ points: [Point], in scale: Scale) {
    self.points = points.isEmpty ? [Point(0, 0)] : Self.sorted(points)
    self.scale = scale
  }

  /// Creates a course that repeats each day, from points in seconds after midnight UTC.
  public init(daily points: [Point]) {
    scale = .daily
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

  /// Returns the value at a board time; a daily and a dated course take the date of that time.
  public func value(at time: Duration, date: UnixTime) -> Double {
    guard points.count > 1 else { return points[0].value }
    switch scale {
    case .boardTime: return value(at: time.inSeconds)
    case .dated: return value(at: Double(date.nanoseconds) / 1e9)
    case .daily:
      let (_, nanoseconds) = date.nanoseconds.dividedRoundingDown(by: Self.nanosecondsPerDay)
      return value(at: Double(nanoseconds) / 1e9)
    }
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
