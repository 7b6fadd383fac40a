public import TextOutput

/// The degree to which a board does what the apps expect, in one respect.
public enum CheckVerdict: String, Hashable, Sendable, Comparable, CaseIterable {
  /// As it should be.
  case ok
  /// The apps get along, but something is odd or lost.
  case warn
  /// An app shows or stores something wrong, or nothing.
  case fail

  /// Whether `a` is the milder verdict.
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
  /// The verdict on the board.
  public var verdict: CheckVerdict
  /// The observation, in words.
  public var found: String
  /// The apps' reaction to it; `nil` where that goes without saying.
  public var apps: String?
  /// The recommended change; `nil` when nothing needs to change.
  public var remedy: String?

  /// Creates a finding.
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

  /// The observation, the apps' reaction to it and the recommended change, in one line.
  public var sentence: String { [found, apps, remedy].compactMap(\.self).joined(separator: "; ") }
}

extension [CheckFinding] {
  /// The worst verdict of all.
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
  /// Writes findings as the member `checks`.
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
