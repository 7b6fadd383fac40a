internal import TextOutput

/// A writer of expectation outcomes as a JUnit XML file, which every CI system can show.
public enum JUnitReport {
  /// Returns the document of a replay, or of a run.
  ///
  /// - Parameters:
  ///   - name: The name of the suite: the capture.
  ///   - command: The command: `replay` or `run`.
  ///   - outcomes: The outcomes, one test case each.
  ///   - error: The reason for a failure other than the expectations, as one test case more; `nil`
  ///     for none.
  ///   - misuse: The driver mistakes that are no failure here, as one test case more; `nil` for none.
  /// - Returns: The XML text.
  public static func document(
    name: String, command: String = "replay", outcomes: [ExpectationOutcome], error: String? = nil,
    misuse: String? = nil
  ) -> String {
    let cases = outcomes.map { outcome in
      Case(name: outcome.expectation.text, failure: outcome.isMet ? nil : "\(outcome)")
    }
    let end = error.map { Case(name: "the \(command) comes to its end", error: $0) }
    let warning = misuse.map { Case(name: "drivers do nothing that silicon punishes", note: $0) }
    return document(
      name: name, className: "boardsim.\(command)",
      cases: cases + [end, warning].compactMap(\.self))
  }

  /// A test case of the JUnit file.
  package struct Case {
    /// The name of the test, as CI systems show it.
    package var name: String
    /// The reason for the failure; `nil` when the test passed.
    package var failure: String?
    /// The reason why the test has no result; `nil` for none.
    package var error: String?
    /// A remark on a passed test; `nil` for none.
    package var note: String?

    /// Creates a test case.
    package init(
      name: String, failure: String? = nil, error: String? = nil, note: String? = nil
    ) {
      (self.name, self.failure, self.error, self.note) = (name, failure, error, note)
    }
  }

  /// Returns the document of one suite.
  package static func document(name: String, className: String, cases: [Case]) -> String {
    let failures = cases.count { $0.failure != nil }
    let errors = cases.count { $0.error != nil }
    let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
    let lines = cases.map { line(of: $0, className: className) }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(counts)>
        <testsuite name="\(name.escapedForXML)" \(counts)>
      \(lines.joined(separator: "\n"))
        </testsuite>
      </testsuites>

      """
  }

  private static func line(of test: Case, className: String) -> String {
    let head = "    <testcase classname=\"\(className)\" name=\"\(test.name.escapedForXML)\""
    if let error = test.error {
      return head + "><error message=\"\(error.escapedForXML)\"/></testcase>"
    }
    if let note = test.note, test.failure == nil {
      return head + "><system-out>\(note.escapedForXML)</system-out></testcase>"
    }
    guard let failure = test.failure else { return head + "/>" }
    return head + "><failure message=\"\(failure.escapedForXML)\"/></testcase>"
  }
}
