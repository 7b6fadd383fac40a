internal import BoardFirmware
internal import TextOutput
internal import VirtualBoard

/// The results of the checks of a board.
public struct CheckReport: Hashable, Sendable {
  /// The URL that was given.
  public var url: String
  /// The dialect it was checked as: `moqa`, `air-quality` or `legacy-html`.
  public var dialect: String
  /// The number of requests made.
  public var requestCount: Int
  /// The findings, one for each check that applied, in a fixed order.
  public var findings: [CheckFinding]

  /// Judges a record.
  ///
  /// - Parameters:
  ///   - record: What was asked and answered.
  ///   - dialect: A dialect's name; `nil` to take what the answers look like. A page of the original
  ///     firmware is then a failure, since no app can read it.
  public init(of record: BoardRecord, as dialect: String? = nil) {
    let evidence = BoardEvidence(
      record, dialect: dialect.flatMap { BoardText.Dialect(name: $0) })
    url = "\(record.url)"
    self.dialect = evidence.dialect.name
    requestCount = record.requestCount
    let checks = record.first.reply == nil ? [BoardChecks.reachable] : BoardChecks.all
    findings = checks.compactMap { $0(evidence) }
    if record.isCutShort {
      findings.append(
        CheckFinding(
          "duration", .warn,
          "not everything was asked: the board stopped answering, or is too slow",
          remedy: "mend that, then check again"))
    }
  }

  /// The report as text: one line for each check, and one with the outcome.
  public var text: String {
    "\(findings.lines)\n\(url) as \(dialect), \(requestCount) requests: \(findings.outcome)"
  }

  /// The report as one JSON object.
  public var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("url", url)
      json.member("dialect", dialect)
      json.member("requests", requestCount)
      json.member("verdict", findings.verdict.rawValue)
      json.write(findings)
    }
    return json.text
  }

  /// The report as a JUnit file, a test case for each check; those that failed fail.
  public var junit: String {
    JUnitReport.document(
      name: url, className: Self.className,
      cases: findings.map { finding in
        JUnitReport.Case(
          name: finding.name, failure: finding.verdict == .fail ? finding.sentence : nil)
      })
  }

  /// A JUnit file in which the check of a board has not come to its end.
  public static func unfinishedJUnit(of url: BoardURL) -> String {
    JUnitReport.document(
      name: "\(url)", className: className,
      cases: [.init(name: "the check comes to its end", error: "it did not end")])
  }

  private static let className = "boardsim.check"
}
