public import TextOutput

/// The verdict on a board in one respect, compared with the apps' expectations.
public enum CheckVerdict: String, Hashable, Sendable, Comparable, CaseIterable {
  /// The board behaves as it should.
  case ok
  /// The apps cope, but something is unusual or lost.
  case warn
  /// An app shows or stores a wrong value, or none.
  case fail

  /// Whether `a` is milder than `b`.
  public static func < (a: Self, b: Self) -> Bool { a.severity < b.severity }

  private var severity: Int {
    switch self {
    case .ok: 0
    case .warn: 1
    case .fail: 2
    }
  }
}

/// The result of one check of a board.
public struct CheckFinding: Hashable, Sendable {
  /// The check's name, in lower case with hyphens.
  public var name: String
  /// The verdict of the check.
  public var verdict: CheckVerdict
  /// The observation, in words.
  public var found: String
  /// The effect on the apps; `nil` where it is obvious.
  public var apps: String?
  /// The recommended change; `nil` when nothing needs to change.
  public var remedy: String?

  /// Creates a finding from its parts.
  public init(
    _ name: String, _ verdict: CheckVerdict, _ found: String, apps: String? = nil,
    remedy: String? = nil
  ) {
    self.name = name
    self.verdict = verdict
    self.found = found
    self.apps = apps
    self.remedy = remedy
  }

  /// The observation, the effect on the apps and the recommended change, in one line.
  public var sentence: String { [found, apps, remedy].compactMap(\.self).joined(separator: "; ") }
}

extension [CheckFinding] {
  /// The worst verdict; `ok` without findings.
  public var verdict: CheckVerdict { map(\.verdict).max() ?? .ok }

  /// Returns the number of findings with a verdict.
  public func count(_ verdict: CheckVerdict) -> Int { count { $0.verdict == verdict } }

  /// The number of findings of each verdict: `18 ok, 1 warn`.
  public var outcome: String {
    CheckVerdict.allCases.filter { count($0) > 0 }.map { "\(count($0)) \($0.rawValue)" }
      .joined(separator: ", ")
  }

  /// The findings as text, one line for each.
  public var lines: String {
    let width = map(\.name.count).max() ?? 0
    return map { finding in
      let name = finding.name + String(repeating: " ", count: width - finding.name.count)
      return "\(finding.verdict == .ok ? "ok  " : finding.verdict.rawValue)  \(name)  "
        + finding.sentence
    }.joined(separator: "\n")
  }
}

extension JSONWriter {
  /// Writes the findings as the member `checks`.
  public mutating func write(_ findings: [CheckFinding]) {
    array("checks") { json in
      for finding in findings {
        json.object { json in
          json.member("name", finding.name)
          json.member("verdict", finding.verdict.rawValue)
          json.member("found", finding.found)
          json.member("apps", finding.apps)
          json.member("remedy", finding.remedy)
        }
      }
    }
  }
}
