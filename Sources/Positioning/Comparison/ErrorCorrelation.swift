internal import GNSSBasics
internal import Mathematics

/// The time after which an error of positions has little to do with itself: its autocorrelation, without the
/// mean, falls below 1/e.
public enum ErrorCorrelation: Hashable, Sendable {
  /// A correlation time, seconds.
  case time(Double)
  /// Fewer than twenty positions.
  case tooFew
  /// An error that does not change.
  case constant
  /// A correlation time beyond a number of seconds, a quarter of the time compared.
  case beyond(Double)

  /// The correlation time, seconds; `nil` where it cannot be told.
  public var seconds: Double? {
    if case .time(let seconds) = self { seconds } else { nil }
  }

  /// Finds the correlation time of errors in two directions; the second may be zeros.
  ///
  /// - Parameters:
  ///   - times: The times of the errors, ascending.
  ///   - errors: The errors, metres.
  init(at times: [GPSTime], of errors: [(Double, Double)]) {
    guard let series = ErrorSeries(at: times, of: errors) else {
      self = .tooFew
      return
    }
    self = series.variance > Self.smallestVariance ? series.correlation : .constant
  }

  fileprivate static let leastCount = 20
  /// The variance of a change of a tenth of a millimetre, the resolution of position files, metres².
  private static let smallestVariance = 1e-8
}

/// Errors on a grid of equal steps of time, without their means.
private struct ErrorSeries {
  private var indices: [Int] = []
  private var errors: [(Double, Double)]
  /// The step of the grid, seconds.
  private let step: Double
  /// The mean square of the errors, metres².
  private(set) var variance = 0.0

  init?(at times: [GPSTime], of errors: [(Double, Double)]) {
    let steps = zip(times.dropFirst(), times).map { $0.seconds(since: $1) }.filter { $0 > 0 }
    guard errors.count >= ErrorCorrelation.leastCount, !steps.isEmpty else { return nil }
    step = max(steps.sorted()[steps.count / 2], 1e-3)
    let start = times[0]
    let step = step
    indices = times.map { Int(($0.seconds(since: start) / step).rounded()) }
    let count = Double(errors.count)
    let means = (
      errors.reduce(0) { $0 + $1.0 } / count, errors.reduce(0) { $0 + $1.1 } / count
    )
    self.errors = errors.map { ($0.0 - means.0, $0.1 - means.1) }
    variance = self.errors.reduce(0) { $0 + $1.0 * $1.0 + $1.1 * $1.1 } / count
  }

  /// The correlation time, by lags of one step to fifty, and of 2 % more each from there.
  var correlation: ErrorCorrelation {
    let limit = (indices[indices.count - 1] - indices[0]) / 4
    let level = Math.exponential(-1)
    var (lag, last) = (1, (lag: 0, value: 1.0))
    while lag <= limit {
      if let value = autocorrelation(lag) {
        guard value >= level else {
          let share = (last.value - level) / (last.value - value)
          return .time(step * (Double(last.lag) + share * Double(lag - last.lag)))
        }
        last = (lag, value)
      }
      lag = max(lag + 1, lag + lag / 50)
    }
    return .beyond(step * Double(limit))
  }

  /// Returns the autocorrelation at a lag; `nil` for fewer than ten pairs of errors.
  ///
  /// Errors much closer than a long lag tell nothing more, so that pairs begin a fiftieth of it apart.
  private func autocorrelation(_ lag: Int) -> Double? {
    var (sum, count, other) = (0.0, 0, 0)
    for index in stride(from: 0, to: indices.count, by: max(1, lag / 50)) {
      let wanted = indices[index] + lag
      while other < indices.count, indices[other] < wanted { other += 1 }
      guard other < indices.count else { break }
      guard indices[other] == wanted else { continue }
      sum += errors[index].0 * errors[other].0 + errors[index].1 * errors[other].1
      count += 1
    }
    return count < 10 ? nil : sum / Double(count) / variance
  }
}
