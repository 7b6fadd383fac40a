import Foundation
import TestSupport
import Testing

@Suite("rtcm stats: rates, verdict, link")
struct StationVerdictCommandTests {
  static let capture = "captures/milan-base.rtcm3"

  @Test("the JSON has the members of the contract, then rates, verdict and link")
  func json() async throws {
    let outcome = try await boardsim("rtcm", "stats", Self.capture, "--json", "--link", "3000")
    #expect(outcome.status == 0)
    let document = try JSONDocument(outcome.text)
    for name in ["total_frames", "bad_crc", "frame_bytes", "other_bytes", "bytes"] {
      #expect(document.number(name) != nil)
    }
    #expect(document.number("rates.epoch_interval_seconds") == 1)
    #expect(document.number("rates.missing_epochs") == 0)
    #expect(document.text("verdict.result") == "pass")
    #expect(document.number("link.bytes_per_second") == 3000)
  }

  @Test("--check ends with 1 and says why when the verdict is fail, and only then")
  func check() async throws {
    let slow = ["rtcm", "stats", Self.capture, "--link", "10"]
    #expect(try await BoardSimProcess(slow).end().status == 0)
    let failed = try await BoardSimProcess(slow + ["--check"]).end()
    #expect(failed.status == 1)
    #expect(failed.errorLines.contains { $0.contains("link: does not fit") })
    #expect(failed.text.contains("verdict: fail"))
    #expect(try await boardsim("rtcm", "stats", Self.capture, "--check").status == 0)
  }

  @Test("a line of no bytes is a mistake", arguments: ["0", "-5", "fast"])
  func wrongLink(value: String) async throws {
    let outcome = try await boardsim("rtcm", "stats", Self.capture, "--link", value)
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.contains { $0.contains("--link must be") })
  }
}
