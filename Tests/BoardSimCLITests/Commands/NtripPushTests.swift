import Foundation
import NtripProtocol
import RTCMStreams
import Locks
import TestSupport
import Testing

@testable import BoardSimCLI

@Suite("boardsim ntrip push")
struct NtripPushTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let capture = Result {
    Array(try [UInt8](contentsOf: "captures/milan-base.rtcm3").prefix(20_000))
  }

  /// A caster that accepts a source, and keeps its data until the end.
  private final class Caster: Sendable {
    private let received = Lock<[(head: String, body: [UInt8])]>([])
    private let listener = Lock<LocalListener?>(nil)

    /// Creates a caster that cuts the first connection after `limit` bytes of the stream.
    init(answer: String, cuttingAfter limit: Int = .max) throws {
      let listener = try LocalListener { [self] connection in
        let head = connection.receiveRequest()
        let end = head.components(separatedBy: "\r\n\r\n")
        precondition(end.count == 2 && end[1].isEmpty, "nothing is sent before the answer")
        let index = received.withLock { all in
          all.append((head, []))
          return all.count - 1
        }
        connection.send(Array(answer.utf8))
        while true {
          let bytes = connection.receive()
          if bytes.isEmpty { return }
          let count = received.withLock { all in
            all[index].body += bytes
            return all[index].body.count
          }
          if index == 0, count >= limit { return connection.close() }
        }
      }
      self.listener.withLock { $0 = listener }
    }

    var url: String {
      "ntrip://src:pw@127.0.0.1:\(listener.withLock { $0?.port ?? 0 })/FIELD"
    }

    func close() { listener.withLock { $0 }?.close() }

    /// The received streams, with their chunks joined.
    var streams: [[UInt8]] {
      received.withLock { all in
        all.map { head, body in
          guard head.contains("chunked") else { return body }
          var (decoder, stream) = (ChunkDecoder(), [UInt8]())
          _ = try? decoder.consume(body.span) { stream.append(contentsOf: $0) }
          return stream
        }
      }
    }

    var heads: [String] { received.withLock { $0.map(\.head) } }
  }

  @Test("a capture arrives whole at either version, with a table's record", arguments: ["1", "2"])
  func pushes(version: String) async throws {
    let answer = version == "1" ? "OK\r\n" : "HTTP/1.1 200 OK\r\n\r\n"
    let caster = try Caster(answer: answer)
    defer { caster.close() }
    let file = try folder.write(Self.capture.get(), to: "a.rtcm3")
    let outcome = try await boardsim(
      "ntrip", "push", caster.url, file, "--speed", "max", "--ntrip-version", version, "--json",
      "-q")
    #expect(outcome.status == 0, "\(outcome.errorLines)")
    #expect(try caster.streams == [Self.capture.get()])
    let report = try JSONDocument(outcome.text)
    #expect(report.flag("complete") == true && report.number("bytes") == 20_000)
    let head = try #require(caster.heads.first)
    #expect(head.contains("STR: FIELD;RTCM 3.3;1006("))
    #expect(head.contains(";GPS+GLO+GAL+BDS;boardsim;"))
  }

  @Test(
    "is paced by the epochs, and by arrival times where they are known", arguments: [false, true])
  func paces(hasTiming: Bool) async throws {
    let caster = try Caster(answer: "OK\r\n")
    defer { caster.close() }
    let slices = try MilanBase.epochs.prefix(4)
    let file = try folder.write(slices.flatMap(\.self), to: "a.rtcm3")
    if hasTiming {
      // The file beside the capture gives four epochs within 6 s.
      let lines = slices.enumerated().map { "{\"t\":\($0.offset * 2),\"n\":\($0.element.count)}\n" }
      _ = try folder.write(Array(lines.joined().utf8), to: "a.rtcm3.timing")
    }
    let start = ContinuousClock.now
    let outcome = try await boardsim(
      "ntrip", "push", caster.url, file, "--ntrip-version", "1", "-q", "--speed", "10")
    let elapsed = ContinuousClock.now - start
    #expect(outcome.status == 0)
    // The lower limit is certain; the upper depends on the load of the machine.
    #expect(elapsed >= (hasTiming ? .milliseconds(600) : .milliseconds(300)))
    #expect(caster.streams == [slices.flatMap(\.self)])
  }

  @Test("after a cut it comes back and sends all that is left, at the border of an epoch")
  func comesBack() async throws {
    let caster = try Caster(answer: "HTTP/1.1 200 OK\r\n\r\n", cuttingAfter: 7000)
    defer { caster.close() }
    let capture = try Self.capture.get()
    let file = try folder.write(capture, to: "a.rtcm3")
    let outcome = try await boardsim("ntrip", "push", caster.url, file, "--speed", "25")
    #expect(outcome.status == 0, "\(outcome.errorLines)")
    #expect(outcome.errorLines.contains { $0.hasPrefix("waiting: ") })
    let streams = caster.streams
    #expect(streams.count == 2 && capture.starts(with: streams[0]))
    let (rest, borders) = (streams[1], Self.borders(of: capture))
    #expect(capture.suffix(rest.count) == rest[...])
    #expect(borders.contains(capture.count - rest.count))
  }

  /// Returns the offsets at which a capture's epochs begin.
  private static func borders(of capture: [UInt8]) -> Set<Int> {
    Set(Capture(capture).index.slices.map { $0.range.lowerBound })
  }

  @Test("standard input is passed on to its end, frames whole")
  func standardInput() async throws {
    let caster = try Caster(answer: "ICY 200 OK\r\n\r\n")
    defer { caster.close() }
    let capture = try Self.capture.get()
    let outcome = try await boardsim(
      "ntrip", "push", caster.url, "-", "--ntrip-version", "1", input: capture)
    #expect(outcome.status == 0, "\(outcome.errorLines)")
    let stream = try #require(caster.streams.first)
    #expect(capture.starts(with: stream) && capture.count - stream.count < 1029)
  }

  @Test(
    "a refusal ends it with 1 and one line, without the password",
    arguments: [
      ("HTTP/1.1 401 Unauthorized\r\n\r\n", "user name and password"),
      ("HTTP/1.1 404 Not Found\r\n\r\n", "has no mountpoint"),
      ("ERROR - Bad Password\r\n", "user name and password"),
      ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", "is no NTRIP caster"),
    ])
  func refused(answer: String, words: String) async throws {
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Array(answer.utf8))
      connection.close()
    }
    defer { caster.close() }
    let url = "ntrip://src:hunter2@127.0.0.1:\(caster.port)/FIELD"
    for file in ["captures/milan-base.rtcm3", "-"] {
      let outcome = try await boardsim("ntrip", "push", url, file, "-q", input: [0xD3])
      #expect(outcome.status == 1)
      #expect(outcome.errorLines.count == 1 && outcome.errorLines[0].contains(words))
      #expect(!String(decoding: outcome.errors, as: UTF8.self).contains("hunter2"))
    }
  }

  @Test("a connection that is reset on the last of it ends it with 1 and one line")
  func spurned() async throws {
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
      connection.resetAtEnd()
      connection.waitForEnd()
    }
    defer { caster.close() }
    let outcome = try await boardsim(
      "ntrip", "push", "ntrip://src:hunter2@127.0.0.1:\(caster.port)/FIELD",
      "captures/milan-base.rtcm3", "--speed", "max", "-q")
    #expect(outcome.status == 1 && outcome.errorLines.count == 1)
    #expect(outcome.errorLines.first?.contains("reset by peer") == true, "\(outcome.errorLines)")
    #expect(outcome.errorLines.first?.contains("hunter2") == false)
  }

  @Test("nobody there is told at once with --no-retry; Ctrl-C ends a push cut short with 130")
  func ends() async throws {
    let once = try await boardsim(
      "ntrip", "push", "ntrip://127.0.0.1:1/X", "captures/milan-base.rtcm3", "--no-retry", "-q")
    #expect(once.status == 1)
    #expect(once.errorLines.first?.contains("connection was refused") == true)
    let caster = try Caster(answer: "OK\r\n")
    defer { caster.close() }
    let process = try BoardSimProcess([
      "ntrip", "push", caster.url, "captures/milan-base.rtcm3", "--ntrip-version", "1",
    ])
    while let line = await process.nextErrorLine(), line != "streaming" {}
    process.interrupt()
    #expect(await process.end().status == 130)
  }
}
