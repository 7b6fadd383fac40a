/// The comparison of a stream's load with a line's capacity, and the messages to leave out so that the
/// stream fits.
///
/// The mean load decides whether the stream gets through at all. The load of the busiest second decides
/// whether it arrives without delay. Bytes outside frames count as well, spread evenly.
public struct LinkBudget: Sendable {
  /// A message type to leave out, or the bytes outside frames, with the load saved.
  public struct Saving: Sendable {
    /// The message type, DF002; `nil` for the bytes outside frames.
    public let type: UInt16?
    /// The reason why a rover can do without these bytes.
    public let reason: String
    /// The mean load saved, bytes per second.
    public let bytesPerSecond: Double
    /// The load in the busiest second of these bytes, bytes.
    public let busiestSecondBytes: Int
  }

  /// The capacity of the line, bytes per second.
  public let capacity: Double
  /// The stream's mean load, bytes per second; `nil` when the stream has fewer than two epochs.
  public let mean: Double?
  /// The load in the stream's busiest second, bytes.
  public let busiestSecondBytes: Int
  /// The messages to leave out so that the rest fits, most expendable first; empty when the whole stream
  /// fits.
  public let savings: [Saving]
  /// The mean load after ``savings``, bytes per second; `nil` when ``mean`` is.
  public let meanLeft: Double?
  /// The upper limit of the load in the busiest second after ``savings``, bytes.
  public let busiestSecondLeft: Int

  static let longestFrame = 1029

  /// Compares a stream that has ended with a line.
  ///
  /// - Parameters:
  ///   - statistics: The statistics of the stream.
  ///   - capacity: The capacity of the line, bytes per second, above zero; for a serial line a tenth of its
  ///     baud rate.
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

  /// The result: `pass` when the stream fits, `warn` when it is late in busy seconds or its rate is
  /// unknown, `fail` when its mean load exceeds the capacity.
  public var result: StreamVerdict.Result {
    guard let mean else { return .warn }
    return mean > capacity ? .fail : Double(busiestSecondBytes) > capacity ? .warn : .pass
  }

  /// Whether the stream without ``savings`` fits the line.
  public var isEnough: Bool {
    meanLeft.map { $0 <= capacity && Double(busiestSecondLeft) <= capacity } ?? false
  }
}

/// The load on a line.
private struct Load {
  private(set) var mean: Double
  /// The upper limit of the busiest second's load, bytes.
  ///
  /// Only the busiest second of each type is known, and these seconds may not coincide.
  private(set) var busiestSecond: Int
  private var sumOfTypes: Int

  init(of statistics: StreamStatistics) {
    let seconds = statistics.seconds ?? 1
    let stray = Double(statistics.counts.otherBytes) / seconds
    mean = Double(statistics.counts.frameBytes) / seconds + stray
    busiestSecond = statistics.busiestSecondBytes + Int(rounding: stray)
    sumOfTypes =
      statistics.types.reduce(0) { $0 + $1.busiestSecondBytes } + Int(rounding: stray)
  }

  func fits(_ capacity: Double) -> Bool { mean <= capacity && Double(busiestSecond) <= capacity }

  mutating func drop(_ saving: LinkBudget.Saving) {
    mean = max(mean - saving.bytesPerSecond, 0)
    sumOfTypes -= saving.busiestSecondBytes
    busiestSecond = min(busiestSecond, sumOfTypes)
  }
}
