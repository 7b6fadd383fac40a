import HTTPServer
import Platform
import TestSupport
import Testing

/// Deadlines as short as tests allow; `ConnectionTableTests` tests the default ones.
@Suite("HTTP listener and clients that take their time")
struct HTTPDeadlineTests {
  private static func limits(
    head: Duration = .seconds(60), request: Duration = .seconds(60), connections: Int = 100
  ) -> HTTPLimits {
    var limits = HTTPLimits()
    limits.head = head
    limits.request = request
    limits.admission.connections = connections
    return limits
  }

  @Test("a head that does not come to its end is cut off", arguments: ["", "GET / HTTP/1.1\r\nHo"])
  func unfinishedHead(beginning: String) throws {
    let server = try Served(limits: Self.limits(head: .milliseconds(50)))
    let connection = try server.connect()
    try connection.send(beginning)
    #expect(try connection.readToEnd().isEmpty)
  }

  @Test("a head that drips on and on is cut off all the same")
  func drippingHead() throws {
    let server = try Served(limits: Self.limits(head: .milliseconds(50)))
    let connection = try server.connect()
    try connection.send("GET / HTTP/1.1\r\n")
    var isEnded = false
    for _ in 0..<2000 where !isEnded {
      try? connection.send("a: b\r\n")
      isEnded = try connection.isEnded(within: .milliseconds(5))
    }
    #expect(isEnded)
  }

  @Test("a body that does not come to its end is cut off")
  func unfinishedBody() throws {
    let server = try Served(limits: Self.limits(request: .milliseconds(50)))
    let connection = try server.connect()
    try connection.send("POST / HTTP/1.1\r\nHost: b\r\nContent-Length: 9\r\n\r\nab")
    #expect(try connection.readToEnd().isEmpty)
  }

  @Test("an idle connection is not cut off by the deadline of a head")
  func idleConnection() throws {
    // The deadline leaves time for a whole head on a busy machine.
    let server = try Served(limits: Self.limits(head: .seconds(8)))
    let idle = try server.connect()
    try idle.send("GET / HTTP/1.1\r\nHost: b\r\n\r\n")
    #expect(try idle.readAnswer().status == 200)
    let unfinished = try server.connect()
    #expect(try unfinished.readToEnd().isEmpty)
    try idle.send("GET / HTTP/1.1\r\nHost: b\r\n\r\n")
    #expect(try idle.readAnswer().status == 200)
  }

  @Test("a body has time of its own once its head has come")
  func slowBody() throws {
    // The deadline leaves time for a whole head on a busy machine.
    let server = try Served(limits: Self.limits(head: .seconds(8), request: .seconds(3600)))
    let slow = try server.connect()
    try slow.send(
      "POST / HTTP/1.1\r\nHost: b\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
    #expect(try slow.readAnswer().status == 100)
    let unfinished = try server.connect()
    #expect(try unfinished.readToEnd().isEmpty)
    try slow.send("ab")
    #expect(try slow.readAnswer().status == 200)
  }

  @Test("an idle connection is not cut off by the deadline of the request before")
  func idleAfterRequest() throws {
    // The deadline leaves time for a whole request on a busy machine.
    let server = try Served(limits: Self.limits(request: .seconds(8)))
    let idle = try server.connect()
    try idle.send("GET / HTTP/1.1\r\nHost: b\r\n\r\n")
    #expect(try idle.readAnswer().status == 200)
    let unfinished = try server.connect()
    try unfinished.send("POST / HTTP/1.1\r\nHost: b\r\nContent-Length: 9\r\n\r\nab")
    #expect(try unfinished.readToEnd().isEmpty)
    try idle.send("GET / HTTP/1.1\r\nHost: b\r\n\r\n")
    #expect(try idle.readAnswer().status == 200)
  }

  @Test("where connections run short, who keeps the board waiting longest makes room")
  func makingRoom() throws {
    let server = try Served(limits: Self.limits(connections: 8))
    let dripping = try (0..<30).map { _ in
      let connection = try server.connect()
      try connection.send("GET / HTTP/1.1\r\nHo")
      return connection
    }
    #expect(try HTTPAnswer.get("/", port: server.port).text == Served.text)
    for connection in dripping.prefix(20) { #expect(try connection.readToEnd().isEmpty) }
  }

  @Test(
    "an address beyond this machine has its share of connections, and no more",
    .enabled(if: !NetworkInterfaces.addresses().isEmpty))
  func shareOfAnAddress() throws {
    var limits = HTTPLimits()
    limits.admission.connectionsPerAddress = 2
    let server = try Served(on: "0.0.0.0", limits: limits)
    let address = try #require(NetworkInterfaces.addresses().first)
    let question = "GET / HTTP/1.1\r\nHost: b\r\n\r\n"
    let taken = try (0..<2).map { _ in try TCPConnection(to: address, port: server.port) }
    for connection in taken {
      try connection.send(question)
      #expect(try connection.readAnswer().status == 200)
    }
    #expect(try TCPConnection(to: address, port: server.port).readToEnd().isEmpty)
    #expect(try HTTPAnswer.get("/", port: server.port).status == 200)
  }
}
