import Foundation
import TestSupport
import Testing

@testable import BoardSimCLI

@Suite("The manual")
struct ManualTests {
  @Test(
    "has a page of the program and of each command, which mandoc finds no fault with",
    .compares(with: .mandoc))
  func pages() async throws {
    let folder = try TemporaryFolder()
    let outcome = await boardsimHere(["manual", folder.path, "--date", "2026-06-01"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let expected = BoardSim.commands.map { (["boardsim"] + $0.words).joined(separator: "-") + ".1" }
    #expect(names == (["boardsim.1"] + expected).sorted())
    let lint = try OutsideProgram(.mandoc).run(
      ["-T", "lint", "-W", "warning"] + names, in: URL(filePath: folder.path))
    #expect(lint.status == 0, "\(lint.output)")
  }

  @Test("makes its folder, and those above it")
  func folder() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/share/man/man1"
    #expect(await boardsimHere(["manual", path]).status == 0)
    #expect(FileManager.default.fileExists(atPath: "\(path)/boardsim-run.1"))
    let file = "\(path)/boardsim.1/man1"
    let refused = await boardsimHere(["manual", file])
    #expect(refused.status == 1)
    #expect(refused.errorLines.first?.contains("cannot make the folder '\(file)'") == true)
  }

  @Test("says what --help says, word for word", .compares(with: .mandoc))
  func words() async throws {
    let folder = try TemporaryFolder()
    _ = await boardsimHere(["manual", folder.path])
    for command in BoardSim.commands {
      let page = (["boardsim"] + command.words).joined(separator: "-") + ".1"
      let shown = try OutsideProgram(.mandoc).run(
        ["-T", "utf8", "-O", "width=1000", page], in: URL(filePath: folder.path)
      ).output
      // The formatter overstrikes bold and underlined characters.
      let plain = shown.replacing(/.\u{8}/, with: "")
      let told = Set(plain.split(whereSeparator: \.isWhitespace))
      let help = await boardsimHere(command.words + ["--help"]).text
      let missing = help.split(whereSeparator: \.isWhitespace).filter { word in
        !told.contains(word) && !["Usage:", "Options:", "Examples:"].contains(word)
      }
      #expect(missing.isEmpty, "\(page): \(missing)")
    }
  }

  @Test("examples have a line each, as they are typed")
  func examples() throws {
    let page = try #require(ManualPage.pages(of: [RTCMMerge.self], date: "").last)
    let lines = RTCMMerge.examples.map { ManualPage.escaped($0) + "\n" }.joined()
    #expect(page.text.contains(".SH EXAMPLES\n.nf\n\(lines).fi\n"))
  }

  @Test("what roff would take for a request or an escape is text")
  func escapes() {
    #expect(ManualPage.escaped(".a\\b\n.c -d 'e'") == "\\&.a\\eb\n\\&.c \\-d \\(aqe\\(aq")
  }
}
