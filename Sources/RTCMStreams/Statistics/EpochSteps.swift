/// The steps from epoch to epoch of a stream or file: their number, the most common one, and the longest gaps.
package struct EpochSteps: Sendable {
  /// A gap between two epochs.
  package struct Gap: Hashable, Sendable {
    /// The last epoch before the gap.
    package let start: GPSTime
    /// The time from that epoch to the next, nanoseconds.
    package let length: Int64
  }

  /// The number of epochs.
  package private(set) var epochCount = 0
  /// The number of epochs that are not later than the epoch before.
  package private(set) var disorders = 0
  /// The time of the first epoch.
  package private(set) var first: GPSTime?
  /// The time of the last epoch.
  package private(set) var last: GPSTime?
  private var intervals = IntervalHistogram()
  /// The longest steps so far; there can be no more long gaps than these.
  private var steps: [Gap] = []

  /// The greatest number of gaps that are kept.
  private static let mostGaps = 10

  /// Creates the steps before the first epoch.
  package init() {}

  /// Counts the next epoch.
  package mutating func add(_ time: GPSTime) {
    epochCount += 1
    if let last { add(stepFrom: last, to: time) }
    first = first ?? time
    last = time
  }

  private mutating func add(stepFrom last: GPSTime, to time: GPSTime) {
    let length = time.nanoseconds - last.nanoseconds
    guard length > 0 else { return disorders += 1 }
    // RINEX tells ten-millionths of a second.
    intervals.count(Int(clamping: max(length / 1_000_000, 1)))
    guard steps.count < Self.mostGaps || length > (steps.map { $0.length }.min() ?? 0) else {
      return
    }
    steps.append(Gap(start: last, length: length))
    guard steps.count > Self.mostGaps else { return }
    if let shortest = steps.indices.min(by: { steps[$0].length < steps[$1].length }) {
      steps.remove(at: shortest)
    }
  }
}

extension EpochSteps {
  /// The most common interval between epochs, seconds; `nil` with less than two epochs.
  package var interval: Double? { intervals.mostCommon.map { Double($0) / 1000 } }

  /// The number of epochs that are missing at that interval.
  package var missingEpochs: Int { intervals.missing }

  /// The longest gaps, in the order of their times: more than one and a half intervals each, and ten at most.
  package var gaps: [Gap] {
    guard let common = intervals.mostCommon else { return [] }
    let longest = Int64(common) * 1_500_000
    return steps.filter { $0.length > longest }.sorted { $0.start < $1.start }
  }
}
