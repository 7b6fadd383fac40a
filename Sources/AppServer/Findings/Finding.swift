public import GNSSBasics

/// A finding about a client's request: the original would have treated the request differently, or the user
/// would not want its effect.
public struct Finding: Hashable, Sendable {
  /// The kind of finding.
  public var kind: FindingKind
  /// The expected form of the request.
  public var expected: String
  /// The form of the request as received; never a password, never a token.
  public var found: String

  /// Creates a finding from its kind, and the expected and the received form.
  public init(_ kind: FindingKind, expected: String, found: String) {
    self.kind = kind
    self.expected = expected
    self.found = found
  }
}

/// The findings of one kind, method and path.
public struct FindingRecord: Hashable, Sendable {
  /// The name of the server that recorded it, ``ClientJournal/node``.
  public var node: String
  /// The latest finding of this kind.
  public var finding: Finding
  /// The request's method and path, without its query.
  public var request: String
  /// The `User-Agent` of the latest request; `nil` when absent.
  public var agent: String?
  /// The number of times the finding occurred.
  public var count: Int
  /// The time of the first occurrence.
  public var first: UnixTime
  /// The time of the latest occurrence.
  public var last: UnixTime
}
