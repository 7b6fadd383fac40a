/// Sums over the errors of positions, metres; level is horizontal.
public struct ErrorStatistics: Hashable, Sendable {
  /// The number of positions.
  public let count: Int
  /// The root mean square of the level error, metres.
  public let levelRMS: Double
  /// The root mean square of the height error, metres.
  public let upRMS: Double
  /// The level error that 95 % of the positions keep, metres.
  public let level95: Double
  /// The magnitude of the height error that 95 % of the positions keep, metres.
  public let up95: Double
  /// The greatest level error, metres.
  public let levelWorst: Double
  /// The greatest magnitude of the height error, metres.
  public let upWorst: Double
  /// The mean error to the east, metres.
  public let eastMean: Double
  /// The mean error to the north, metres.
  public let northMean: Double
  /// The mean error upwards, metres.
  public let upMean: Double

  /// The magnitude of the mean level error, metres.
  public var levelMean: Double { (eastMean * eastMean + northMean * northMean).squareRoot() }

  /// Sums up some errors; the result is `nil` for none.
  public init?(of samples: [TrackComparison.Sample]) {
    guard !samples.isEmpty else { return nil }
    count = samples.count
    let (levels, heights) = (samples.map(\.level), samples.map(\.up.magnitude))
    (levelRMS, upRMS) = (Self.rms(levels), Self.rms(heights))
    (level95, up95) = (Self.percentile(95, of: levels), Self.percentile(95, of: heights))
    (levelWorst, upWorst) = (levels.max() ?? 0, heights.max() ?? 0)
    eastMean = Self.mean(samples.map(\.east))
    northMean = Self.mean(samples.map(\.north))
    upMean = Self.mean(samples.map(\.up))
  }

  private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(values.count)
  }

  private static func rms(_ values: [Double]) -> Double {
    mean(values.map { $0 * $0 }).squareRoot()
  }

  /// Returns the percentile by linear interpolation between the two values around it.
  private static func percentile(_ percent: Double, of values: [Double]) -> Double {
    let sorted = values.sorted()
    let place = percent / 100 * Double(sorted.count - 1)
    let (low, high) = (Int(place), min(Int(place) + 1, sorted.count - 1))
    return sorted[low] + (place - Double(low)) * (sorted[high] - sorted[low])
  }
}
