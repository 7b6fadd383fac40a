internal import Mathematics

extension FixModel {
  /// The numbers the model is made of.
  ///
  /// Sources: u-blox ZED-F9P integration manual and the field reports on it; where those give a
  /// range the shape is ours.
  enum Parameters {
    /// The longest start under an open sky: twice the slowest of sixty starts.
    static var longestAcquisition: Duration { .seconds(60) }
    /// The time for which ambiguities that were fixed stay about known.
    static var shortInterruption: Duration { .seconds(60) }
    /// DGNSS to float: carrier phases need two epochs.
    static var timeToFloat: Duration { .seconds(1) }
    /// Float to fixed under open sky, several constellations, at the station.
    static var floatToFixed: LogNormal { LogNormal(median: 4, percentile95: 10) }
    /// Default of CFG-NAVSPG-CONSTR_DGNSSTO.
    static var correctionTimeout: Duration { .seconds(60) }
    /// Age of corrections above which ambiguities are not searched, and a fix is only held.
    static var freshness: Duration { .seconds(10) }
    /// Satellites that receiver and station share, for carrier phases to be of use.
    static var fewestSatellitesForPhases: Int { 5 }
    /// Longest baselines of each state, metres.
    static var longestFixedBaseline: Double { 50_000 }
    static var longestFloatBaseline: Double { 100_000 }
    static var longestDGNSSBaseline: Double { 1_000_000 }
  }
}

/// A log-normal distribution of times, by two of its percentiles in seconds.
struct LogNormal {
  var median: Double
  var percentile95: Double
}

extension Xoshiro256 {
  /// A number from the exponential distribution of mean 1.
  mutating func exponential() -> Double {
    // A uniform number is below 1, so what is left is over 0.
    -Math.logarithm(1 - uniform())
  }

  /// A time from a log-normal distribution.
  mutating func logNormal(_ distribution: LogNormal) -> Duration {
    let ninetyFifth = 1.644_853_626_951  // of the standard normal distribution
    let sigma =
      Math.logarithm(distribution.percentile95 / distribution.median) / ninetyFifth
    return .seconds(distribution.median * Math.exponential(sigma * normal()))
  }
}
