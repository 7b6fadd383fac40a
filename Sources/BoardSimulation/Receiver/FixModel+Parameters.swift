internal import Mathematics

extension FixModel {
  /// The constants of the fix model.
  ///
  /// Sources: u-blox ZED-F9P integration manual and field reports on the receiver. Where the sources give a
  /// range, the distribution is the project's own.
  enum Parameters {
    /// The longest start under an open sky: twice the slowest of sixty starts.
    static var longestAcquisition: Duration { .seconds(60) }
    /// The time for which formerly fixed ambiguities remain approximately known.
    static var shortInterruption: Duration { .seconds(60) }
    /// The time from DGNSS to float: carrier phases need two epochs.
    static var timeToFloat: Duration { .seconds(1) }
    /// The time from float to fixed at the station, under open sky with several constellations.
    static var floatToFixed: LogNormal { LogNormal(median: 4, percentile95: 10) }
    /// The default of CFG-NAVSPG-CONSTR_DGNSSTO, the timeout of corrections.
    static var correctionTimeout: Duration { .seconds(60) }
    /// The age of corrections above which ambiguities are not searched, and a fix is only held.
    static var freshness: Duration { .seconds(10) }
    /// The smallest number of shared satellites with which carrier phases can be used.
    static var fewestSatellitesForPhases: Int { 5 }
    /// The longest baseline of each state, metres.
    static var longestFixedBaseline: Double { 50_000 }
    static var longestFloatBaseline: Double { 100_000 }
    static var longestDGNSSBaseline: Double { 1_000_000 }
  }
}

/// A log-normal distribution of times, given by two percentiles in seconds.
struct LogNormal {
  var median: Double
  var percentile95: Double
}

extension Xoshiro256 {
  /// Returns a random number from the exponential distribution with mean 1.
  mutating func exponential() -> Double {
    // A uniform number is below 1, so the argument of the logarithm is above 0.
    -Math.logarithm(1 - uniform())
  }

  /// Returns a random time from a log-normal distribution.
  mutating func logNormal(_ distribution: LogNormal) -> Duration {
    let ninetyFifth = 1.644_853_626_951  // of the standard normal distribution
    let sigma =
      Math.logarithm(distribution.percentile95 / distribution.median) / ninetyFifth
    return .seconds(distribution.median * Math.exponential(sigma * normal()))
  }
}
