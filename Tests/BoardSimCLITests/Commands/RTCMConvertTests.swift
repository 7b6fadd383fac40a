import Foundation
import TestSupport
import Testing

@Suite("boardsim rtcm convert")
struct RTCMConvertTests {
  static let capture = "captures/milan-base.rtcm3"

  private func members(_ bytes: [UInt8]) throws -> [String: Int] {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Int])
  }

  @Test("writes the converted stream to a file and sums up on standard error")
  func converts() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("small.rtcm3")
    let outcome = try await boardsim(
      "rtcm", "convert", Self.capture, "-o", path, "--msm", "4", "--every", "10", "--drop-type",
      "1019", "--station-id", "77", "--quiet")
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.isEmpty)
    let statistics = try await boardsim("rtcm", "stats", path, "--json", "--quiet").text
    #expect(statistics.contains(#""1074":60"#) || statistics.contains(#""1074":61"#))
    #expect(!statistics.contains("1019") && !statistics.contains("1077"))
    #expect(statistics.contains(#""other_bytes":0"#))
    let first = try await boardsim("rtcm", "decode", path, "--limit", "1", "--json").text
    #expect(first.contains("77"))
  }

  @Test("a stream to standard output is the stream alone, its summary on standard error")
  func pipes() async throws {
    let input = try Data(contentsOf: SharedCaptures.packageRoot.appending(path: Self.capture))
    let outcome = try await boardsim(
      "rtcm", "convert", "-", "-o", "-", "--json", input: [UInt8](input))
    #expect(outcome.status == 0)
    #expect(outcome.output == [UInt8](input))
    let summary = try members(outcome.errors)
    #expect(summary["bytes_in"] == input.count)
    #expect(summary["bytes_out"] == input.count)
    #expect(summary["frames_in"] == summary["frames_out"])
    #expect(summary["frames_changed"] == 0)
  }

  @Test("drops what is no frame, but passes it when told")
  func otherBytes() async throws {
    let noise = Array("$GNGGA\r\n".utf8)
    let file = SharedCaptures.packageRoot.appending(path: Self.capture)
    let frames = [UInt8](try Data(contentsOf: file))
    let dropped = try await boardsim(
      "rtcm", "convert", "-", "-o", "-", input: noise + frames + noise)
    #expect(dropped.output == frames)
    #expect(dropped.errorLines.last == "16 bytes of the input are part of no frame")
    let passed = try await boardsim(
      "rtcm", "convert", "-", "-o", "-", "--pass-through", input: noise + frames + noise)
    #expect(passed.output == noise + frames + noise)
  }

  @Test(
    "MSMs become messages from before MSM",
    arguments: [
      ("legacy", "1004"), ("1004", "1004"), ("1003", "1003"), ("1002", "1002"), ("1001", "1001"),
    ])
  func legacy(form: String, type: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("old.rtcm3")
    let outcome = try await boardsim(
      "rtcm", "convert", Self.capture, "-o", path, "--msm", form, "--json")
    #expect(outcome.status == 0)
    let summary = try members(outcome.output)
    // The changed frames are those of GPS and GLONASS, and 1013, which lists the sent messages.
    //
    // Galileo and BeiDou have no such form.
    #expect(summary["frames_changed"] == 1220)
    #expect(summary["dropped_by_form"] == 1200)
    #expect(summary["satellites_without_place"] == 0)
    let statistics = try await boardsim("rtcm", "stats", path, "--json", "--quiet").text
    #expect(statistics.contains("\"\(type)\":600"))
    #expect(!statistics.contains("1077"))
  }

  @Test("MSMs become frames for a link with short ones, at most as long as told")
  func shortFrames() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("short.rtcm3")
    let outcome = try await boardsim(
      "rtcm", "convert", Self.capture, "-o", path, "--max-frame", "240", "--json")
    #expect(outcome.status == 0)
    let summary = try members(outcome.output)
    #expect(summary["frames_split"].map { $0 >= 1800 } == true && summary["dropped_by_length"] == 0)
    let statistics = try JSONDocument(
      try await boardsim("rtcm", "stats", path, "--json", "--quiet").text)
    #expect(statistics.number("longest_frame_bytes").map { $0 > 200 && $0 <= 240 } == true)
    #expect(statistics.number("rates.epochs") == 600)
  }

  @Test("what cannot be made short enough is left out, named with its remedy, and fails")
  func tooLong() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("short.rtcm3")
    let outcome = try await boardsim(
      "rtcm", "convert", Self.capture, "-o", path, "--max-frame", "64", "--json")
    #expect(outcome.status == 1)
    #expect(
      outcome.errorLines.last?.contains(
        "180 frames of 1019, up to 67 bytes: cannot be split; allow --max-frame 67, or leave them out with "
          + "--drop-type 1019") == true, "\(outcome.errorLines)")
    let report = try JSONDocument(outcome.text)
    #expect(report.number("dropped_by_length").map { $0 > 0 } == true)
    let statistics = try JSONDocument(
      try await boardsim("rtcm", "stats", path, "--json", "--quiet").text)
    #expect(statistics.number("longest_frame_bytes").map { $0 <= 64 } == true)
  }

  @Test("satellites that have no place in them are told")
  func legacyWithoutChannels() async throws {
    // The frame is an MSM4 of one GLONASS satellite, whose frequency channel no other message gives.
    let frame: [UInt8] = [
      0xD3, 0x00, 0x1E, 0x43, 0xC0, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
      0x40, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x20, 0x00, 0x00, 0x00,
      0x50, 0xA0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x80, 0x2E, 0x3F, 0x68,
    ]
    let outcome = try await boardsim(
      "rtcm", "convert", "-", "-o", "-", "--msm", "legacy", input: frame)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLines.contains("dropped: 1 without a legacy form"))
    #expect(
      outcome.errorLines.contains {
        $0.hasPrefix("1 times a GLONASS satellite was left out: no MSM5, MSM7 or 1020")
      })
  }

  @Test(
    "what makes no sense is wrong usage",
    arguments: [
      [], ["-o", "-", "--msm", "6"], ["-o", "-", "--msm", "1012"],
      ["-o", "-", "--station-id", "4096"],
      ["-o", "-", "--keep-signal", "G9Z"], ["-o", "-", "--drop-constellation", "glonas"],
      ["-o", "-", "--every", "0.001"], ["-o", capture], ["-o", "-", "--max-frame", "59"],
      ["-o", "-", "--max-frame", "1030"], ["-o", "x.obs", "--max-frame", "240"],
    ])
  func usage(options: [String]) async throws {
    let outcome = try await BoardSimProcess(["rtcm", "convert", Self.capture] + options).end()
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(!outcome.errors.isEmpty)
  }
}
