import HTTPMessages
import HTTPServer
import Platform
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite("HTTP listener")
struct HTTPListenerTests {
  @Test("each request of a connection has a body of its own")
  func bodies() throws {
    let server = try Served { .now(HTTPResponse(status: 200, fields: [], body: $0.body)) }
    let connection = try server.connect()
    for body in ["first", "second"] {
      try connection.send(
        "POST / HTTP/1.1\r\nHost: b\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
      #expect(try connection.readAnswer().text == body)
    }
  }

  @Test("bodies of one connection are not counted together")
  func longBodies() throws {
    let server = try Served { .now(HTTPResponse(status: 200, fields: [], body: $0.body)) }
    let connection = try server.connect()
    let body = String(repeating: "x", count: 50_000)
    for _ in 0..<3 {
      try connection.send("POST / HTTP/1.1\r\nHost: b\r\nContent-Length: 50000\r\n\r\n\(body)")
      let answer = try connection.readAnswer()
      #expect(answer.status == 200 && answer.text == body)
    }
  }

  @Test("what a request says arrives decoded, in its order")
  func decoding() throws {
    let server = try Served { request in
      let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
      return .now(Served.response("\(request.method.name) \(request.path) \(query)"))
    }
    for target in ["/a%20b/%C3%A8%2Fc?x=1%262&y=&x=a+b%2B", "/%zz%4?a%=%", "/?=", "/a?b?c=d"] {
      let request = HTTPRequest(.delete, target)
      let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
      let answer = try HTTPAnswer.to("DELETE", target, port: server.port).text
      #expect(answer == "DELETE \(request.path) \(query)", "\(target)")
    }
  }

  @Test("fields are read where they are wanted")
  func fields() throws {
    let listener = try HTTPListener()
    let answer: HTTPListener.Handler = { .now(Served.response($0.field("hOST") ?? "none")) }
    var ports: [UInt16] = []
    for parts in [RequestParts.fields, []] {
      let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
      ports.append(socket.port)
      listener.serve(on: socket, reading: parts, handler: answer)
    }
    #expect(try HTTPAnswer.get("/", port: ports[0]).text.hasPrefix("127.0.0.1"))
    #expect(try HTTPAnswer.get("/", port: ports[1]).text == "none")
  }

  @Test("the client's address is read where it is wanted", arguments: ["127.0.0.1", "::"])
  func client(host: String) throws {
    let answer: HTTPListener.Handler = { .now(Served.response($0.client ?? "none")) }
    let server = try Served(on: host, reading: .client, handler: answer)
    #expect(try HTTPAnswer.get("/", port: server.port).text == "127.0.0.1")
    let other = try Served(on: host, handler: answer)
    #expect(try HTTPAnswer.get("/", port: other.port).text == "none")
  }

  @Test("what the listener itself refuses is worded by who answers at the socket")
  func refusals() async throws {
    let listener = try HTTPListener()
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    let port = socket.port
    let begun = AsyncStream<Void>.makeStream()
    listener.serve(
      on: socket,
      refusal: {
        HTTPResponse(status: $0.status, json: Array(#"{"response":"\#($0.error)"}"#.utf8))
      },
      handler: { _ in .later { _ in begun.continuation.yield() } })
    for (length, status) in [("100000", 413), ("x", 400), ("-1", 400)] {
      let headers = ["Content-Length": length]
      let answer = try HTTPAnswer.to("POST", "/", port: port, headers: headers)
      #expect(answer.status == status)
      #expect(answer.text.hasPrefix(#"{"response":"#), "\(answer.text)")
    }
    let chunked = try TCPConnection(port: port)
    let chunk = "11000\r\n\(String(repeating: "x", count: 0x11000))\r\n0\r\n\r\n"
    try chunked.send("POST / HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)")
    #expect(try chunked.readAnswer().text.hasPrefix(#"{"response":"the request's body"#))
    let waiting = try TCPConnection(port: port)
    try waiting.send("GET / HTTP/1.1\r\nHost: b\r\n\r\n")
    for await _ in begun.stream { break }
    listener.stop()
    #expect(try waiting.readAnswer().text.hasPrefix(#"{"response":"the program is stopping"#))
  }

  @Test("a response that is to be the last on its connection announces no other")
  func lastResponse() throws {
    let server = try Served { request in
      var response = Served.response("x")
      if request.path == "/last" { response.fields = [HTTPField("Connection", "close")] }
      return .now(response)
    }
    let connection = try server.connect()
    try connection.send("GET / HTTP/1.1\r\nHost: b\r\n\r\n")
    let first = try connection.readAnswer()
    #expect(first.headers["connection"]?.lowercased() == "keep-alive")
    #expect(first.headers["keep-alive"] == "timeout=30")
    #expect(first.headers["cache-control"] == "no-store")
    try connection.send("GET /last HTTP/1.1\r\nHost: b\r\n\r\n")
    let last = try connection.readAnswer()
    #expect(last.headers["connection"] == "close")
    #expect(last.headers["keep-alive"] == nil)
    #expect(try connection.readToEnd().isEmpty)
  }

  @Test("a response that says who may keep it is believed")
  func cacheControl() throws {
    let server = try Served { request in
      let fields = request.path == "/" ? [] : [HTTPField("Cache-Control", "no-cache")]
      return .now(HTTPResponse(status: 200, fields: fields, body: []))
    }
    let answer = try HTTPAnswer.get("/", port: server.port)
    #expect(answer.headers["cache-control"] == "no-store")
    let own = try HTTPAnswer.get("/own", port: server.port)
    #expect(own.headers["cache-control"] == "no-cache")
  }

  @Test("a listener has many sockets, each with answers of its own", .timeLimit(.minutes(5)))
  func manySockets() throws {
    let listener = try HTTPListener()
    var ports: [UInt16] = []
    for number in 0..<40 {
      let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
      ports.append(socket.port)
      listener.serve(on: socket) { _ in .now(Served.response("\(number)")) }
    }
    for (number, port) in ports.enumerated() {
      #expect(try HTTPAnswer.get("/", port: port).text == "\(number)")
    }
    listener.stop()
    TCPConnection.waitForRefusal(at: ports[39])
  }

  @Test("a port is free again when the listener has stopped", .timeLimit(.minutes(5)))
  func stopping() throws {
    let held = try HeldPort()
    let server = try Served(port: held.port)
    #expect(try HTTPAnswer.get("/", port: server.port).status == 200)
    server.listener.stop()
    server.listener.stop()
    TCPConnection.waitForRefusal(at: server.port)
    let next = try Served(port: held.port)
    #expect(next.port == held.port)
  }

  #if os(Linux)
    @Test("a process without descriptors for a listener gets an error that says so")
    func scarceDescriptors() async {
      await #expect(processExitsWith: .success) {
        // Two descriptors suffice for a pipe, but not for libmicrohttpd.
        try ScarceDescriptors.leave(2)
        try #require(throws: ListenError(host: "", port: 0, code: EMFILE)) { try HTTPListener() }
      }
    }

    @Test("a listener that has stopped has given back all that it had of the system")
    func givingBack() async {
      await #expect(processExitsWith: .success) {
        try ScarceDescriptors.leave(20)
        for _ in 0..<20 {
          let server = try Served()
          _ = try HTTPAnswer.get("/", port: server.port)
          server.listener.stop()
        }
      }
    }
  #endif

  @Test("connections that wait for nothing are ended when the listener stops")
  func stoppingIdle() throws {
    var limits = HTTPLimits()
    limits.silence = .seconds(3600)
    let server = try Served(limits: limits)
    let idle = try server.connect()
    try idle.send("GET / HTTP/1.1\r\nHost: b\r\n\r\n")
    #expect(try idle.readAnswer().status == 200)
    server.listener.stop()
    #expect(try idle.isEnded(within: .seconds(60)))
  }
}
