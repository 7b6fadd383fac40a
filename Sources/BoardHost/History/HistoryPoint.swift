/// The values of a field in a span of time, or a gap without any.
struct HistoryPoint: Hashable, Sendable {
  /// The beginning and the end of the span, seconds of board time; the same for one sample.
  var from: Double
  var to: Double
  /// The values; `nil` for a gap.
  var values: HistoryValues?
}

/// The least, the mean and the greatest of some values.
struct HistoryValues: Hashable, Sendable {
  var least: Double
  var mean: Double
  var greatest: Double
  var count: Int

  /// Creates the values of one sample.
  init(_ value: Double) { (least, mean, greatest, count) = (value, value, value, 1) }

  init(least: Double, mean: Double, greatest: Double, count: Int) {
    (self.least, self.mean, self.greatest, self.count) = (least, mean, greatest, count)
  }

  /// Adds other values.
  mutating func add(_ other: Self) {
    let sum = mean * Double(count) + other.mean * Double(other.count)
    count += other.count
    // Rounding must not carry the mean beyond the others.
    (least, greatest) = (min(least, other.least), max(greatest, other.greatest))
    mean = min(max(sum / Double(count), least), greatest)
  }
}

/// A division of a span of time, which turns stored items into points.
struct HistoryDivision {
  let from: Double
  let to: Double
  /// The largest number of points, at least 1.
  let count: Int
  /// The longest pause between two items that is not a gap, seconds.
  let pause: Double

  /// Returns the points of items, which are in order of time and do not overlap.
  ///
  /// Each item is a point where there are no more than ``count``; otherwise neighbours are put together, and
  /// gaps shorter than the others' spans are left out.
  func points(of items: [HistoryPoint]) -> [HistoryPoint] {
    let all = withGaps(items)
    var (points, width) = (all, (to - from) / Double(count))
    while points.count > count {
      points = together(all, width)
      width *= 1.5
    }
    return points
  }

  /// Returns the items with the gaps between them, at the beginning and at the end.
  private func withGaps(_ items: [HistoryPoint]) -> [HistoryPoint] {
    var points: [HistoryPoint] = []
    var end = from
    func append(_ point: HistoryPoint) {
      if point.values == nil, let last = points.last, last.values == nil {
        points[points.count - 1].to = point.to
      } else {
        points.append(point)
      }
    }
    func gap(until time: Double) {
      if time - end > pause { append(HistoryPoint(from: end, to: time)) }
    }
    for item in items {
      gap(until: item.from)
      append(item)
      end = item.to
    }
    gap(until: to)
    return points
  }

  /// Returns points with neighbours put together up to a length, seconds.
  private func together(_ points: [HistoryPoint], _ width: Double) -> [HistoryPoint] {
    var result: [HistoryPoint] = []
    var isOpen = false
    for point in points {
      if point.values == nil {
        guard point.to - point.from >= width else { continue }
        isOpen = false
        result.append(point)
      } else if isOpen, point.to - result[result.count - 1].from <= width, let values = point.values
      {
        result[result.count - 1].to = point.to
        result[result.count - 1].values?.add(values)
      } else {
        isOpen = true
        result.append(point)
      }
    }
    return result
  }
}
