/// Everything that a check asked a board, and what came of it.
///
/// A value: the findings are functions of it, whoever did the asking.
public struct BoardRecord: Hashable, Sendable {
  /// The URL that was given.
  public var url: BoardURL
  /// The targets of the redirects from that URL, in their order.
  public var redirects: [String] = []
  /// The first poll, at the end of the redirects.
  public var first: BoardExchange
  /// Polls at the pace of MOQA, one a second, the first one included.
  public var polls: [BoardExchange] = []
  /// Polls that were sent before any of them was answered.
  public var overlapping: [BoardExchange] = []
  /// Polls on one connection, as long as it lasted.
  public var kept: [BoardExchange] = []
  /// A poll with HTTP/1.0.
  public var old: BoardExchange?
  /// A HEAD.
  public var head: BoardExchange?
  /// An OPTIONS.
  public var options: BoardExchange?
  /// Polls one after the other without a pause.
  public var burst: [BoardExchange] = []
  /// Polls while somebody switches the board off and on; empty when that was not asked for.
  public var watched: [BoardExchange] = []
  /// Whether the time for everything ran out before all was asked.
  public var isCutShort = false

  /// Creates the record of a check that has only begun.
  public init(url: BoardURL, first: BoardExchange) {
    self.url = url
    self.first = first
  }

  /// Every request that was for the measurement, the watched ones left out.
  var everyPoll: [BoardExchange] {
    (polls.isEmpty ? [first] : polls) + overlapping + kept + burst
  }

  /// The total number of requests.
  public var requestCount: Int {
    everyPoll.count + redirects.count + watched.count
      + [old, head, options].count { $0 != nil }
  }
}
