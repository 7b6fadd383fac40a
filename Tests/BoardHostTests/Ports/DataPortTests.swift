@testable import BoardHost
import BoardFirmware
import HTTPServer
import TestSupport
import Testing

@Suite("Data port")
struct DataPortTests {
  private let server: ServedSnapshot

  init() throws { server = try ServedSnapshot() }

  @Test(
    "GET gives the text for every path, with its length and without a line feed at the end",
    arguments: ["/", "/index.html", "/a/b?c=d", "/api"])
  func get(path: String) throws {
    let answer = try HTTPAnswer.get(path, port: server.port)
    guard path != "/api" else {
      #expect(answer.status == 404)
      return
    }
    #expect(answer.status == 200)
    #expect(answer.version == "HTTP/1.1")
    #expect(answer.text == BoardSnapshot.exampleText)
    #expect(answer.headers["content-type"] == "text/plain")
    #expect(answer.headers["access-control-allow-origin"] == "*")
  }

  @Test("HEAD gives the head of GET and no body")
  func head() throws {
    let connection = try server.connect()
    try connection.send("HEAD / HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n")
    let answer = try connection.readAnswer(hasBody: false)
    #expect(answer.status == 200)
    #expect(answer.headers["content-length"] == "\(BoardSnapshot.exampleText.utf8.count)")
    #expect(try connection.readToEnd().isEmpty)
  }

  @Test(
    "no answer is to be kept, and a connection that stays says for how long",
    arguments: ["/", "/api/v1/status", "/api/v1/nothing"])
  func commonHeaders(path: String) throws {
    let connection = try server.connect()
    try connection.send("GET \(path) HTTP/1.1\r\nHost: b\r\n\r\n")
    let answer = try connection.readAnswer()
    #expect(answer.headers["cache-control"] == "no-store")
    #expect(answer.headers["connection"]?.lowercased() == "keep-alive")
    #expect(answer.headers["keep-alive"] == "timeout=30")
  }

  @Test(
    "a method that changes nothing gets a sample, as from the reference simulator",
    arguments: ["PUT", "PATCH", "DELETE"])
  func otherMethods(method: String) throws {
    let answer = try HTTPAnswer.to(method, "/any", port: server.port, body: "temperature=1")
    #expect(answer.status == 200)
    #expect(answer.text == BoardSnapshot.exampleText)
  }

  @Test("POST is received, whatever it carries", arguments: ["", "temperature=1"])
  func post(body: String) throws {
    let answer = try HTTPAnswer.to("POST", "/", port: server.port, body: body)
    #expect(answer.status == 200)
    #expect(answer.text == "POST received")
  }

  @Test("OPTIONS tells a browser that pages from anywhere may ask")
  func options() throws {
    let answer = try HTTPAnswer.to("OPTIONS", "/", port: server.port)
    #expect(answer.status == 204)
    #expect(answer.headers["access-control-allow-origin"] == "*")
    #expect(answer.headers["access-control-allow-methods"]?.contains("GET") == true)
  }

  @Test("a method nobody knows is refused, and the ones there are named")
  func unknownMethod() throws {
    let answer = try HTTPAnswer.to("BREW", "/", port: server.port)
    #expect(answer.status == 405)
    #expect(answer.headers["allow"]?.contains("GET") == true)
  }

  @Test("HTTP/1.0 is answered, and the connection closed")
  func http10() throws {
    let connection = try server.connect()
    try connection.send("GET / HTTP/1.0\r\n\r\n")
    #expect(try connection.readAnswer().text == BoardSnapshot.exampleText)
    #expect(try connection.readToEnd().isEmpty)
  }

  @Test("a connection that is kept alive carries one request after the other")
  func keepAlive() throws {
    let connection = try server.connect()
    for path in ["/", "/api/v1/status", "/"] {
      try connection.send("GET \(path) HTTP/1.1\r\nHost: b\r\n\r\n")
      let answer = try connection.readAnswer()
      #expect(answer.status == 200)
      #expect((answer.text == BoardSnapshot.exampleText) == (path == "/"))
    }
  }

  @Test("requests that come at once in one segment are answered in their order")
  func pipelining() throws {
    let connection = try server.connect()
    try connection.send(
      "GET / HTTP/1.1\r\nHost: b\r\n\r\nGET /api/v1/measurement HTTP/1.1\r\nHost: b\r\n\r\n")
    #expect(try connection.readAnswer().text == BoardSnapshot.exampleText)
    #expect(try connection.readAnswer().text.contains("board_time"))
  }

  @Test("overlapping polls are all answered, the last before the first has finished asking")
  func overlappingPolls() throws {
    let connections = try (0..<5).map { _ in try server.connect() }
    for connection in connections { try connection.send("GET / HTTP/1.1\r\nHos") }
    for connection in connections.reversed() {
      try connection.send("t: b\r\n\r\n")
      #expect(try connection.readAnswer().text == BoardSnapshot.exampleText)
    }
  }

  @Test(
    "an unknown path of the interface is a 404 that says what there is, in JSON",
    arguments: ["/api/v1/nothing", "/api/", "/api/v2/status"])
  func unknownPath(path: String) throws {
    let answer = try HTTPAnswer.get(path, port: server.port)
    #expect(answer.status == 404)
    #expect(answer.headers["content-type"] == "application/json")
    let error = try JSONDocument(answer.body)["error"] as? String
    #expect(error?.contains("/api/v1/openapi.json") == true)
  }

  @Test("an answer is the same whatever was asked before it")
  func order() throws {
    let questions = [
      ("POST", "/"), ("GET", "/"), ("OPTIONS", "/"), ("HEAD", "/"), ("PUT", "/"), ("BREW", "/"),
      ("GET", "/api/v1/status"), ("GET", "/api/v1/measurement"), ("GET", "/metrics"),
    ]
    for (method, path) in questions + questions.reversed() + questions {
      let answer = try HTTPAnswer.to(method, path, port: server.port)
      let fresh = try ServedSnapshot()
      let first = try HTTPAnswer.to(method, path, port: fresh.port)
      fresh.listener.stop()
      #expect(answer.status == first.status, "\(method) \(path)")
      #expect(answer.text == first.text, "\(method) \(path)")
    }
  }

  @Test("the original firmware's page grows with each request, whatever the board does")
  func growingPage() throws {
    let server = try ServedSnapshot(BoardState(.complete), dialect: .legacyHTML)
    let pages = try (0..<3).map { _ in try HTTPAnswer.get("/", port: server.port).text }
    #expect(pages[0].count < pages[1].count && pages[1].count < pages[2].count)
  }

  @Test("a board that goes on is asked anew, not answered from before")
  func answersAreNotStale() throws {
    let state = BoardState(.example)
    let server = try ServedSnapshot(state)
    #expect(try HTTPAnswer.get("/", port: server.port).text == BoardSnapshot.exampleText)
    var next = BoardSnapshot.example
    next.measurement[.temperature]?.value = -3
    state.publish(next)
    #expect(try HTTPAnswer.get("/", port: server.port).text.hasPrefix("-3.00;"))
  }
}
