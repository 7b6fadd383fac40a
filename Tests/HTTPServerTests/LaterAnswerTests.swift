import HTTPMessages
import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite("Answers that come later")
struct LaterAnswerTests {
  /// The maker of later answers, which announces each waiting request.
  private final class Workshop: Sendable {
    typealias Delivery = @Sendable (HTTPReply) -> Void
    let waiting: AsyncStream<Delivery>
    private let arrivals: AsyncStream<Delivery>.Continuation

    init() { (waiting, arrivals) = AsyncStream.makeStream() }

    func take(_ delivery: @escaping Delivery) { arrivals.yield(delivery) }

    func next() async throws -> Delivery {
      for await delivery in waiting { return delivery }
      throw CancellationError()
    }
  }

  private static func text(_ text: String) -> HTTPReply { .now(Served.response(text)) }

  private let workshop = Workshop()
  private let server: Served

  init() throws {
    server = try Served { [workshop] request in
      request.path == "/now" ? Self.text("now") : .later { workshop.take($0) }
    }
  }

  private func ask(_ path: String) throws -> TCPConnection {
    let connection = try server.connect()
    try connection.send("GET \(path) HTTP/1.1\r\nHost: b\r\n\r\n")
    return connection
  }

  @Test("hold up nobody, and the connection goes on after them")
  func others() async throws {
    let connection = try ask("/later")
    let deliver = try await workshop.next()
    #expect(try ask("/now").readAnswer().text == "now")
    deliver(Self.text("done"))
    deliver(Self.text("and again"))
    #expect(try connection.readAnswer().text == "done")
    try connection.send("GET /now HTTP/1.1\r\nHost: b\r\n\r\n")
    #expect(try connection.readAnswer().text == "now")
  }

  @Test("may be later still, or so much later, and the connection goes on after them")
  func nested() throws {
    let server = try Served { request in
      guard request.path == "/" else { return Self.text("now") }
      return .later { whenDone in
        whenDone(.delayed(.later { $0(.delayed(Self.text("at last"), by: .zero)) }, by: .zero))
      }
    }
    let connection = try server.connect()
    for _ in 0..<3 {
      try connection.send("GET / HTTP/1.1\r\nHost: b\r\n\r\nGET /x HTTP/1.1\r\nHost: b\r\n\r\n")
      #expect(try connection.readAnswer().text == "at last")
      #expect(try connection.readAnswer().text == "now")
    }
  }

  @Test("come at their time, however seldom it is looked after connections")
  func seldom() throws {
    var limits = HTTPLimits()
    (limits.head, limits.request) = (.seconds(36_000), .seconds(36_000))
    let server = try Served(limits: limits) { _ in .delayed(Self.text("done"), by: .milliseconds(1))
    }
    for _ in 0..<3 {
      #expect(try HTTPAnswer.get("/", port: server.port).text == "done")
    }
  }

  @Test("raw bytes go out as they are, and the connection ends after them")
  func raw() throws {
    let server = try Served { _ in
      .raw(Array("HTTP/1.1 200 OK\r\n\r\nhello".utf8), endingAfter: .zero)
    }
    let connection = try server.connect()
    try connection.send("GET / HTTP/1.1\r\nHost: b\r\n\r\n")
    #expect(
      String(decoding: try connection.readToEnd(), as: UTF8.self) == "HTTP/1.1 200 OK\r\n\r\nhello")
  }

  @Test("a listener that stops does not wait for those that are much later")
  func stops() throws {
    let server = try Served { _ in .delayed(Self.text("never"), by: .seconds(3600)) }
    let connection = try server.connect()
    try connection.send("GET / HTTP/1.1\r\nHost: b\r\n\r\n")
    // The request is accepted within this time, before the listener stops.
    #expect(try !connection.isEnded(within: .milliseconds(50)))
    server.listener.stop()
    #expect(try connection.readAnswer().status == 503)
  }

  @Test("have more time than a request")
  func noDeadline() async throws {
    var limits = HTTPLimits()
    // The deadline leaves time for a whole head on a busy machine.
    limits.request = .seconds(2)
    let server = try Served(limits: limits) { [workshop] _ in
      .later { workshop.take($0) }
    }
    let connection = try TCPConnection(port: server.port)
    try connection.send("GET / HTTP/1.1\r\nHost: b\r\n\r\n")
    let deliver = try await workshop.next()
    let unfinished = try TCPConnection(port: server.port)
    try unfinished.send("POST / HTTP/1.1\r\nHost: b\r\nContent-Length: 9\r\n\r\nab")
    #expect(try unfinished.readToEnd().isEmpty)
    deliver(Self.text("done"))
    #expect(try connection.readAnswer().text == "done")
  }

  @Test("may be there at once")
  func atOnce() throws {
    let server = try Served { _ in
      .later { $0(Self.text("at once")) }
    }
    #expect(try HTTPAnswer.get("/", port: server.port).text == "at once")
  }

  @Test("may be streams, whose body comes later still")
  func streams() async throws {
    let connection = try ask("/later")
    let deliver = try await workshop.next()
    let streams = AsyncStream<ResponseStream>.makeStream()
    let head = HTTPResponse(status: 203, fields: [], body: Array("first, ".utf8))
    deliver(.stream(head) { streams.continuation.yield($0) })
    for await stream in streams.stream {
      stream.send(Array("second".utf8))
      stream.end()
      break
    }
    let answer = try connection.readAnswer()
    #expect(answer.status == 203)
    #expect(answer.text == "first, second")
    try connection.send("GET /now HTTP/1.1\r\nHost: b\r\n\r\n")
    #expect(try connection.readAnswer().text == "now")
  }

  @Test("are refused by a listener that stops, and may still be made after that")
  func stopping() async throws {
    let connection = try ask("/later")
    let deliver = try await workshop.next()
    server.listener.stop()
    #expect(try connection.readAnswer().status == 503)
    #expect(try connection.readToEnd().isEmpty)
    deliver(Self.text("too late"))
  }

  @Test("may be made for a client that has gone")
  func goneClient() async throws {
    var connection: TCPConnection? = try ask("/later")
    let deliver = try await workshop.next()
    #expect(connection != nil)
    connection = nil
    deliver(Self.text("for nobody"))
    #expect(try ask("/now").readAnswer().text == "now")
  }
}
