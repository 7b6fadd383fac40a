public import GNSSBasics

/// Something about a client's request that the real server would have taken otherwise, or that a user would not
/// want.
public struct Finding: Hashable, Sendable {
  /// The kind of finding.
  public var kind: FindingKind
  /// The expected form of the request.
  public var expected: String
  /// The form that came; never a password and never a token.
  public var found: String

  /// Creates a finding.
  public init(_ kind: FindingKind, expected: String, found: String) {
    self.kind = kind
    self.expected = expected
    self.found = found
  }
}

/// The findings of one kind at one path.
public struct FindingRecord: Hashable, Sendable {
  /// The latest one.
  public var finding: Finding
  /// The request's method and path, without its query.
  public var request: String
  /// The number of findings.
  public var count: Int
  /// When first.
  public var first: UnixTime
  /// When last.
  public var last: UnixTime
}
