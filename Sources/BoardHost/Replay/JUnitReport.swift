/// The outcomes of a replay as a JUnit file, which every CI can show.
public enum JUnitReport {
  /// The document.
  ///
  /// - Parameters:
  ///   - name: The name of the suite: the capture.
  ///   - outcomes: One test case each.
  ///   - error: Why the replay failed, whatever its expectations; one test case more.
  /// - Returns: The XML text.
  public static func document(
    name: String, outcomes: [ExpectationOutcome], error: String? = nil
  ) -> String {
    let failures = outcomes.count { !$0.isMet }
    let cases = outcomes.map(testCase) + (error.map { [errorCase($0)] } ?? [])
    let counts =
      "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(error == nil ? 0 : 1)\""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(counts)>
        <testsuite name="\(escaped(name))" \(counts)>
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

  private static func errorCase(_ error: String) -> String {
    "    <testcase classname=\"boardsim.replay\" name=\"the replay comes to its end\">"
      + "<error message=\"\(escaped(error))\"/></testcase>"
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
