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
    let cases = cases(
      outcomes: outcomes.map { ($0.expectation.text, $0.isMet ? nil : "\($0)") }, command: command,
      error: error, misuse: misuse)
    return document([Suite(name: name, className: "boardsim.\(command)", cases: cases)])
  }

  /// The name of the test case about driver mistakes.
  package static let noMisuse = "drivers do nothing that silicon punishes"

  /// Returns the test cases of a replay or a run.
  ///
  /// - Parameters:
  ///   - outcomes: The expectations, each with the failure in words; `nil` for one that was met.
  ///   - command: The command: `replay` or `run`.
  ///   - error: The reason for a failure other than the expectations; `nil` for none.
  ///   - misuse: The driver mistakes that are no failure; `nil` for none.
  /// - Returns: A case for each expectation, and one more for the error and for the mistakes.
  package static func cases(
    outcomes: [(expectation: String, failure: String?)], command: String = "replay", error: String?,
    misuse: String?
  ) -> [Case] {
    let cases = outcomes.map { Case(name: $0.expectation, failure: $0.failure) }
    let end = error.map { Case(name: "the \(command) comes to its end", error: $0) }
    let warning = misuse.map { Case(name: noMisuse, note: $0) }
    return cases + [end, warning].compactMap(\.self)
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

  /// A suite of the JUnit file.
  package struct Suite {
    /// The name of the suite.
    package var name: String
    /// The class of its test cases, by which CI systems group them.
    package var className: String
    /// The test cases.
    package var cases: [Case]

    /// Creates a suite; the class is that of replays unless another is given.
    package init(name: String, className: String = "boardsim.replay", cases: [Case]) {
      (self.name, self.className, self.cases) = (name, className, cases)
    }
  }

  /// Returns the document of suites.
  package static func document(_ suites: [Suite]) -> String {
    let texts = suites.map { suite in
      let lines = suite.cases.map { line(of: $0, className: suite.className) }
      return """
          <testsuite name="\(suite.name.escapedForXML)" \(counts(of: suite.cases))>
        \(lines.joined(separator: "\n"))
          </testsuite>
        """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(counts(of: suites.flatMap(\.cases)))>
      \(texts.joined(separator: "\n"))
      </testsuites>

      """
  }

  private static func counts(of cases: [Case]) -> String {
    let failures = cases.count { $0.failure != nil }
    let errors = cases.count { $0.error != nil }
    return "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
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
