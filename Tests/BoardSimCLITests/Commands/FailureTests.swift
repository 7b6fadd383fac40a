import Foundation
import TestSupport
import Testing

@Suite("Failures: one line, status 1")
struct FailureTests {
  private let folder: TemporaryFolder
  private static let capture = "captures/milan-base.rtcm3"

  init() throws { folder = try TemporaryFolder() }

  /// Expects one line on standard error with all the words, and status 1.
  private func expectFailure(_ arguments: [String], says words: String...) async throws {
    let outcome = try await BoardSimProcess(arguments).end()
    #expect(outcome.status == 1, "\(arguments)")
    #expect(outcome.errorLines.count == 1, "\(outcome.errorLines)")
    let line = outcome.errorLines.first ?? ""
    #expect(line.hasPrefix("boardsim: "))
    for word in words { #expect(line.contains(word), "\(line)") }
  }

  @Test("a capture that is missing, empty, a folder or no RTCM is named with its remedy")
  func captures() async throws {
    let empty = try folder.write([], to: "empty.rtcm3")
    let noise = try folder.write([UInt8](repeating: 0x55, count: 5000), to: "noise.rtcm3")
    let missing = folder.path("none.rtcm3")
    try await expectFailure(["replay", missing], says: missing, "check the path")
    try await expectFailure(["replay", empty], says: empty, "is empty")
    try await expectFailure(["replay", folder.path], says: folder.path, "is a folder")
    for command in [
      ["replay", noise], ["run", "--port", "0", "--capture", noise],
      ["caster", "--port", "0", "--mount", "A=\(noise)"],
      ["ntrip", "push", "ntrip://:secret@127.0.0.1:1/A", noise],
    ] {
      try await expectFailure(command, says: noise, "no valid RTCM 3 frame")
    }
    try await expectFailure(["run", "--port", "0", "--capture", missing], says: missing)
    try await expectFailure(["run", "--port", "0", "--capture", empty], says: empty)
    try await expectFailure(["caster", "--port", "0", "--mount", "A=\(empty)"], says: empty)
    try await expectFailure(["rtcm", "stats", missing], says: missing)
    try await expectFailure(["rtcm", "stats", folder.path], says: folder.path, "is a folder")
  }

  #if os(Linux)
    @Test("an input that cannot be read is named with the system's reason")
    func unreadable() async throws {
      let memory = "/proc/self/mem"
      try await expectFailure(["rtcm", "stats", memory], says: memory, "Input/output error")
    }
  #endif

  /// Inputs without RTCM 3, and their names in the error.
  static let foreign: [(name: String, bytes: [UInt8], says: String)] = [
    ("empty.rtcm3", [], "is empty"),
    ("log.nmea", Array("$GPGGA,120000,4528.0,N,00913.0,E,1,8,1,100,M,,M,,*5B\r\n".utf8), "NMEA"),
    ("log.ubx", [0xB5, 0x62, 0x01, 0x07, 0x00, 0x00, 0x08, 0x19], "UBX"),
    ("page.rtcm3", Array("<!DOCTYPE html><title>404</title>".utf8), "web page"),
    (
      "base.obs",
      Array(
        "     3.04           OBSERVATION DATA    M                   RINEX VERSION / TYPE".utf8),
      "RINEX"
    ),
  ]

  @Test(
    "an input without RTCM 3 is named as what it is by every command that reads some",
    arguments: foreign)
  func foreignInputs(input: (name: String, bytes: [UInt8], says: String)) async throws {
    let (path, good) = (try folder.write(input.bytes, to: input.name), Self.capture)
    let out = folder.path("out.rtcm3")
    let commands = [
      ["rtcm", "stats", path, "-q"], ["rtcm", "stats", path, "--json"], ["rtcm", "decode", path],
      ["rtcm", "decode", path, "-q", "--json", "-t", "1005"],
      ["rtcm", "convert", path, "-o", out],
      ["rtcm", "convert", path, "-o", folder.path("out.obs")],
      ["rtcm", "convert", path, "-o", "-", "--to", "jsonl", "--json"],
      ["rtcm", "split", path, "-o", folder.path("{key}.rtcm3"), "--by", "type"],
      ["rtcm", "merge", good, path, "-o", out], ["replay", path, "--json"],
    ]
    for command in commands { try await expectFailure(command, says: path, input.says) }
  }

  @Test("a receiver's log that cannot be played is named, with what is wrong and what to do")
  func receiverLogs() async throws {
    let logs: [(name: String, bytes: [UInt8], says: String)] = [
      ("empty.ubx", [], "is empty"), ("text.ubx", Array("hello".utf8), "no UBX or NMEA message"),
      (
        "names.ubx", Array("$GPTXT,01,01,02,u-blox ag - www.u-blox.com*50\r\n".utf8),
        "switch one on and record again"
      ),
    ]
    for log in logs {
      let path = try folder.write(log.bytes, to: log.name)
      try await expectFailure(
        ["replay", Self.capture, "-q", "--receiver-log", path], says: path, log.says)
    }
    let nowhere = folder.path("none.ubx")
    try await expectFailure(
      ["run", "--speed", "max", "--duration", "1", "-q", "--receiver-log", nowhere], says: nowhere)
  }

  @Test("an output that cannot be written is named")
  func outputs() async throws {
    let nowhere = folder.path("no/where")
    try await expectFailure(["capture", "synth", "-o", nowhere], says: nowhere, "No such file")
    try await expectFailure(
      ["replay", Self.capture, "-q", "--duration", "2", "--junit", nowhere], says: nowhere)
    try await expectFailure(
      ["ntrip", "get", "ntrip://127.0.0.1:1/X", "-q", "-o", nowhere], says: nowhere)
    let file = try folder.write([1], to: "file")
    for card in [nowhere, file] {
      try await expectFailure(
        ["replay", Self.capture, "-q", "--duration", "2", "--card", card], says: card, "card")
    }
  }

  @Test("a port in use is named with the way out")
  func ports() async throws {
    let board = try await RunningBoard("--speed", "manual")
    let port = "\(board.port)"
    for command in ["run", "caster"] {
      let rest = command == "run" ? ["-q"] : ["-q", "--mount", "A=\(Self.capture)"]
      try await expectFailure([command, "--port", port] + rest, says: port, "in use", "free")
    }
  }

  @Test("a caster that is not there, or has no such mountpoint, is told as such")
  func casters() async throws {
    try await expectFailure(
      ["ntrip", "get", "ntrip://127.0.0.1:1/X", "-q", "--no-retry"], says: "127.0.0.1:1", "refused")
    try await expectFailure(["ntrip", "table", "ntrip://127.0.0.1:1"], says: "127.0.0.1:1")
    let caster = try await RunningCaster()
    try await expectFailure(
      ["ntrip", "get", caster.url(mountpoint: "NOPE"), "-q", "--no-retry"], says: "\"NOPE\"")
  }

  @Test("an unmet expectation is told with the value found", .compares(with: .captures))
  func expectations() async throws {
    let name = "derived__trimble_garbage.rtcm3"
    let path = try #require(SharedCaptures.files(withSuffix: name).first).path
    let outcome = try await boardsim(
      "replay", path, "-q", "--receiver", "statistical", "--expect", "rtcm.bad_crc == 0")
    #expect(outcome.status == 1)
    #expect(
      outcome.errorLines == ["boardsim: expectation not met: rtcm.bad_crc == 0: found 215"])
    #expect(outcome.text.contains("rtk-fixed"))
  }
}
