import Foundation
import TestSupport
import Testing

/// The file `docs/requirements.txt`, which names the tests that prove each requirement.
@Suite("The table of requirements")
struct RequirementsTests {
  /// A row with one requirement and one test.
  private static let row = "= D\nA1 | board\n  It measures.\n  done\n  test OneTests: it measures\n"

  @Test("every row of the requirements names tests that exist, and the page is made of the rows")
  func holds() throws {
    let found = try Self.check(in: SharedCaptures.packageRoot)
    #expect(found.output.isEmpty)
    #expect(found.status == 0)
  }

  @Test("a row and its test, found by their words")
  func finds() throws {
    let folder = try Self.package(Self.row)
    #expect(try Self.check(in: folder.url).output.contains("is not what its rows make"))
    #expect(try Self.run("scripts/check/requirements", in: folder.url).status == 0)
    #expect(try Self.check(in: folder.url).status == 0)
    #expect(try folder.text(of: "docs/requirements.md").contains("| A1 | It measures. | board |"))
  }

  @Test(
    "what a row must not say is told",
    arguments: [
      ("  test OneTests: it measures", "", "A1 is done and names no test"),
      ("it measures", "it measure", "no test; did you mean 'OneTests: it measures'?"),
      ("OneTests", "TwoTests", "names 'TwoTests: it measures', which is no test"),
      ("it measures\n", "it measures\n  test OneTests: it is left out\n", "which is no test"),
      ("  done", "  part", "does not say why it is part"),
      ("  done", "  finished", "is 'finished', which is none of done, part"),
      ("| board", "| phone", "is 'phone', which is none of board, server"),
      ("  done\n", "", "A1 needs a line of what it asks and one of its state"),
      ("= D\n", "= D\nA1 | none\n  It.\n  not ours: why\n", "A1 is there twice"),
      ("A1 | board", "A1", "expected 'NUMBER | OURS' below a document, not 'A1'"),
    ])
  func refuses(part: String, replacement: String, finding: String) throws {
    let folder = try Self.package(Self.row.replacing(part, with: replacement))
    let found = try withExtendedLifetime(folder) { try Self.check(in: $0.url) }
    #expect(found.output.contains(finding), "\(found.output)")
    #expect(found.status == 1)
  }

  /// Returns a folder with the script, the rows, and one test that they may name.
  private static func package(_ rows: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for path in ["docs", "scripts/check", "Tests/OneTests"] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: path), withIntermediateDirectories: true)
    }
    try FileManager.default.copyItem(
      at: SharedCaptures.packageRoot.appending(path: "scripts/check/requirements"),
      to: folder.url.appending(path: "scripts/check/requirements"))
    let tests = "  @Test(\n    \"it measures\")\n  // @Test(\"it is left out\")\n"
    _ = try folder.write(Array(tests.utf8), to: "Tests/OneTests/OneTests.swift")
    _ = try folder.write(Array(rows.utf8), to: "docs/requirements.txt")
    return folder
  }

  /// Returns the script's status and output, including its errors.
  private static func check(in folder: URL) throws -> (status: Int32, output: String) {
    try run("scripts/check/requirements --check 2>&1", in: folder)
  }

  private static func run(
    _ command: String, in folder: URL
  ) throws -> (status: Int32, output: String) {
    try OutsideProgram(at: URL(filePath: "/bin/sh")).run(["-c", command], in: folder)
  }
}
