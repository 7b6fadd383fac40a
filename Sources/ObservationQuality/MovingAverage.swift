/// A moving average of a signal's multipath, from which the deviations are taken.
///
/// The average of multipath within an arc holds the ambiguities of the phases, so only deviations from it mean
/// something.
struct MovingAverage: Sendable {
  private let length: Int
  /// The last values, less ``origin``, in a ring.
  private var values: [Double] = []
  private var next = 0
  private var sum = 0.0
  private var origin = 0.0

  /// Creates an average of the last values, at least two.
  init(of length: Int) { self.length = max(length, 2) }

  /// The mean of the last values; `nil` before the first one.
  var mean: Double? { values.isEmpty ? nil : origin + sum / Double(values.count) }

  /// Forgets all values.
  mutating func reset() {
    values.removeAll(keepingCapacity: true)
    (next, sum) = (0, 0)
  }

  /// Adds a value.
  ///
  /// - Returns: The square of the value's deviation from the mean of the last values, itself among them, as large as
  ///   values about a known mean would show; `nil` for the first value, which has no deviation.
  mutating func add(_ value: Double) -> Double? {
    if values.isEmpty { origin = value }
    let value = value - origin
    if values.count < length {
      values.append(value)
      sum += value
    } else {
      sum += value - values[next]
      values[next] = value
      next = (next + 1) % length
    }
    guard values.count > 1 else { return nil }
    let count = Double(values.count)
    let deviation = value - sum / count
    // A value pulls the mean towards itself, so its deviation has (n - 1) / n of the variance.
    return deviation * deviation * count / (count - 1)
  }
}
