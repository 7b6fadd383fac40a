import Foundation
import HTTPServer
import TestSupport
import Testing

@Suite("boardsim rinex info")
struct RINEXInfoTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes the files of a capture in a version; returns the path of the observations.
  private func convert(_ version: String) async throws -> String {
    let path = folder.path("base.obs")
    let outcome = try await boardsim(
      "rtcm", "convert", CompressedInputTests.capture, "-q", "--date", "2026-06-01", "--until",
      "12:00:48",
      "--rinex-version", version, "--header", "marker-name=MILAN", "-o", path)
    #expect(outcome.status == 0)
    return path
  }

  @Test(
    "tells the content of an observation file, plain and compressed", arguments: ["3.04", "2.11"])
  func observations(version: String) async throws {
    let path = try await convert(version)
    let plain = try await boardsim("rinex", "info", path, "-q")
    #expect(plain.status == 0 && plain.errors.isEmpty)
    let lines = plain.text.split(separator: "\n").map(String.init)
    #expect(lines.first == "file           observations, version \(version), of several systems")
    #expect(lines.contains("marker         MILAN"))
    #expect(lines.contains("interval       1.000 s, 1.000 s by the header"))
    #expect(lines.contains { $0.hasPrefix("epochs         30, 0 missing") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("GPS ") && $0.contains(" satellites: 1C ") })
    #expect(lines.last == "errors         none")
    let compressed = try folder.write(Gzip.encode(try folder.bytes(of: "base.obs")), to: "b.gz")
    #expect(try await boardsim("rinex", "info", compressed, "-q").text == plain.text)
  }

  @Test("tells the same of a compact file", .compares(with: .rnx2crx))
  func compact() async throws {
    let path = try await convert("3.04")
    let compact = try OutsideProgram(.rnx2crx).run(
      ["-"], in: folder.url, input: URL(filePath: path)
    ).output
    _ = try folder.write(Gzip.encode(Array(compact.utf8)), to: "base.crx.gz")
    var expected = try await json(of: path)
    var found = try await json(of: folder.path("base.crx.gz"))
    #expect(expected["is_compact"] as? Bool == false && found["is_compact"] as? Bool == true)
    expected["is_compact"] = nil
    found["is_compact"] = nil
    #expect(NSDictionary(dictionary: expected) == NSDictionary(dictionary: found))
  }

  private func json(of path: String) async throws -> [String: Any] {
    let outcome = try await boardsim("rinex", "info", path, "--json", "-q")
    #expect(outcome.status == 0)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.text.utf8)) as? [String: Any])
  }

  @Test("tells gaps, events, and errors with their lines")
  func faults() async throws {
    let path = try await convert("3.04")
    var lines = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let epochs = lines.indices.filter { lines[$0].hasPrefix(">") }
    lines[epochs[3] + 1].replaceSubrange(
      lines[epochs[3] + 1].index(lines[epochs[3] + 1].startIndex, offsetBy: 8)...,
      with: "garbage")
    lines.removeSubrange(epochs[10]..<epochs[14])
    _ = try folder.write(Array(lines.joined(separator: "\n").utf8), to: "faulty.obs")
    let found = try await json(of: folder.path("faulty.obs"))
    #expect(found["epochs"] as? Int == 26 && found["missing_epochs"] as? Int == 4)
    let gaps = try #require(found["gaps"] as? [[String: Any]])
    #expect(gaps.count == 1 && gaps[0]["seconds"] as? Double == 5)
    #expect(found["error_count"] as? Int == 1)
    let errors = try #require(found["errors"] as? [[String: Any]])
    #expect(errors.first?["line"] as? Int == epochs[3] + 2)
    let text = try await boardsim("rinex", "info", folder.path("faulty.obs"), "-q").text
    #expect(text.contains("\ngap            5.000 s after 2026-06-0"))
    #expect(text.contains("\nerrors         1\n  line \(epochs[3] + 2): columns "))
  }

  @Test("tells the ephemerides of a navigation file")
  func navigation() async throws {
    _ = try await convert("3.04")
    let text = try await boardsim("rinex", "info", folder.path("base.nav"), "-q").text
    #expect(text.hasPrefix("file           ephemerides, version 3.04\nephemerides    "))
    #expect(text.contains("\nGPS            "))
    let found = try await json(of: folder.path("base.nav"))
    #expect(found["type"] as? String == "navigation")
    let satellites = try #require(found["satellites"] as? [String: Int])
    #expect(satellites.values.reduce(0, +) == found["ephemerides"] as? Int)
  }

  @Test("tells of another file what it is")
  func others() async throws {
    let outcome = try await boardsim(
      "rinex", "info", folder.write(Array("{\"a\":1}".utf8), to: "a"))
    #expect(outcome.status == 1)
    #expect(
      outcome.errorLines.last?.contains("holds neither observations nor ephemerides: it is JSON")
        == true)
    let capture = try await boardsim("rinex", "info", CompressedInputTests.capture, "-q")
    #expect(capture.status == 1)
    #expect(capture.errorLines.last?.contains("'boardsim rtcm stats'") == true)
    let empty = try await boardsim("rinex", "info", folder.write([], to: "empty"), "-q")
    #expect(empty.status == 1 && empty.errorLines.last?.contains("it is empty") == true)
  }
}
