internal import GNSSBasics
internal import Mathematics
internal import Positioning
internal import TextOutput

extension TrackComparison {
  /// Returns a quality's share and rms errors, such as `fixed 595 (99 %), rms 0.006 m level, 0.01 m up`.
  fileprivate func summary(of quality: SolutionQuality) -> String {
    guard let sums = statistics(of: quality) else { return quality.name }
    let share = PlainText.number(100 * Double(sums.count) / Double(samples.count), decimals: 1)
    let (level, up) = (
      PlainText.number(sums.levelRMS, decimals: 3), PlainText.number(sums.upRMS, decimals: 3)
    )
    return "\(quality.name) \(sums.count) (\(share) %), rms \(level) m level, \(up) m up"
  }
}

extension SVGText {
  /// Adds two strips of errors on a logarithmic scale, since fixed and single positions differ a
  /// thousandfold.
  ///
  /// - Returns: The y coordinate of the strips' end.
  mutating func draw(_ errors: TrackComparison, on axis: TimeAxis, from top: Double) -> Double {
    let strips: [(title: String, error: (TrackComparison.Sample) -> Double)] = [
      ("level error, m", \.level), ("height error, m", \.up.magnitude),
    ]
    var y = top
    for strip in strips {
      let scale = ErrorScale(top: y)
      let samples = errors.samples.map { ($0.quality, $0.time, strip.error($0)) }
      draw(strip.title, scale.labels, samples, on: axis, height: ErrorScale.height, from: y) {
        scale.y($0)
      }
      y += ErrorScale.height + Self.stripGap
    }
    return y - Self.stripGap
  }

  /// The distance between two strips.
  static var stripGap: Double { 18 }

  /// Adds a strip of dots over time, coloured by quality.
  ///
  /// - Parameters:
  ///   - title: The title of the strip.
  ///   - labels: The labels of the scale, with their values.
  ///   - values: The dots; times outside of the axis are left out.
  ///   - axis: The axis of time.
  ///   - height: The height of the strip.
  ///   - top: The y coordinate of its upper edge.
  ///   - scale: Returns the y coordinate of a value.
  mutating func draw(
    _ title: String, _ labels: [(String, Double)],
    _ values: [(quality: SolutionQuality, time: GPSTime, value: Double)], on axis: TimeAxis,
    height: Double, from top: Double, by scale: (Double) -> Double
  ) {
    let (left, width) = TimeAxis.place
    frame(x: left, y: top, width: width, height: height)
    label(title, x: left - 120, y: top + 12, size: 11)
    for (text, value) in labels { number(text, x: left - 6, y: scale(value) + 3) }
    for quality in SolutionQuality.allCases {
      let points = values.filter { $0.quality == quality && axis.span.contains($0.time) }
        .map { (axis.x($0.time), scale($0.value)) }
      guard !points.isEmpty else { continue }
      dots(points, colour: quality.colour, title: quality.name)
    }
  }

  /// Adds the number of positions and the rms errors of each quality.
  ///
  /// - Returns: The y coordinate of the lines' end.
  mutating func draw(summariesOf errors: TrackComparison, below top: Double) -> Double {
    var y = top
    for quality in errors.qualities {
      y += 16
      label(
        errors.summary(of: quality), x: TimeAxis.place.left, y: y, size: 11,
        colour: quality.colour)
    }
    return y
  }
}

/// A logarithmic scale of errors, 1 mm to 100 m; errors outside are drawn at the edge.
private struct ErrorScale {
  /// The y coordinate of 100 m.
  let top: Double

  static let height = 110.0
  private static let decades = -3.0...2.0

  var labels: [(String, Double)] {
    [("0.001", 1e-3), ("0.01", 1e-2), ("0.1", 0.1), ("1", 1), ("10", 10), ("100", 100)]
  }

  func y(_ error: Double) -> Double {
    let decade = Math.logarithm(max(error, 1e-6)) / Math.logarithm(10)
    let (low, high) = (Self.decades.lowerBound, Self.decades.upperBound)
    return top + Self.height * (high - min(max(decade, low), high)) / (high - low)
  }
}
