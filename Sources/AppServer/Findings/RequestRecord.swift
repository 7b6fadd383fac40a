public import GNSSBasics

/// A request in the journal: what was asked, and how it was answered; no body, and no secret.
public struct RequestRecord: Hashable, Sendable {
  /// Its number, from 1.
  public var number: Int
  /// When it came.
  public var time: UnixTime
  /// Where from.
  public var client: String
  /// Its method.
  public var method: String
  /// The path, with the query's parameters but for secret ones.
  public var target: String
  /// Which program says it is, from `User-Agent`.
  public var agent: String?
  /// The answer's status.
  public var status: Int
  /// The answer's length, bytes; of rows, those of the first page.
  public var length: Int
  /// What was found about it.
  public var findings: [FindingKind]
}
