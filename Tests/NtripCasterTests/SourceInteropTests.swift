import Foundation
import NtripCaster
import NtripMemory
import NtripProtocol
import Locks
import TestSupport
import Testing

@Suite("Other people's sources", .compares(with: .captures), .timeLimit(.minutes(5)))
struct SourceInteropTests {
  private static func server() throws -> NtripCasterServer {
    let users = try CasterUsers(decoding: Array("*:*:FIELD:read\ns:pw:FIELD:write".utf8))
    let field = Mountpoint(name: "FIELD", pushedThrough: StreamMeter())
    return try NtripCasterServer(port: 0, caster: Caster([field], users: users))
  }

  /// Sends a capture repeatedly, piece by piece: the next piece follows when the reader has the last one,
  /// or soon.
  ///
  /// Sources may miss the beginning before they are admitted, and str2str drops bytes that cannot be sent
  /// at once.
  private static func feed(
    _ bytes: [UInt8], _ pace: Pace, after head: String = ""
  ) throws -> LocalListener {
    try LocalListener { connection in
      connection.send(Array(head.utf8))
      var rest = bytes[...]
      while !pace.isOver {
        pace.wait()
        guard connection.send(Array(rest.prefix(2000))) else { break }
        rest = rest.count > 2000 ? rest.dropFirst(2000) : bytes[...]
      }
      connection.waitForEnd()
    }
  }

  /// Reads as many pushed bytes as the capture has, and expects them to be a part of the repeated capture.
  private static func read(
    _ server: NtripCasterServer, _ bytes: [UInt8], _ pace: Pace
  ) async throws {
    while !server.snapshot.streams[0].hasSource { try await rest() }
    let reader = try TestSocket(port: server.port, saying: "GET /FIELD HTTP/1.0\r\n\r\n")
    #expect(reader.read(14) == Array("ICY 200 OK\r\n\r\n".utf8))
    var read: [UInt8] = []
    while read.count < bytes.count {
      let piece = reader.read(min(2000, bytes.count - read.count))
      guard !piece.isEmpty else { break }
      read += piece
      pace.goOn()
    }
    pace.end()
    #expect(read.count == bytes.count)
    #expect(Data(bytes + bytes).range(of: Data(read)) != nil)
  }

  @Test("what str2str pushes arrives whole", .compares(with: .str2str))
  func str2str() async throws {
    let bytes = try SharedCaptures.bytes(of: "swift__trimble.rtcm")
    let pace = Pace()
    let feed = try Self.feed(bytes, pace)
    defer { feed.close() }
    let server = try Self.server()
    let source = try RunningProgram(
      "str2str",
      [
        "-in", "tcpcli://127.0.0.1:\(feed.port)", "-out",
        "ntrips://:pw@127.0.0.1:\(server.port)/FIELD", "-r", "100",
      ])
    try await Self.read(server, bytes, pace)
    source.end()
  }

  @Test(
    "what curl pushes arrives whole, in chunks and without", .compares(with: .curl),
    arguments: [["-H", "Expect:"], [], ["-H", "Transfer-Encoding:"]])
  func curl(options: [String]) async throws {
    let bytes = try SharedCaptures.bytes(of: "swift__trimble.rtcm")
    let pace = Pace()
    let feed = try Self.feed(bytes, pace, after: "HTTP/1.0 200 OK\r\n\r\n")
    defer { feed.close() }
    let server = try Self.server()
    // One curl reads the stream that the other curl pushes.
    let push = (["curl", "-sS", "-u", "s:pw", "-X", "POST", "-T", "-"] + options)
      .joined(separator: " ")
    let source = try RunningProgram(
      "sh",
      [
        "-c",
        "curl -sSN http://127.0.0.1:\(feed.port)/ | \(push) http://127.0.0.1:\(server.port)/FIELD",
      ])
    try await Self.read(server, bytes, pace)
    source.end()
  }

  @Test("a source that is killed ten times leaves its readers where they are, with whole frames")
  func killed() async throws {
    let server = try Self.server()
    let frames = try capture(epochs: 11)
    let size = frames.count / 11
    var source: TestSocket? = try Self.comeBack(to: server)
    let reader = try TestSocket(port: server.port, saying: "GET /FIELD HTTP/1.0\r\n\r\n")
    #expect(reader.read(14).count == 14)
    for index in 0..<10 {
      let frame = Array(frames[(index * size)..<((index + 1) * size)])
      source?.say(frame + frame.prefix(30))
      #expect(reader.read(size) == frame)
      source = nil
      source = try Self.comeBack(to: server)
    }
    source?.say(Array(frames.suffix(size)))
    #expect(reader.read(size) == Array(frames.suffix(size)))
  }

  /// Reconnects until the caster admits the source, as sources do.
  private static func comeBack(to server: NtripCasterServer) throws -> TestSocket {
    while true {
      let socket = try TestSocket(port: server.port, saying: "SOURCE pw /FIELD\r\n\r\n")
      if socket.read(14) == Array("ICY 200 OK\r\n\r\n".utf8) { return socket }
    }
  }
}

/// The pace of one thread, which another follows except for a moment.
private final class Pace: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let state = Lock(false)

  var isOver: Bool { state.withLock { $0 } }

  func goOn() { semaphore.signal() }

  func end() { state.withLock { $0 = true } }

  func wait() { _ = semaphore.wait(timeout: .now() + .milliseconds(100)) }
}
