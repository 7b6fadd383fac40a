import Foundation
import TestSupport
import Testing

@Suite("Stretches of a stream on the command line")
struct StreamWindowTests {
  static let capture = "captures/milan-base.rtcm3"

  @Test("decode shows one line a frame, of the stretch alone")
  func brief() async throws {
    let outcome = try await boardsim(
      "rtcm", "decode", Self.capture, "--brief", "--type", "1077", "--since", "12:05:00", "--until",
      "2026-06-01T12:05:03")
    #expect(outcome.status == 0)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.map { $0.prefix(12) } == ["12:05:00.000", "12:05:01.000", "12:05:02.000"])
    #expect(lines.allSatisfy { $0.contains("  1077     1  GPS MSM7: G") })
  }

  @Test("UTC is eighteen seconds behind, and stats counts what is left")
  func utc() async throws {
    let outcome = try await boardsim(
      "rtcm", "stats", Self.capture, "--json", "--since", "2026-06-01T12:09:00Z")
    let report = try JSONDocument(outcome.text)
    // The capture begins at 12:00 UTC.
    #expect(report.number("rates.epochs") == 60)
  }

  @Test(
    "what is no time, satellite or place is refused",
    arguments: [
      ["--since", "25:00"], ["--since", "12"], ["--until", "12:60"],
      ["--until", "2026-02-30T00:00:00"],
      ["--until", "24:00:01"], ["--drop-satellite", "G0"], ["--keep-satellite", "X05"],
      ["--keep-satellite", "G100"], ["--set-position", "45,9"], ["--set-position", "95,9,100"],
    ])
  func refused(words: [String]) async throws {
    let outcome = await boardsimHere(
      ["rtcm", "convert", Self.capture, "-o", "/nonexistent/x.rtcm3"] + words)
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.first?.contains(words[1]) == true)
  }

  @Test(
    "a stretch without observations is no capture",
    arguments: [["replay"], ["capture", "info"]])
  func empty(words: [String]) async throws {
    let outcome = await boardsimHere(
      words + [Self.capture, "--since", "03:00", "--until", "03:01"])
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.first?.contains("no observations between --since and") == true)
  }

  @Test("convert places the station and takes satellites out")
  func convert() async throws {
    let folder = try TemporaryFolder()
    let output = folder.path("out.rtcm3")
    let made = try await boardsim(
      "rtcm", "convert", Self.capture, "-o", output, "-q", "--set-position", "45,9,100",
      "--drop-satellite", "G04", "--since", "12:05", "--until", "12:06")
    #expect(made.status == 0)
    let shown = try await boardsim("rtcm", "decode", output, "--brief")
    let lines = shown.text.split(separator: "\n")
    #expect(lines.contains { $0.hasSuffix(": 4462041.6787 706717.974 4487419.1195 m") })
    #expect(!lines.contains { $0.contains(" G04") })
    #expect(lines.filter { $0.contains("  1077  ") }.count == 60)
  }

  @Test("merge, split, capture info, capture plot and replay take the same stretch")
  func everywhere() async throws {
    let folder = try TemporaryFolder()
    let window = ["--since", "12:05:00", "--until", "12:06:00"]
    func run(_ words: String...) async throws -> String {
      let outcome = try await BoardSimProcess(words + window).end()
      #expect(outcome.status == 0, "\(words): \(outcome.errorLines)")
      return outcome.text
    }
    _ = try await run("rtcm", "merge", Self.capture, "-o", folder.path("merged.rtcm3"), "-q")
    let merged = try await boardsim("rtcm", "stats", folder.path("merged.rtcm3"), "--json", "-q")
    #expect(try JSONDocument(merged.text).number("rates.epochs") == 60)
    let split = try await run(
      "rtcm", "split", Self.capture, "-o", folder.path("{key}.rtcm3"), "--by", "type", "--json")
    #expect(split.contains("1077"))
    let part = try await boardsim("rtcm", "stats", folder.path("1077.rtcm3"), "--json", "-q")
    #expect(try JSONDocument(part.text).number("rates.epochs") == 60)
    let info = try JSONDocument(try await run("capture", "info", Self.capture, "--json"))
    #expect(info.number("rates.epochs") == 60 && info.number("pass_seconds") == 60)
    #expect(info.number("station.latitude") != nil)
    #expect(try await run("capture", "plot", Self.capture).contains("12:05"))
    let replay = try JSONDocument(try await run("replay", Self.capture, "--json", "-q"))
    #expect(replay.number("duration") == 61)
  }
}
