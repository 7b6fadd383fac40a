public import GNSSBasics

/// A request in the journal: what was asked, and how it was answered; no body, and no secret.
public struct RequestRecord: Hashable, Sendable {
  /// Its number, from 1.
  public var number: Int
  /// When it came.
  public var time: UnixTime
  /// The client's address.
  public var client: String
  /// Its method.
  public var method: String
  /// The path, with the query's parameters but for secret ones.
  public var target: String
  /// The client's name for itself, from `User-Agent`.
  public var agent: String?
  /// The answer's status.
  public var status: Int
  /// The answer's length, bytes; of rows, those of the first page.
  public var length: Int
  /// The findings about the request.
  public var findings: [FindingKind]
}
