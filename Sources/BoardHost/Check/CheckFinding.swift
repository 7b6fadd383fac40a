public import TextOutput

/// How well a board does what the apps expect, in one respect.
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

/// What one check of a board found.
public struct CheckFinding: Hashable, Sendable {
  /// The check's name, in lower case with hyphens.
  public var name: String
  /// How well the board does.
  public var verdict: CheckVerdict
  /// What was found.
  public var found: String
  /// What the apps do with it; `nil` where that goes without saying.
  public var apps: String?
  /// What to change; `nil` when there is nothing.
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

  /// What was found, what the apps do with it, and what to change, in one line.
  public var sentence: String { [found, apps, remedy].compactMap(\.self).joined(separator: "; ") }
}

extension [CheckFinding] {
  /// The worst verdict of all.
  public var verdict: CheckVerdict { map(\.verdict).max() ?? .ok }

  /// How many have a verdict.
  public func count(_ verdict: CheckVerdict) -> Int { count { $0.verdict == verdict } }

  /// How many there are of each verdict: `18 ok, 1 warn`.
  public var outcome: String {
    CheckVerdict.allCases.filter { count($0) > 0 }.map { "\(count($0)) \($0.rawValue)" }
      .joined(separator: ", ")
  }

  /// One line for each.
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
