import Foundation
import RTCMStreams
import TestSupport
import Testing

@Suite("boardsim rtcm mavlink", .timeLimit(.minutes(10)))
struct RTCMMAVLinkTests {
  private static let capture = "captures/milan-base.rtcm3"

  @Test(
    "a capture comes out of a telemetry log or packets as it went in", arguments: ["tlog", "mav"])
  func roundTrip(ending: String) async throws {
    let folder = try TemporaryFolder()
    let (packets, back) = (folder.path("x.\(ending)"), folder.path("back.rtcm3"))
    let sent = try await boardsim("rtcm", "mavlink", Self.capture, "-o", packets, "--json")
    #expect(sent.status == 0)
    let report = try JSONDocument(sent.text)
    #expect(report.number("frames") == 3630 && report.number("frames_split") == 0)
    #expect(report.number("bytes_out") == Double(try folder.bytes(of: "x.\(ending)").count))
    let extracted = try await boardsim(
      "rtcm", "mavlink", "--extract", packets, "-o", back, "--json")
    #expect(extracted.status == 0)
    let found = try JSONDocument(extracted.text)
    #expect(found.number("packets") == report.number("packets"))
    #expect(found.number("messages") == 3630 && found.number("frames") == 3630)
    for name in ["packets_damaged", "messages_incomplete", "messages_missing"] {
      #expect(found.number(name) == 0, "\(name)")
    }
    let isSame = try folder.bytes(of: "back.rtcm3") == [UInt8](contentsOf: Self.capture)
    #expect(isSame)
  }

  @Test("a date makes the log of a capture the same each time; its times are those of the capture")
  func dates() async throws {
    let folder = try TemporaryFolder()
    let logs = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for name in ["a.tlog", "b.tlog"] {
        group.addTask {
          let made = try await boardsim(
            "rtcm", "mavlink", Self.capture, "-o", folder.path(name), "-q", "--date",
            "2026-06-01T12:00:00Z")
          #expect(made.status == 0 && made.errors.isEmpty)
          return try folder.bytes(of: name)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(logs[0] == logs[1])
    let time = logs[0].prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    #expect(time == 1_780_315_200_000_000)
  }

  @Test("what is sent by UDP is received, and nobody there is told")
  func udp() async throws {
    let folder = try TemporaryFolder()
    let part = try await boardsim(
      "rtcm", "convert", Self.capture, "-o", folder.path("part.rtcm3"), "-q", "--until", "12:00:20")
    #expect(part.status == 0)
    let back = folder.path("back.rtcm3")
    let receiver = try BoardSimProcess([
      "rtcm", "mavlink", "--extract", "udp:127.0.0.1:0", "-o", back, "--json",
    ])
    let line = try #require(await receiver.nextErrorLine())
    let port = try #require(line.split(separator: ":").last)
    let sent = try await boardsim(
      "rtcm", "mavlink", folder.path("part.rtcm3"), "-o", "udp:127.0.0.1:\(port)", "--speed", "10",
      "--json")
    #expect(sent.status == 0)
    let report = try JSONDocument(sent.text)
    #expect(report.number("packets_unheard") == 0)
    let length = try folder.bytes(of: "part.rtcm3").count
    while try folder.bytes(of: "back.rtcm3").count < length { try await rest() }
    receiver.interrupt()
    let outcome = await receiver.end()
    #expect(outcome.status == 0)
    #expect(try JSONDocument(outcome.text).number("packets") == report.number("packets"))
    let isSame = try folder.bytes(of: "back.rtcm3") == folder.bytes(of: "part.rtcm3")
    #expect(isSame)
    // The receiver has gone.
    let unheard = try await boardsim(
      "rtcm", "mavlink", folder.path("part.rtcm3"), "-o", "udp:127.0.0.1:\(port)", "--speed", "max")
    #expect(unheard.status == 0)
    #expect(unheard.errorLines.last?.hasPrefix("nobody received ") == true)
  }

  @Test("frames over 720 bytes that are no MSM are left out and named")
  func tooLong() async throws {
    let folder = try TemporaryFolder()
    let text = try framed([0x40, 0x50] + [UInt8](repeating: 1, count: 800))  // 1029
    let path = try folder.write(text + [UInt8](contentsOf: Self.capture), to: "long.rtcm3")
    let outcome = try await boardsim("rtcm", "mavlink", path, "-o", folder.path("x.tlog"), "--json")
    #expect(outcome.status == 1)
    #expect(try JSONDocument(outcome.text).number("dropped_by_length") == 1)
    #expect(outcome.errorLines.last?.contains("lacks 1 frame of 1029 over 720 bytes") == true)
  }

  @Test(
    "what makes no sense is told",
    arguments: [
      ("garbage", 1, "has no message GPS_RTCM_DATA (233) of MAVLink 1 or 2"),
      ("udp:127.0.0.1", 2, "needs a host and a port, as in udp:127.0.0.1:14550"),
      ("udp:127.0.0.1:65536", 2, "needs a host and a port"),
    ])
  func refusals(input: String, status: Int, words: String) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write([UInt8](repeating: 0xFD, count: 5000), to: "garbage")
    let outcome = try await boardsim(
      "rtcm", "mavlink", "--extract", input == "garbage" ? file : input, "-o", folder.path("x"))
    #expect(outcome.status == status)
    #expect(outcome.errorLines.first?.contains(words) == true, "\(outcome.errorLines)")
  }

  @Test("a port in use is told")
  func busyPort() async throws {
    let folder = try TemporaryFolder()
    let receiver = try BoardSimProcess([
      "rtcm", "mavlink", "--extract", "udp:127.0.0.1:0", "-o", folder.path("a"),
    ])
    let line = try #require(await receiver.nextErrorLine())
    let port = try #require(line.split(separator: ":").last)
    let second = try await boardsim(
      "rtcm", "mavlink", "--extract", "udp:127.0.0.1:\(port)", "-o", folder.path("b"), "--duration",
      "1")
    #expect(second.status == 1)
    #expect(second.errorLines.last?.contains("is in use") == true)
    receiver.interrupt()
    #expect(await receiver.end().status == 1)
  }
}
