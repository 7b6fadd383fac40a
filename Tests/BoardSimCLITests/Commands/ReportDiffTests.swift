import TestSupport
import Testing

@Suite("boardsim report diff")
struct ReportDiffTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func diff(_ a: String, _ b: String, _ more: String...) async throws
    -> BoardSimProcess.Outcome
  {
    let first = try folder.write(Array(a.utf8), to: "a.json")
    let second = try folder.write(Array(b.utf8), to: "b.json")
    return await boardsimHere(["report", "diff", first, second] + more)
  }

  @Test("names each path whose value differs, is missing or is new, and ends with 1")
  func differences() async throws {
    let a = #"{"gnss":{"fix":"3d","n":3},"list":[1,2],"gone":null,"same":true}"#
    let b = #"{"same":true,"gnss":{"fix":"rtk-fixed","n":3.0},"list":[1,2.5,{"x":"y"}]}"#
    let outcome = try await diff(a, b)
    #expect(outcome.status == 1)
    #expect(
      outcome.text == """
        gnss.fix: "3d" -> "rtk-fixed"
        gone: null -> missing
        list[1]: 2 -> 2.5
        list[2].x: missing -> "y"

        """)
    let json = try await diff(a, b, "--json")
    #expect(json.text.contains(#"{"path":"gone","a":"null","b":null}"#))
  }

  @Test("says nothing of two that are the same, and ends with 0")
  func same() async throws {
    let outcome = try await diff(#"{"a":1,"b":[]}"#, #"{"b":[],"a":1.0}"#)
    #expect(outcome.status == 0 && outcome.text.isEmpty)
  }

  @Test("a file that is no report is named")
  func noReport() async throws {
    let outcome = try await diff("{}", "<html>")
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.first?.contains("b.json' is no JSON") == true)
  }
}
