import Foundation
import TestSupport
import Testing

@Suite("boardsim rtcm merge")
struct RTCMMergeTests {
  static let capture = "captures/milan-base.rtcm3"

  @Test("a capture split by epochs is put together again")
  func merges() async throws {
    let folder = try TemporaryFolder()
    let (parts, whole) = (["a.rtcm3", "b.rtcm3"].map(folder.path), folder.path("whole.rtcm3"))
    // One part has all observations alone; the other has every tenth second, with the other messages.
    // Seconds in both parts appear once in the merge.
    let first = try await boardsim(
      "rtcm", "convert", Self.capture, "-o", parts[0], "--keep-type", "1077", "--keep-type", "1087",
      "--keep-type", "1097", "--keep-type", "1127", "-q")
    let second = try await boardsim(
      "rtcm", "convert", Self.capture, "-o", parts[1], "--every", "10", "-q")
    #expect(first.status == 0 && second.status == 0)
    let outcome = try await boardsim("rtcm", "merge", parts[0], parts[1], "-o", whole)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    let length = try folder.bytes(of: "whole.rtcm3").count
    #expect(outcome.errorLines.last == "\(whole): \(length) bytes out")
    let merged = try await boardsim("rtcm", "stats", whole, "--json", "-q").text
    let original = try await boardsim("rtcm", "stats", Self.capture, "--json", "-q").text
    // The rates may differ, since frames may be in another order within an epoch.
    func counts(_ json: String) -> String? { json.components(separatedBy: ",\"rates\"").first }
    #expect(counts(merged) == counts(original))
    #expect(counts(merged)?.contains("\"total_frames\":3630") == true)
  }

  @Test("a capture and itself are that capture")
  func itself() async throws {
    let whole = try [UInt8](contentsOf: Self.capture)
    // A stream of orbits alone has no epochs.
    let orbits = try await boardsim(
      "rtcm", "convert", Self.capture, "-o", "-", "--keep-type", "1019", "--keep-type", "1020",
      "--keep-type", "1042", "-q")
    let folder = try TemporaryFolder()
    for (index, bytes) in [whole, orbits.output].enumerated() {
      let path = try folder.write(bytes, to: "\(index).rtcm3")
      let merged = try await boardsim("rtcm", "merge", path, path, path, "-o", "-", "-q")
      #expect(merged.status == 0)
      #expect(merged.output.count == bytes.count)
      let isSame = merged.output == bytes
      #expect(isSame)
    }
  }

  @Test("the output must not be an input, and must be named")
  func usage() async throws {
    let same = try await boardsim("rtcm", "merge", Self.capture, "-o", Self.capture)
    #expect(same.status == 2)
    let none = try await boardsim("rtcm", "merge", Self.capture)
    #expect(none.status == 2)
  }
}
