internal import BoardFirmware
internal import TextOutput
internal import VirtualBoard

/// The report of a board's checks.
public struct CheckReport: Hashable, Sendable {
  /// The URL as given.
  public var url: String
  /// The dialect of the check: `moqa`, `air-quality` or `legacy-html`.
  public var dialect: String
  /// The number of requests made.
  public var requestCount: Int
  /// The findings, one for each check that applies, in a fixed order.
  public var findings: [CheckFinding]

  /// Judges a record.
  ///
  /// - Parameters:
  ///   - record: The requests to the board and their outcomes.
  ///   - dialect: The name of a dialect; `nil` to guess it from the answer. A page of the original firmware
  ///     then fails, since no app can read it.
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

  /// The report as text: one line per check, and a line with the outcome.
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

  /// The report as a JUnit file with a test case per check; `fail` findings are failures.
  public var junit: String {
    let cases = findings.map { finding in
      JUnitReport.Case(
        name: finding.name, failure: finding.verdict == .fail ? finding.sentence : nil)
    }
    return JUnitReport.document([.init(name: url, className: Self.className, cases: cases)])
  }

  /// Returns a JUnit file for a check that did not finish.
  public static func unfinishedJUnit(of url: BoardURL) -> String {
    let cases = [JUnitReport.Case(name: "the check comes to its end", error: "it did not end")]
    return JUnitReport.document([.init(name: "\(url)", className: className, cases: cases)])
  }

  private static let className = "boardsim.check"
}
