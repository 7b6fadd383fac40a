import Foundation
import TestSupport
import Testing

@Suite("What tests compare with")
struct OracleTests {
  @Test("is skipped where one is missing", arguments: [[], [.gpsdecode]] as [[Oracle]])
  func skips(missing: [Oracle]) throws {
    #expect(try Oracle.canCompare(missing: missing, areRequired: false) == missing.isEmpty)
  }

  @Test("is a failure where it is required, with its name and what to do")
  func fails() throws {
    let error = #expect(throws: MissingOracle.self) {
      try Oracle.canCompare(missing: [.gpsdecode], areRequired: true)
    }
    #expect(
      error?.description
        == "there is no gpsdecode to compare with; 'scripts/build/bootstrap test' installs it; is it on the PATH?"
    )
    #expect(try Oracle.canCompare(missing: [], areRequired: true))
  }

  @Test("is told in one line: with how many tests each was, and which were not and why")
  func tellsComparisons() throws {
    let folder = try TemporaryFolder()
    let notes = """
      compared\tpyrtcm\tA/a()
      compared\tpyrtcm\tB/b()
      compared\tconvbin\tB/b()
      compared\tconvbin\tB/b()
      missing\tgpsdecode\t-

      """
    let file = try folder.write(Array(notes.utf8), to: "notes")
    let told = try comparisons(file)
    #expect(told.status == 0)
    #expect(told.output.hasSuffix("\n") && told.output.split(separator: "\n").count == 1)
    #expect(told.output.firstMatch(of: /compared with: pyrtcm [^,;]*\(2 tests\)/) != nil)
    #expect(told.output.firstMatch(of: /convbin [^,;]*\(1 test\)/) != nil)
    #expect(told.output.contains("; not, since missing: gpsdecode; not in this run: captures, "))
    // With `--all`, a comparison that was required and did not run is a failure.
    let required = try comparisons("--all", file)
    #expect(required.status == 1)
    #expect(required.output == told.output)
  }

  @Test("is known by name to what tells the comparisons")
  func knowsAll() throws {
    let folder = try TemporaryFolder()
    let notes = Oracle.allCases.map { "compared\t\($0.rawValue)\tA/a()\n" }.joined()
    let told = try comparisons("--all", try folder.write(Array(notes.utf8), to: "notes"))
    #expect(told.status == 0)
    #expect(!told.output.contains("not"))
    for oracle in Oracle.allCases { #expect(told.output.contains(oracle.rawValue)) }
  }

  private func comparisons(_ arguments: String...) throws -> (status: Int32, output: String) {
    let root = SharedCaptures.packageRoot
    return try OutsideProgram(at: root.appending(path: "scripts/check/comparisons"))
      .run(arguments, in: root)
  }
}
