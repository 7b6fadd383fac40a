import TestSupport
import Testing

@Suite("boardsim replay")
struct ReplayCommandTests {
  private static let capture = "captures/milan-base.rtcm3"

  @Test("expectations that are met end it with 0, and each is in the JUnit file")
  func met() async throws {
    let folder = try TemporaryFolder()
    let claims = ["gnss.best_fix == rtk-fixed", "rtcm.bad_crc == 0", "rtcm.frames.1077 >= 300"]
    let outcome = try await BoardSimProcess(
      ["replay", Self.capture, "-q", "--json", "--junit", folder.path("fix.xml")]
        + claims.flatMap { ["--expect", $0] }
    ).end()
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let report = try JSONDocument(outcome.text)
    #expect(report.text("gnss.best_fix") == "rtk-fixed")
    let junit = try folder.text(of: "fix.xml")
    #expect(junit.contains(#"tests="3" failures="0""#))
  }

  @Test("what goes to standard output is the JUnit file of the end alone")
  func junitOnStandardOutput() async throws {
    let outcome = try await boardsim(
      "replay", Self.capture, "-q", "--duration", "2", "--junit", "-", "--expect", "duration > 1")
    #expect(outcome.status == 0)
    #expect(outcome.text.split(separator: "<testsuite ").count == 2)
    #expect(!outcome.text.contains("did not end"))
  }

  @Test("unmet expectations and missing paths end it with 1, each told in its line")
  func unmet() async throws {
    let outcome = try await boardsim(
      "replay", Self.capture, "-q", "--duration", "5", "--expect", "gnss.best_fix == rtk-fixed",
      "--expect", "no.such.path > 1")
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 2)
    #expect(outcome.errorLines[0].hasSuffix(#"gnss.best_fix == rtk-fixed: found "none""#))
    #expect(outcome.errorLines[1].contains("the report has no 'no.such.path'"))
  }

  @Test(
    "what silicon punishes is one case of the JUnit file: a note, or an error where it is to fail",
    arguments: [
      ("warn", 0, "<system-out>misuse: sps30"), ("fail", 1, #"<error message="misuse: sps30"#),
    ])
  func misuse(how: String, status: Int, says: String) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await boardsim(
      "replay", Self.capture, "-q", "--duration", "5", "--sky", "off", "--bus-clock", "400",
      "--strict", how, "--junit", folder.path("fix.xml"))
    #expect(outcome.status == status)
    let junit = try folder.text(of: "fix.xml")
    #expect(junit.contains(#"tests="1" failures="0" errors="\#(status)""#) && junit.contains(says))
  }

  @Test("standard input is replayed as a file is")
  func standardInput() async throws {
    let capture = try [UInt8](contentsOf: Self.capture)
    let options = ["-q", "--json", "--duration", "60"]
    let piped = try await BoardSimProcess(["replay", "-"] + options, input: capture).end()
    let file = try await BoardSimProcess(["replay", Self.capture] + options).end()
    #expect(piped.status == 0)
    #expect(piped.text.replacing("standard input", with: Self.capture) == file.text)
    let empty = try await boardsim("replay", "-", "-q")
    #expect(empty.status == 1)
    #expect(empty.errorLines.first?.contains("standard input") == true)
  }

  @Test("a caster's stream is read for as long as told, and replayed then")
  func caster() async throws {
    let caster = try await RunningCaster("--speed", "100", "--user", "u", "--password", "p")
    let url = caster.url(user: "u:p")
    let endless = try await boardsim("replay", url)
    #expect(endless.status == 2)
    #expect(endless.errorLines.first?.contains("--duration") == true)
    let outcome = try await boardsim("replay", url, "-q", "--json", "--duration", "2")
    #expect(outcome.status == 0, "\(outcome.errorLines)")
    let report = try JSONDocument(outcome.text)
    #expect(report.text("capture") == caster.url())
    #expect(report.number("duration").map { (2..<3).contains($0) } == true)
    #expect(report.number("rtcm.frames.1077").map { $0 > 2 } == true)
    #expect(report.number("rtcm.bad_crc") == 0)
  }

  @Test("the summary tells fix, errors and time")
  func summary() async throws {
    let outcome = try await boardsim("replay", Self.capture, "-q")
    #expect(outcome.status == 0)
    for words in ["best fix     rtk-fixed", "off in rtk-fixed", "board time   601.000 s"] {
      #expect(outcome.text.contains(words))
    }
  }
}
