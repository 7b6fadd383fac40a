/// The outcomes of a replay as a JUnit file, which every CI can show.
public enum JUnitReport {
  /// The document.
  ///
  /// - Parameters:
  ///   - name: The name of the suite: the capture.
  ///   - outcomes: One test case each.
  /// - Returns: The XML text.
  public static func document(name: String, outcomes: [ExpectationOutcome]) -> String {
    let failures = outcomes.count { !$0.isMet }
    let cases = outcomes.map(testCase)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites tests="\(outcomes.count)" failures="\(failures)">
        <testsuite name="\(escaped(name))" tests="\(outcomes.count)" failures="\(failures)">
      \(cases.joined(separator: "\n"))
        </testsuite>
      </testsuites>

      """
  }

  private static func testCase(_ outcome: ExpectationOutcome) -> String {
    let head =
      "    <testcase classname=\"boardsim.replay\" name=\"\(escaped(outcome.expectation.text))\""
    if outcome.isMet { return head + "/>" }
    return head + "><failure message=\"\(escaped("\(outcome)"))\"/></testcase>"
  }

  /// The text as it may stand in an attribute; characters that XML 1.0 has no way to say are left out.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      case "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"...:
        escaped.unicodeScalars.append(scalar)
      default: break
      }
    }
    return escaped
  }
}
