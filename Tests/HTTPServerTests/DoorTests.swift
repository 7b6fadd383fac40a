import HTTPMessages
import HTTPServer
import Platform
import TestSupport
import Testing

@Suite("A door that is shut", .timeLimit(.minutes(2)))
struct DoorTests {
  private static let request = "GET / HTTP/1.1\r\nHost: b\r\n\r\n"

  private let listener: HTTPListener
  private let door: HTTPDoor
  private let port: UInt16

  init() throws {
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    port = socket.port
    listener = try HTTPListener()
    door = listener.serve(on: socket) { _ in .now(Served.response("open")) }
  }

  private func ask() throws -> String {
    let connection = try TCPConnection(port: port)
    try connection.send(Self.request)
    return try connection.readAnswer().text
  }

  @Test("refuses who comes and resets who is there; open again it is the same port")
  func shut() throws {
    let before = try TCPConnection(port: port)
    try before.send(Self.request)
    #expect(try before.readAnswer().text == "open")
    for times in 1...3 {
      for _ in 0..<times { door.set(isOpen: false) }
      #expect(throws: (any Error).self) { try ask() }
      for _ in 0..<times { door.set(isOpen: true) }
      #expect(try ask() == "open")
    }
    #expect(try before.readToEnd() == [] && before.isReset)
  }

  @Test("concerns one socket: another one of the same listener goes on")
  func neighbour() throws {
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    let other = socket.port
    listener.serve(on: socket) { _ in .now(Served.response("other")) }
    let connection = try TCPConnection(port: other)
    door.set(isOpen: false)
    try connection.send(Self.request)
    #expect(try connection.readAnswer().text == "other")
    listener.stop()
    door.set(isOpen: true)
    #expect(throws: (any Error).self) { try ask() }
  }

  @Test("a reply may be a reset, or a part of a response with the length of the whole")
  func brokenReplies() throws {
    let server = try Served { request in
      let whole = Served.response("0123456789")
      switch request.path {
      case "/reset": return .reset
      case "/later": return .later { $0(.reset) }
      default: return .cut(whole, after: 4)
      }
    }
    for path in ["/reset", "/later"] {
      let connection = try server.connect()
      try connection.send("GET \(path) HTTP/1.1\r\nHost: b\r\n\r\n")
      #expect(try connection.readToEnd() == [] && connection.isReset)
    }
    let connection = try server.connect()
    try connection.send("GET /cut HTTP/1.1\r\nHost: b\r\n\r\n")
    let text = String(decoding: try connection.readToEnd(), as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && text.hasSuffix("\r\n\r\n0123"))
    #expect(text.contains("Content-Length: 10\r\n"))
  }
}
