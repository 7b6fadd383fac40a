import Foundation
import TestSupport
import Testing

@Suite("boardsim rtcm split")
struct RTCMSplitTests {
  static let capture = "captures/milan-base.rtcm3"

  private struct Summary: Decodable {
    struct File: Decodable {
      var path: String
      var key: String
      var frames: Int
      var bytes: Int
    }

    var frames: Int
    var bytes: Int
    var other_bytes: Int
    var files: [File]
  }

  private func captured() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: SharedCaptures.packageRoot.appending(path: Self.capture)))
  }

  @Test("by type: a file for each, named in the summary")
  func types() async throws {
    let folder = try TemporaryFolder()
    let pattern = folder.path("base-{key}.rtcm3")
    let outcome = try await boardsim(
      "rtcm", "split", Self.capture, "-o", pattern, "--by", "type", "--json", "-q")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let summary = try JSONDecoder().decode(Summary.self, from: Data(outcome.output))
    #expect(summary.frames == 3630)
    #expect(summary.other_bytes == 0)
    let types = [
      1006, 1008, 1013, 1019, 1020, 1033, 1042, 1045, 1046, 1077, 1087, 1097, 1127, 1230,
    ]
    #expect(Set(summary.files.map(\.key)) == Set(types.map { "\($0)" }))
    #expect(try folder.names == types.map { "base-\($0).rtcm3" })
    for file in summary.files {
      #expect(file.path == folder.path("base-\(file.key).rtcm3"))
      #expect(try folder.bytes(of: "base-\(file.key).rtcm3").count == file.bytes)
    }
    let statistics = try await boardsim("rtcm", "stats", folder.path("base-1077.rtcm3"), "--json")
    #expect(statistics.text.contains("\"frames\":{\"1077\":600}"))
  }

  @Test(
    "numbered files one after the other are the capture",
    arguments: [(["--every", "60"], 11), (["--bytes", "10000"], 88), (["--frames", "100"], 37)])
  func numbered(options: [String], count: Int) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await BoardSimProcess(
      ["rtcm", "split", Self.capture, "-o", folder.path("{key}")] + options
    ).end()
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLines.last == "3630 frames in \(count) files")
    let names = try folder.names
    #expect(names.count == count)
    #expect(names.first == "0001")
    #expect(try names.flatMap { try folder.bytes(of: $0) } == captured())
  }

  @Test("what is no frame goes nowhere and is told; standard input is read as well")
  func otherBytes() async throws {
    let folder = try TemporaryFolder()
    let noise = Array("$GNGGA\r\n".utf8)
    let outcome = try await boardsim(
      "rtcm", "split", "-", "-o", folder.path("{key}.rtcm3"), "--by", "station",
      input: noise + captured() + noise)
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.last == "16 bytes of the input are part of no frame")
    #expect(try folder.names == ["1.rtcm3", "none.rtcm3"])
  }

  @Test("files that exist are replaced only with --force, and the input not even then")
  func overwriting() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1, 2, 3], to: "gps")
    let refused = try await boardsim(
      "rtcm", "split", Self.capture, "-o", folder.path("{key}"), "--by", "constellation")
    #expect(refused.status == 1)
    #expect(refused.errorLines.last?.contains("'\(path)' exists; name another") ?? false)
    #expect(try folder.bytes(of: "gps") == [1, 2, 3])
    let forced = try await boardsim(
      "rtcm", "split", Self.capture, "-o", folder.path("{key}"), "--by", "constellation", "--force")
    #expect(forced.status == 0)
    let gps = try folder.bytes(of: "gps")
    #expect(gps.count == 192_660)
    let itself = try await boardsim(
      "rtcm", "split", path, "-o", folder.path("{key}"), "--by", "constellation", "--force")
    #expect(itself.status == 1)
    #expect(try folder.bytes(of: "gps") == gps)
  }

  @Test(
    "what makes no sense is wrong usage",
    arguments: [
      ["--by", "type"], ["-o", "all.rtcm3", "--by", "type"], ["-o", "{key}{key}", "--by", "type"],
      ["-o", "{key}"], ["-o", "{key}", "--by", "satellite"], ["-o", "{key}", "--frames", "0"],
      ["-o", "{key}", "--by", "type", "--every", "60"], ["-o", "{key}", "--every", "100000"],
    ])
  func usage(options: [String]) async throws {
    let outcome = try await BoardSimProcess(["rtcm", "split", Self.capture] + options).end()
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(!outcome.errors.isEmpty)
  }
}
