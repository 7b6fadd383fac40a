import Foundation
import TestSupport
import Testing

@Suite("boardsim rtcm stats")
struct StatsTests {
  @Test(
    "frames, wrong CRCs and bytes are those of the oracle for every shared capture",
    .compares(with: .captures),
    arguments: SharedCaptures.files(withSuffix: ".counts.json"))
  func agreesWithOracle(counts: URL) async throws {
    let expected = try JSONDocument([UInt8](Data(contentsOf: counts)))
    let capture = String(counts.path.dropLast(".counts.json".count))
    let outcome = try await boardsim("rtcm", "stats", capture, "--json", "-q")
    let isForeign = expected.number("total_frames") == 0
    #expect(outcome.status == (isForeign ? 1 : 0))
    #expect(outcome.errors.isEmpty != isForeign)
    let found = try JSONDocument(outcome.text)
    for name in ["bad_crc", "frame_bytes", "other_bytes", "bytes", "total_frames"] {
      #expect(found.number(name) == expected.number(name), "\(name)")
    }
    let frames = try #require(found["frames"] as? [String: Int])
    #expect(frames == expected["frames"] as? [String: Int])
  }

  @Test("standard input is counted as a file is")
  func standardInput() async throws {
    let path = "captures/milan-base.rtcm3"
    let file = try await boardsim("rtcm", "stats", path, "--json")
    let pipe = try await boardsim(
      "rtcm", "stats", "-", "--json", input: [UInt8](contentsOf: path))
    #expect(file.status == 0)
    #expect(pipe.text == file.text)
    #expect(try JSONDocument(file.text).number("frames.1077") == 600)
  }

  @Test("an empty stream has no frames, which is counted, told and a failure")
  func empty() async throws {
    let outcome = try await boardsim("rtcm", "stats", "-", "--json")
    #expect(outcome.status == 1)
    #expect(
      outcome.errorLines == ["boardsim: standard input holds no RTCM 3 frame: it is empty"])
    #expect(try JSONDocument(outcome.text).number("bytes") == 0)
  }
}

extension [UInt8] {
  /// The bytes of a file of this package.
  init(contentsOf path: String) throws {
    self.init(try Data(contentsOf: SharedCaptures.packageRoot.appending(path: path)))
  }
}
