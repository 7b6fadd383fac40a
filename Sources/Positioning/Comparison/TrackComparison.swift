public import GNSSBasics

/// The errors of a solution's positions: their distances from the truth, joined by time.
public struct TrackComparison: Hashable, Sendable {
  /// The rules of a comparison.
  public struct Rules: Hashable, Sendable {
    /// The level error from which a fixed position is wrong, metres.
    public var wrongFix = 0.1
    /// The greatest time between two points of the truth to interpolate, seconds.
    public var longestGap = 2.0
    /// An offset east of the truth, metres, such as between two antennas; likewise the next two.
    public var east = 0.0
    /// An offset north of the truth, metres.
    public var north = 0.0
    /// An offset above the truth, metres.
    public var up = 0.0

    /// Creates the default rules.
    public init() {}
  }

  /// The error of a position, metres.
  public struct Sample: Hashable, Sendable {
    /// The time of the epoch.
    public var time: GPSTime
    /// The quality of the position.
    public var quality: SolutionQuality
    /// The position.
    public var position: GeodeticPosition
    /// The error to the east, metres.
    public var east: Double
    /// The error to the north, metres.
    public var north: Double
    /// The error upwards, metres.
    public var up: Double
    /// Whether the true position is interpolated.
    public var isInterpolated: Bool

    /// The level error, metres.
    public var level: Double { (east * east + north * north).squareRoot() }
  }

  /// The rules of the comparison.
  public let rules: Rules
  /// The number of epochs of the solution.
  public let epochCount: Int
  /// The number of fixed epochs of the solution.
  public let fixedCount: Int
  /// The time from the first epoch to the first fixed one, seconds; `nil` without one.
  public let secondsToFix: Double?
  /// The errors at the epochs with a true position, by time.
  public let samples: [Sample]
  /// The number of points of the truth at which the solution has no epoch; `nil` for a place.
  public let missedCount: Int?

  /// Compares a solution, in any order, with the truth.
  public init(of records: [PositionRecord], with truth: PositionTruth, by rules: Rules = Rules()) {
    let records = records.sorted { $0.time < $1.time }
    self.rules = rules
    epochCount = records.count
    fixedCount = records.count { $0.quality == .fixed }
    let fix = records.first { $0.quality == .fixed }
    secondsToFix = fix.map { $0.time.seconds(since: records[0].time) }
    samples = records.compactMap { Self.sample($0, truth, rules) }
    missedCount = Self.missed(in: records, by: truth)
  }

  private static func sample(
    _ record: PositionRecord, _ truth: PositionTruth, _ rules: Rules
  ) -> Sample? {
    let found: (position: GeodeticPosition, isInterpolated: Bool)?
    switch truth {
    case .place(let place): found = (place, false)
    case .track(let track):
      found = track.position(at: record.time, acrossGapsTo: rules.longestGap)
    }
    guard let found else { return nil }
    let isShifted = rules.east != 0 || rules.north != 0 || rules.up != 0
    let place =
      isShifted
      ? found.position.moved(east: rules.east, north: rules.north, up: rules.up) : found.position
    let error = place.localOffset(to: record.position)
    return Sample(
      time: record.time, quality: record.quality, position: record.position,
      east: error.east, north: error.north, up: error.up, isInterpolated: found.isInterpolated)
  }

  private static func missed(in records: [PositionRecord], by truth: PositionTruth) -> Int? {
    guard case .track(let track) = truth else { return nil }
    var (missed, index) = (0, 0)
    for point in track.points {
      let first = point.time.advanced(byNanoseconds: -TruthTrack.tolerance)
      while index < records.count, records[index].time < first { index += 1 }
      let last = point.time.advanced(byNanoseconds: TruthTrack.tolerance)
      if index == records.count || records[index].time > last { missed += 1 }
    }
    return missed
  }
}

extension TrackComparison {
  /// The number of epochs without a true position.
  public var unknownCount: Int { epochCount - samples.count }

  /// The number of epochs whose true position is interpolated.
  public var interpolatedCount: Int { samples.count { $0.isInterpolated } }

  /// The share of fixed epochs among the epochs of the solution, percent; `nil` without epochs.
  public var fixRate: Double? {
    epochCount == 0 ? nil : 100 * Double(fixedCount) / Double(epochCount)
  }

  /// The number of wrong fixes: fixed positions whose level error is over the limit.
  public var wrongCount: Int {
    samples.count { $0.quality == .fixed && $0.level > rules.wrongFix }
  }

  /// The qualities that occur, the best first.
  public var qualities: [SolutionQuality] {
    SolutionQuality.allCases.filter { quality in samples.contains { $0.quality == quality } }
  }

  /// Returns the sums over the errors of a quality; `nil` for one that does not occur.
  public func statistics(of quality: SolutionQuality) -> ErrorStatistics? {
    ErrorStatistics(of: samples.filter { $0.quality == quality })
  }

  /// The sums over all errors; `nil` without any.
  public var statistics: ErrorStatistics? { ErrorStatistics(of: samples) }

  /// The quality with the most compared epochs, the better of two; `nil` without any.
  public var mainQuality: SolutionQuality? {
    let counts = qualities.map { quality in samples.count { $0.quality == quality } }
    return zip(qualities, counts).max {
      $0.1 < $1.1 || ($0.1 == $1.1 && $0.0.rawValue > $1.0.rawValue)
    }?.0
  }

  /// Returns the correlation times of the errors of a quality, level and up.
  public func correlation(
    of quality: SolutionQuality
  ) -> (level: ErrorCorrelation, up: ErrorCorrelation) {
    let those = samples.filter { $0.quality == quality }
    let times = those.map(\.time)
    return (
      ErrorCorrelation(at: times, of: those.map { ($0.east, $0.north) }),
      ErrorCorrelation(at: times, of: those.map { ($0.up, 0) })
    )
  }
}
