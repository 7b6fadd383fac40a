/// The requests that a check made to a board, and their outcomes.
///
/// The record is a value, and the findings are functions of it, whatever code made the requests.
public struct BoardRecord: Hashable, Sendable {
  /// The URL as given.
  public var url: BoardURL
  /// The targets of the redirects from that URL, in order.
  public var redirects: [String] = []
  /// The first poll, after all redirects.
  public var first: BoardExchange
  /// The polls at MOQA's pace, one per second, including the first poll.
  public var polls: [BoardExchange] = []
  /// The overlapping polls: all sent before the first answer was read.
  public var overlapping: [BoardExchange] = []
  /// The polls on one connection, for as long as it lasted.
  public var kept: [BoardExchange] = []
  /// The poll with HTTP/1.0; `nil` when it was not made.
  public var old: BoardExchange?
  /// The HEAD request; `nil` when it was not made.
  public var head: BoardExchange?
  /// The OPTIONS request; `nil` when it was not made.
  public var options: BoardExchange?
  /// The consecutive polls without a pause.
  public var burst: [BoardExchange] = []
  /// The polls while a user switches the board off and on; empty unless requested.
  public var watched: [BoardExchange] = []
  /// Whether the probe ended before all requests were made, although it was still wanted.
  public var isCutShort = false

  /// Creates the record of a check after its first poll.
  public init(url: BoardURL, first: BoardExchange) {
    self.url = url
    self.first = first
  }

  /// All requests for the measurement, without the watched ones.
  var everyPoll: [BoardExchange] {
    (polls.isEmpty ? [first] : polls) + overlapping + kept + burst
  }

  /// The total number of requests.
  public var requestCount: Int {
    everyPoll.count + redirects.count + watched.count
      + [old, head, options].count { $0 != nil }
  }
}
