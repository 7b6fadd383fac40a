public import BoardSimulation

/// An action of a scenario on a board, once or repeatedly.
public struct ScenarioEntry: Hashable, Sendable {
  /// The action of an entry.
  public enum Deed: Hashable, Sendable {
    /// An event at the start and, where the entry has an end, a second event that undoes it.
    case event(BoardEvent.Deed, undone: BoardEvent.Deed?)
    /// A fault; the fault's own start and end have no effect.
    case fault(BoardFault)
    /// A random fault of a list, drawn from the run's seed at each occurrence; of one part only,
    /// where a part is given.
    case anyFault(of: [BoardFault.Kind], part: String?)
  }

  /// The entry's action.
  public var deed: Deed
  /// The board time of the first occurrence.
  public var start: Duration
  /// The length of each occurrence; `nil` for no end.
  public var length: Duration?
  /// The time from each occurrence to the next; `nil` for a single occurrence.
  public var period: Duration?
  /// The board time from which on no occurrence begins; `nil` for no limit.
  public var end: Duration?

  /// Creates an entry, by default a single occurrence at board time zero.
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

  /// The shortest time from one occurrence to the next, one second.
  public static let shortestPeriod = Duration.seconds(1)
  /// The greatest number of entries in a scenario's file.
  public static let mostEntries = 100_000

  /// Returns the start of an occurrence, counted from 0; `nil` when the entry does not recur that often.
  func start(of index: Int) -> Duration? {
    guard index > 0 else { return end.map { start < $0 } ?? true ? start : nil }
    guard let period, period >= Self.shortestPeriod else { return nil }
    let time = start + period * index
    return end.map { time < $0 } ?? true ? time : nil
  }
}
