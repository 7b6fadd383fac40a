/// A finding about a request, for an app's developer.
public enum OpenDataFinding: Hashable, Sendable {
  /// The answer was cut at 1,000 rows, the default without `$limit`, although more rows matched.
  case defaultLimitCut
  /// The query asked for measured values without naming a sensor.
  case allRows
  /// The query used a clause or function that this service lacks, and that the real service may offer.
  case unsupportedClause(String)
  /// The request for the weather had no key.
  case weatherWithoutKey
  /// The request for the weather had a parameter whose value was ignored.
  case ignoredParameter(name: String, value: String)

  /// The finding's id in the list of findings.
  public var id: String {
    switch self {
    case .defaultLimitCut: "arpa.default-limit-cut"
    case .allRows: "arpa.all-rows"
    case .unsupportedClause: "arpa.unsupported-clause"
    case .weatherWithoutKey: "weather.no-key"
    case .ignoredParameter: "weather.ignored-parameter"
    }
  }
}
