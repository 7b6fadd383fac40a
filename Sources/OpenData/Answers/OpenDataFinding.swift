/// A finding about a request, for an app's developer.
public enum OpenDataFinding: Hashable, Sendable {
  /// More rows matched than the 1,000 that are delivered when no `$limit` says otherwise.
  case defaultLimitCut
  /// Measured values were asked for without naming a sensor.
  case allRows
  /// A clause or function that the real service may have, and this one does not.
  case unsupportedClause(String)

  /// Its name in the list of findings.
  public var id: String {
    switch self {
    case .defaultLimitCut: "arpa.default-limit-cut"
    case .allRows: "arpa.all-rows"
    case .unsupportedClause: "arpa.unsupported-clause"
    }
  }
}
