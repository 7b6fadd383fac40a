import Foundation
import TestSupport
import Testing

@Suite("RINEX as georinex reads it")
struct GeorinexTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes the capture's first observations in a version, and returns the file.
  private func file(_ name: String, _ version: String) async throws -> String {
    let outcome = await boardsimHere([
      "rtcm", "convert",
      SharedCaptures.packageRoot.appending(path: "captures/milan-base.rtcm3").path,
      "--until", "12:00:40", "--rinex-version", version, "-q", "-o", folder.path(name),
    ])
    #expect(outcome.status == 0, "\(outcome.errorLines)")
    return folder.path(name)
  }

  @Test(
    "plain and compact files of each version that it knows have the values of convbin's",
    .compares(with: .georinex, .convbin),
    arguments: [
      ("2.11", ["a.26o", "b.26d", "c.26o.gz"], 5742.0),
      ("3.03", ["a.obs", "b.crx"], 8888), ("3.04", ["a.obs", "b.crx.gz"], 8888),
      ("3.05", ["a.obs.gz", "b.crx"], 8888),
    ])
  func values(version: String, names: [String], count: Double) async throws {
    var files: [String] = []
    for name in names { files.append(try await file(name, version)) }
    let stream = await boardsimHere([
      "rtcm", "convert",
      SharedCaptures.packageRoot.appending(path: "captures/milan-base.rtcm3").path,
      "--until", "12:00:40", "-q", "-o", folder.path("short.rtcm3"),
    ])
    #expect(stream.status == 0)
    _ = try OutsideProgram(.convbin).run(
      [
        "-r", "rtcm3", "-tr", "2026/6/1", "12", "0", "0", "-v", version, "-od", "-os", "-o",
        "k.26o",
        "-n", "k.nav", "short.rtcm3",
      ], in: folder.url)
    let output = try PythonPackage.georinex.run(
      "georinex_observations.py", [folder.path("k.26o")] + files, in: folder.url)
    let lines = try output.split(separator: "\n").map { try JSONDocument(String($0)) }
    #expect(lines.count == names.count + 1)
    for line in lines {
      #expect(line.number("values") == count)
      #expect(line.number("missing") == 0 && line.number("more") == 0)
      // The last decimal, which convbin cuts otherwise.
      #expect(try #require(line.number("greatest")) < 0.0011)
    }
  }
}
