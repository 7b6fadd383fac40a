internal import Mathematics

/// The step response of the humidity sensor: 63 % of a step after 1 s (§1.2, table 2, τ63%).
///
/// The sensor's humidity is a mean of the last five seconds, weighted by age, `e^(-t/1 s)`. Older air would
/// weigh 0.7 % and is left out. So the mean is a function of board time and the world alone: the sensor's
/// layer takes up water whether the part is asleep, off or being read.
enum BME280HumidityResponse {
  private static let window = 5.0  // s; the weights within sum to 1
  private static let weightInWindow = 1 - Math.exponential(-window)
  // The mean is computed over two intervals: the last second and the four seconds before it. An interval
  // counts as linear when it changes by at most 0.3 % a second, or when it lasts at most a second and its
  // middle is within 0.02 % of the line. Otherwise it is halved, down to 1/128 s.
  private static let near = 1.0
  private static let steepest = 0.3
  private static let straight = 0.02
  private static let shortest = 1.0 / 128

  /// Returns the relative humidity of the sensor's layer at a board time, percent.
  static func humidity(at time: Duration, now: Double, in world: World) -> Double {
    func past(_ seconds: Double) -> Double {
      world.state(at: max(time - .seconds(seconds), .zero)).humidity
    }
    let (a, b) = (past(near), past(window))
    if now == a && a == b { return now }
    let sum =
      weighted(from: 0, now, to: near, a, past) + weighted(from: near, a, to: window, b, past)
    return sum / weightInWindow
  }

  /// Returns the weighted integral over an interval of the past, halving intervals that are not linear.
  private static func weighted(
    from start: Double, _ first: Double, to end: Double, _ last: Double, _ past: (Double) -> Double
  ) -> Double {
    let length = end - start
    guard abs(last - first) > steepest * length, length > shortest else {
      return line(from: start, first, to: end, last)
    }
    let middle = (start + end) / 2
    let value = past(middle)
    if abs(value - (first + last) / 2) < straight, length <= near {
      return line(from: start, first, to: end, last)
    }
    return weighted(from: start, first, to: middle, value, past)
      + weighted(from: middle, value, to: end, last, past)
  }

  /// Returns the integral of a linear function times `e^-t`.
  private static func line(
    from start: Double, _ first: Double, to end: Double, _ last: Double
  ) -> Double {
    let slope = (last - first) / (end - start)
    return (first + slope) * Math.exponential(-start) - (last + slope) * Math.exponential(-end)
  }
}
