import Foundation
import Testing

@Suite("Help")
struct HelpTests {
  static let commands = [
    "run", "replay", "check", "wait", "doctor", "completion", "manual", "caster", "ntrip get",
    "ntrip table",
    "ntrip push", "capture record", "capture info", "capture fetch",
    "capture plot", "rtcm stats",
    "rtcm decode",
    "rtcm convert", "rtcm merge", "rtcm split", "rtcm vectors", "rtcm types", "rinex info",
    "capture synth",
  ]

  @Test(
    "the overview lists every command and what to try first", arguments: ["--help", "help", "-h"])
  func overview(word: String) async {
    let outcome = await boardsimHere([word])
    #expect(outcome.status == 0)
    for command in Self.commands { #expect(outcome.text.contains("\n  \(command)  ")) }
    #expect(outcome.text.contains("Try: boardsim run"))
  }

  @Test("every command has help with an example of itself", arguments: Self.commands)
  func commandHelp(command: String) async throws {
    let words = command.split(separator: " ").map(String.init)
    let outcome = await boardsimHere(words + ["--help"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.text.contains("Usage: boardsim \(command)"))
    let examples = try #require(outcome.text.components(separatedBy: "Examples:\n").last)
    #expect(examples.hasPrefix("  boardsim \(command)"))
  }

  @Test("lines of help that go on are indented", arguments: Self.commands)
  func indentation(command: String) async throws {
    let words = command.split(separator: " ").map(String.init)
    let text = await boardsimHere(words + ["--help"]).text
    let options = try #require(text.components(separatedBy: "Options:\n").last)
    let rows = options.components(separatedBy: "\n\n")[0].split(separator: "\n")
    #expect(rows.allSatisfy { $0.hasPrefix("  ") })
  }

  @Test("a group of commands has help of its own")
  func groupHelp() async {
    let outcome = await boardsimHere(["rtcm", "--help"])
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("\n  rtcm stats  "))
    #expect(!outcome.text.contains("\n  caster "))
  }

  @Test("the version tells commit, build and platform")
  func version() async throws {
    let outcome = await boardsimHere(["--version"])
    #expect(outcome.status == 0)
    let form =
      /boardsim \d+\.\d+\.\d+ \(commit ([0-9a-f]{7,40}(-dirty)?|unknown), (debug|release), (linux|macos) \w+\)\n/
    #expect(try form.wholeMatch(in: outcome.text) != nil, "\(outcome.text)")
  }
}
