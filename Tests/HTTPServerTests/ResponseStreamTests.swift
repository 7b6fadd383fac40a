import HTTPMessages
import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite("Responses that are sent in pieces")
struct ResponseStreamTests {
  /// A sender that announces each new reader.
  private final class Studio: Sendable {
    let readers: AsyncStream<ResponseStream>
    private let arrivals: AsyncStream<ResponseStream>.Continuation

    init() { (readers, arrivals) = AsyncStream.makeStream() }

    func admit(_ stream: ResponseStream) { arrivals.yield(stream) }

    func next(_ count: Int) async -> [ResponseStream] {
      var streams: [ResponseStream] = []
      for await stream in readers {
        streams.append(stream)
        if streams.count == count { break }
      }
      return streams
    }
  }

  private let studio = Studio()
  private let server: Served

  init() throws {
    server = try Served { [studio] request in
      guard request.path == "/live" else { return .now(Served.response("now")) }
      let head = HTTPResponse(
        status: 200, fields: [HTTPField("Content-Type", "text/event-stream")],
        body: Array(": hello\n\n".utf8))
      return .stream(head) { studio.admit($0) }
    }
  }

  /// Connects a reader by HTTP/1.0, which gets the pieces without chunks, and whose response ends with the
  /// connection.
  private func listen() throws -> TCPConnection {
    let connection = try server.connect()
    try connection.send("GET /live HTTP/1.0\r\n\r\n")
    return connection
  }

  private static func body(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.components(after: "\r\n\r\n")
  }

  @Test("reach two hundred readers whole, also when half of them have left")
  func manyReaders() async throws {
    var connections = try (0..<200).map { _ in try listen() }
    let streams = await studio.next(200)
    for stream in streams { #expect(stream.send(Array("data: 1\n\n".utf8))) }
    connections.removeFirst(100)
    // A reader that has left is noticed at the next piece, and does not delay the others.
    for number in 2...200 {
      for stream in streams { stream.send(Array("data: \(number)\n\n".utf8)) }
    }
    #expect(try HTTPAnswer.get("/", port: server.port).text == "now")
    for stream in streams { stream.end() }
    let expected = ": hello\n\n" + (1...200).map { "data: \($0)\n\n" }.joined()
    for connection in connections {
      #expect(Self.body(try connection.readToEnd()) == expected)
    }
  }

  @Test("are there before the next one is made, or the end")
  func atOnce() async throws {
    let connection = try listen()
    let stream = await studio.next(1)[0]
    var got = ""
    for piece in [": hello", "data: 1", "data: 2"] {
      if piece.hasPrefix("data") { stream.send(Array("\(piece)\n\n".utf8)) }
      while !got.hasSuffix("\(piece)\n\n") {
        got += String(decoding: try connection.read(1), as: UTF8.self)
      }
    }
    stream.end()
    #expect(try connection.readToEnd().isEmpty)
  }

  @Test("come in chunks to those who keep their connection, which goes on after them")
  func chunked() async throws {
    let connection = try server.connect()
    try connection.send("GET /live HTTP/1.1\r\nHost: b\r\n\r\n")
    let stream = await studio.next(1)[0]
    stream.send(Array("data: 1\n\n".utf8))
    stream.end()
    let answer = try connection.readAnswer()
    #expect(answer.headers["transfer-encoding"] == "chunked")
    #expect(answer.headers["content-type"] == "text/event-stream")
    #expect(answer.text == ": hello\n\ndata: 1\n\n")
    try connection.send("GET / HTTP/1.1\r\nHost: b\r\n\r\n")
    #expect(try connection.readAnswer().text == "now")
    #expect(!stream.send([1]))
  }

  @Test("end for a reader that takes nothing, and for nobody else")
  func stuckReader() async throws {
    let stuck = try listen()
    let other = try listen()
    let streams = await studio.next(2)
    let piece = [UInt8](repeating: 120, count: 100_000)
    var pieceCount = 0
    while streams[0].send(piece), pieceCount < 1000 { pieceCount += 1 }
    #expect(pieceCount < 1000, "the system's buffers and ours are at an end")
    #expect(!streams[0].send([1]))
    streams[1].end()
    #expect(Self.body(try other.readToEnd()) == ": hello\n\n")
    #expect(try stuck.readToEnd().count < 1000 * piece.count)
  }

  @Test("end when the listener stops, and may be sent to after that")
  func stopping() async throws {
    let connection = try listen()
    let stream = await studio.next(1)[0]
    server.listener.stop()
    #expect(Self.body(try connection.readToEnd()) == ": hello\n\n")
    #expect(!stream.send([1]))
  }
}

extension String {
  fileprivate func components(after separator: String) -> String {
    guard let range = firstRange(of: separator) else { return "" }
    return String(self[range.upperBound...])
  }
}
