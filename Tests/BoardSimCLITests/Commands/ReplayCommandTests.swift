import TestSupport
import Testing

@Suite("boardsim replay and capture")
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

  @Test("the summary tells fix, errors and time")
  func summary() async throws {
    let outcome = try await boardsim("replay", Self.capture, "-q")
    #expect(outcome.status == 0)
    for words in ["best fix     rtk-fixed", "off in rtk-fixed", "board time   601.000 s"] {
      #expect(outcome.text.contains(words))
    }
  }

  @Test("synthesising without options gives the capture of the repository")
  func synthesis() async throws {
    let outcome = try await boardsim("capture", "synth", "-q", "-o", "-")
    #expect(outcome.status == 0)
    #expect(try outcome.output == [UInt8](contentsOf: Self.capture))
  }
}
