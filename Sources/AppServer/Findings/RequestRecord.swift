public import GNSSBasics

/// A request in the journal: the request line and the outcome, without body and secrets.
public struct RequestRecord: Hashable, Sendable {
  /// The name of the server that was asked, ``ClientJournal/node``.
  public var node: String
  /// The request's number, counted from 1.
  public var number: Int
  /// The time at which the request was received.
  public var time: UnixTime
  /// The client's address.
  public var client: String
  /// The request's HTTP method.
  public var method: String
  /// The request's path and query, with secret parameters replaced by "…".
  public var target: String
  /// The client's `User-Agent` field; `nil` when absent.
  public var agent: String?
  /// The response's HTTP status.
  public var status: Int
  /// The length of the response's body, bytes; for rows, of the first page only.
  public var length: Int
  /// The findings about the request.
  public var findings: [FindingKind]
}
