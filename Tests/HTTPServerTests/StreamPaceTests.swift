import HTTPMessages
import HTTPServer
import Locks
import TestSupport
import Testing

@Suite("Responses that go at their reader's pace")
struct StreamPaceTests {
  /// The progress of a sender, and whether its reader stayed.
  private final class Progress: Sendable {
    private let begun = AsyncStream<Void>.makeStream()
    private let outcome = AsyncStream<Bool>.makeStream()
    let sent = Lock(0)

    func send(_ count: Int, _ piece: [UInt8], to stream: ResponseStream) async {
      for _ in 0..<count {
        guard await stream.sendWhenThereIsRoom(piece) else { return end(false) }
        sent.withLock { $0 += 1 }
        begun.continuation.yield()
      }
      stream.end()
      end(true)
    }

    private func end(_ isWhole: Bool) { outcome.continuation.yield(isWhole) }

    func waitForBeginning() async { for await _ in begun.stream { break } }

    func waitForEnd() async -> Bool {
      for await isWhole in outcome.stream { return isWhole }
      return false
    }
  }

  private static let piece = [UInt8](repeating: 120, count: 100_000)
  private let progress = Progress()

  private func serve(_ count: Int, limits: HTTPLimits = HTTPLimits()) throws -> Served {
    try Served(limits: limits) { [progress] _ in
      .stream(HTTPResponse(status: 200, fields: [], body: [])) { stream in
        Task { await progress.send(count, Self.piece, to: stream) }
      }
    }
  }

  private func ask(_ server: Served) throws -> TCPConnection {
    let connection = try server.connect()
    try connection.send("GET / HTTP/1.0\r\n\r\n")
    return connection
  }

  @Test("arrive whole, however much there is")
  func whole() async throws {
    let server = try serve(200)
    let connection = try ask(server)
    // The reader runs on its own thread, because the sender needs one that tests share.
    nonisolated(unsafe) let reader = connection
    let bytes = await onThread { (try? reader.readToEnd()) ?? [] }
    #expect(bytes.count > 200 * Self.piece.count)
    let sent: [UInt8] = [[UInt8]](repeating: Self.piece, count: 200).flatMap(\.self)
    #expect(Array(bytes.suffix(sent.count)) == sent)
    #expect(await progress.waitForEnd())
  }

  @Test("wait for a reader that takes nothing, end when it leaves")
  func leaving() async throws {
    let server = try serve(.max)
    var connection: TCPConnection? = try ask(server)
    await progress.waitForBeginning()
    #expect(connection != nil)
    connection = nil
    #expect(await !progress.waitForEnd())
    #expect(progress.sent.withLock { $0 } < 150, "what the system's buffers and ours hold")
  }

  @Test("end for a reader that stays and takes nothing")
  func stuck() async throws {
    var limits = HTTPLimits()
    limits.silence = .seconds(1)
    let server = try serve(.max, limits: limits)
    let connection = try ask(server)
    #expect(await !progress.waitForEnd())
    #expect(progress.sent.withLock { $0 } < 150)
    withExtendedLifetime(connection) {}
  }

  @Test("keep a reader for whom there is nothing yet, however long it is silent")
  func waiting() async throws {
    var limits = HTTPLimits()
    limits.silence = .seconds(1)
    let streams = AsyncStream<ResponseStream>.makeStream()
    let server = try Served(limits: limits) { _ in
      .stream(HTTPResponse(status: 200, fields: [], body: [0])) { streams.continuation.yield($0) }
    }
    let connection = try ask(server)
    while try connection.read(1) != [0] {}
    for await stream in streams.stream {
      // A connection that came later has timed out for its silence by then.
      #expect(try server.connect().readToEnd().isEmpty)
      #expect(stream.send([66]))
      stream.end()
      break
    }
    #expect(try connection.readToEnd() == [66])
  }

  @Test("that are cut end the connection without an end of their own, and take no more")
  func cutting() async throws {
    let streams = AsyncStream<ResponseStream>.makeStream()
    let server = try Served { _ in
      .stream(HTTPResponse(status: 200, fields: [], body: [65])) { streams.continuation.yield($0) }
    }
    let connection = try server.connect()
    try connection.send("GET / HTTP/1.1\r\nHost: b\r\n\r\n")
    for await stream in streams.stream {
      stream.cut()
      #expect(await !stream.sendWhenThereIsRoom([66]))
      break
    }
    let all = String(decoding: try connection.readToEnd(), as: UTF8.self)
    #expect(all.hasPrefix("HTTP/1.1 200 OK"))
    #expect(!all.contains("0\r\n\r\n"), "the last chunk")
  }

  @Test("end when the listener stops")
  func stopping() async throws {
    let server = try serve(.max)
    let connection = try ask(server)
    await progress.waitForBeginning()
    server.listener.stop()
    #expect(await !progress.waitForEnd())
    withExtendedLifetime(connection) {}
  }
}
