public import BoardSimulation

/// Something that a scenario does to a board, once or again and again.
public struct ScenarioEntry: Hashable, Sendable {
  /// The deed of an entry.
  public enum Deed: Hashable, Sendable {
    /// Something at a time and, where it has an end, something else then.
    case event(BoardEvent.Deed, undone: BoardEvent.Deed?)
    /// Something goes wrong; the fault's own times are not looked at.
    case fault(BoardFault)
    /// A fault of a list, drawn anew each time from the run's seed; of one part alone, where that is given.
    case anyFault(of: [BoardFault.Kind], part: String?)
  }

  /// The entry's deed.
  public var deed: Deed
  /// When it is done first, board time.
  public var start: Duration
  /// For how long; `nil` for good.
  public var length: Duration?
  /// After what time it is done again, each time; `nil` when it is done once.
  public var period: Duration?
  /// From when on it is not done again; `nil` for never.
  public var end: Duration?

  /// Creates an entry.
  public init(
    _ deed: Deed, from start: Duration = .zero, for length: Duration? = nil,
    every period: Duration? = nil, until end: Duration? = nil
  ) {
    self.deed = deed
    self.start = start
    self.length = length
    self.period = period
    self.end = end
  }

  /// The shortest time after which something may be done again.
  public static let shortestPeriod = Duration.seconds(1)
  /// The greatest number of entries of a scenario's file.
  public static let mostEntries = 100_000

  /// When it is done for the `index`-th time, from 0; `nil` when it is not done so often.
  func start(of index: Int) -> Duration? {
    guard index > 0 else { return end.map { start < $0 } ?? true ? start : nil }
    guard let period, period >= Self.shortestPeriod else { return nil }
    let time = start + period * index
    return end.map { time < $0 } ?? true ? time : nil
  }
}
