/// Whether a line carries a stream, and what to leave out so that it does.
///
/// The mean decides whether the stream gets through at all, the busiest second whether it does so
/// without being late. Bytes outside frames are on the line as well, spread evenly.
public struct LinkBudget: Sendable {
  /// Something to leave out.
  public struct Saving: Sendable {
    /// DF002; `nil` for the bytes that are not part of a frame.
    public let type: UInt16?
    /// The reason why a rover can do without.
    public let reason: String
    /// The mean load, bytes a second.
    public let bytesPerSecond: Double
    /// The load in the second that has most of it, bytes.
    public let busiestSecondBytes: Int
  }

  /// The capacity of the line, bytes a second.
  public let capacity: Double
  /// The stream's mean load, bytes a second; `nil` when it has fewer than two epochs.
  public let mean: Double?
  /// The load in its busiest second, bytes.
  public let busiestSecondBytes: Int
  /// The messages to leave out, first things first, until the rest fits; empty when it all does.
  public let savings: [Saving]
  /// The mean load that is left, bytes a second.
  public let meanLeft: Double?
  /// The load that is left in the busiest second, at most.
  public let busiestSecondLeft: Int

  static let longestFrame = 1029

  /// Compares a stream that has ended with a line.
  ///
  /// - Parameters:
  ///   - statistics: What the stream holds.
  ///   - capacity: What the line carries, bytes a second, above zero: a serial line's baud rate by ten.
  public init(of statistics: StreamStatistics, capacity: Double) {
    self.capacity = capacity
    let load = Load(of: statistics)
    mean = statistics.seconds == nil ? nil : load.mean
    busiestSecondBytes = load.busiestSecond
    var (left, savings) = (load, [Saving]())
    if statistics.seconds != nil {
      for saving in Expendables(of: statistics).savings {
        if left.fits(capacity) { break }
        left.drop(saving)
        savings.append(saving)
      }
    }
    self.savings = savings
    meanLeft = mean == nil ? nil : left.mean
    busiestSecondLeft = left.busiestSecond
  }

  /// Whether the stream fits: it does, it is late in busy seconds, or it does not.
  public var result: StreamVerdict.Result {
    guard let mean else { return .warn }
    return mean > capacity ? .fail : Double(busiestSecondBytes) > capacity ? .warn : .pass
  }

  /// Whether what is left after ``savings`` fits.
  public var isEnough: Bool {
    meanLeft.map { $0 <= capacity && Double(busiestSecondLeft) <= capacity } ?? false
  }
}

/// The load of a line.
private struct Load {
  private(set) var mean: Double
  /// At most so many: what is known is each type's busiest second, and they may not coincide.
  private(set) var busiestSecond: Int
  private var sumOfTypes: Int

  init(of statistics: StreamStatistics) {
    let seconds = statistics.seconds ?? 1
    let stray = Double(statistics.counts.otherBytes) / seconds
    mean = Double(statistics.counts.frameBytes) / seconds + stray
    busiestSecond = statistics.busiestSecondBytes + Int(stray.rounded(.up))
    sumOfTypes =
      statistics.types.reduce(0) { $0 + $1.busiestSecondBytes } + Int(stray.rounded(.up))
  }

  func fits(_ capacity: Double) -> Bool { mean <= capacity && Double(busiestSecond) <= capacity }

  mutating func drop(_ saving: LinkBudget.Saving) {
    mean = max(mean - saving.bytesPerSecond, 0)
    sumOfTypes -= saving.busiestSecondBytes
    busiestSecond = min(busiestSecond, sumOfTypes)
  }
}
