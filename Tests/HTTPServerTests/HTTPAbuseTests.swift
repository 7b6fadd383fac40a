@testable import HTTPServer
import TestSupport
import Testing

@Suite("HTTP listener under bad input")
struct HTTPAbuseTests {
  private let server: Served

  init() throws { server = try Served() }

  /// Expects that the next client is served normally.
  private func expectService() throws {
    #expect(try HTTPAnswer.get("/", port: server.port).text == Served.text)
  }

  @Test(
    "what is no request is cut off or waited for, and the board keeps serving",
    arguments: [
      "\r\n\r\n\r\n", "GARBAGE\r\n\r\n", "GET\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}",
      "GET / HT",
    ])
  func noRequest(bytes: String) throws {
    let connection = try server.connect()
    try connection.send(bytes)
    try expectService()
  }

  @Test(
    "a request with a mistake in it is refused as such",
    arguments: [
      ("GET / HTTP/9.9\r\n\r\n", 505),
      ("GET / HTTP/1.1\r\nno colon\r\nHost: b\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: b\r\nContent-Length: x\r\n\r\n", 400),
    ])
  func malformed(request: String, status: Int) throws {
    let connection = try server.connect()
    try connection.send(request)
    #expect(try connection.readAnswer().status == status)
    try expectService()
  }

  /// A body in one chunk.
  private static let chunk = "2\r\nab\r\n0\r\n\r\n"

  @Test(
    "a head that can be read in two ways is refused, and nothing behind it is answered",
    arguments: [
      ("Content-Length: 6\r\nTransfer-Encoding: chunked", 400),
      ("Transfer-Encoding: chunked\r\nContent-Length: 6", 400),
      ("Content-Length: 2\r\nContent-Length: 6", 400),
      ("Content-Length: 2\r\nContent-Length: x", 400),
      ("Transfer-Encoding : chunked\r\nContent-Length: 2", 400), ("Content-Length : 2", 400),
      ("Content-Length\t: 2", 400), ("X-Other : 1\r\nContent-Length: 2", 400),
      ("Transfer-Encoding: xchunked", 501), ("Transfer-Encoding: gzip, chunked", 501),
      ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", 501),
      ("Transfer-Encoding: ", 501),
      ("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", 501),
      ("Host: c\r\nContent-Length: 2", 400), ("X(: 1\r\nContent-Length: 2", 400),
    ])
  func ambiguous(fields: String, status: Int) throws {
    let connection = try server.connect()
    try connection.send(
      "POST / HTTP/1.1\r\nHost: b\r\n\(fields)\r\n\r\n\(Self.chunk)GET / HTTP/1.1\r\nHost: b\r\n\r\n"
    )
    let answer = try connection.readAnswer()
    #expect(answer.status == status)
    #expect(try connection.readToEnd().isEmpty)
    try expectService()
  }

  @Test(
    "a head that says its length twice alike, or its coding in capitals, can be read in one way")
  func unambiguous() throws {
    for fields in ["Content-Length: 2\r\nContent-Length: 2", "CONTENT-LENGTH: 2"] {
      let connection = try server.connect()
      try connection.send("POST / HTTP/1.1\r\nHost: b\r\n\(fields)\r\n\r\nab")
      #expect(try connection.readAnswer().status == 200, "\(fields)")
    }
    let connection = try server.connect()
    try connection.send(
      "POST / HTTP/1.1\r\nHost: b\r\ntransfer-encoding: Chunked\r\n\r\n\(Self.chunk)")
    #expect(try connection.readAnswer().status == 200)
    // A chunk's end can be read in several ways, so the connection closes.
    #expect(try connection.readToEnd().isEmpty)
    let old = try server.connect()
    try old.send("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n\(Self.chunk)")
    #expect(try old.readAnswer().status == 400)
  }

  @Test("no Host is refused but where old clients are welcome, and so are two")
  func hosts() throws {
    let lenient = try Served(isLenientWithHosts: true)
    let old = try server.connect()
    try old.send("GET / HTTP/1.0\r\n\r\n")
    #expect(try old.readAnswer().status == 200)
    for (hosts, status) in [("", 400), ("Host: a\r\n", 200), ("Host: a\r\nHost: b\r\n", 400)] {
      for (served, expected) in [(server, status), (lenient, 200)] {
        let connection = try served.connect()
        try connection.send("GET / HTTP/1.1\r\n\(hosts)\r\n")
        #expect(try connection.readAnswer().status == expected, "\(hosts)")
      }
    }
  }

  @Test(
    "a length that is none is refused once, also when the head comes in pieces",
    arguments: [
      ("many", 400), ("-5", 400), ("+5", 400), ("5,5", 400), ("", 400), ("1e3", 400),
      ("99999999999999999999", 413),
    ], [0, 40])
  func malformedLength(_ length: (text: String, status: Int), split: Int) throws {
    let connection = try server.connect()
    let bystander = try server.connect()
    let head = "POST / HTTP/1.1\r\nHost: b\r\nContent-Length: \(length.text)\r\n\r\n"
    try connection.send(String(head.prefix(split)))
    try bystander.send("POST / HTTP/1.1\r\nHost: b\r\nContent-Length: 2\r\n")
    try expectService()
    try connection.send(String(head.dropFirst(split)))
    let answer = try connection.readAnswer()
    #expect(answer.status == length.status)
    #expect(try JSONDocument(answer.body).number("status") == Double(length.status))
    #expect(try connection.readToEnd().isEmpty)
    try bystander.send("\r\nab")
    #expect(try bystander.readAnswer().text == Served.text)
  }

  @Test(
    "the status of a refusal is told in words too, also where the listener stops at once",
    arguments: [
      ("POST / HTTP/1.1\r\nContent-Length: x", "400 Bad Request"),
      ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999", "413 Content Too Large"),
      ("POST / HTTP/1.1\r\nTransfer-Encoding: x\r\nContent-Length: y", "501 Not Implemented"),
      ("GET / HTTP/9.9", "505 HTTP Version Not Supported"),
      ("GET /\(String(repeating: "x", count: 9000)) HTTP/1.1", "414 URI Too Long"),
    ])
  func reason(request: String, line: String) throws {
    let connection = try server.connect()
    try connection.send("\(request)\r\n\r\n")
    let answer = String(decoding: try connection.readToEnd(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 \(line)\r\n"), "\(answer)")
  }

  /// A request that posts a chunk, without the chunk itself.
  private static let chunked = "POST / HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test(
    "what cannot be read is refused in our words by who has nothing else to read",
    arguments: [
      ("GET /\r\n\r\n", 400), ("GET / XTTP/1.1\r\n\r\n", 400), ("GET / HTTP/9.9\r\n\r\n", 505),
      ("GET / HTTP/1.1\r\nno colon\r\nHost: b\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 20_000))\r\n\r\n", 431),
      ("GET / HTTP/1.1\r\n\(String(repeating: "X: y\r\n", count: 1000))\r\n", 431),
      ("GET /\(String(repeating: "x", count: 20_000)) HTTP/1.1\r\n\r\n", 414),
      (chunked + "zz\r\nab\r\n", 400), (chunked + "ffffffffffffffffff\r\nab\r\n", 413),
    ])
  func unreadable(request: String, status: Int) throws {
    let streaming = try server.connect()
    try streaming.send(
      "POST / HTTP/1.1\r\nHost: b\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
    #expect(try streaming.readAnswer().status == 100)
    let connection = try server.connect()
    try connection.send(request)
    let answer = try connection.readAnswer()
    #expect(answer.status == status)
    #expect(try JSONDocument(answer.body).number("status") == Double(status))
    #expect(try connection.readToEnd().isEmpty)
    try streaming.send("ab")
    #expect(try streaming.readAnswer().text == Served.text)
  }

  @Test(
    "who is in the midst of a head is not refused for somebody else", arguments: ["GET / HT", ""])
  func innocent(beginning: String) throws {
    let innocent = try server.connect()
    try innocent.send(beginning)
    // Both connections are known when the second one's fault is detected.
    try expectService()
    let connection = try server.connect()
    try connection.send("GET / HTTP/9.9\r\n\r\n")
    #expect(try connection.readAnswer().status == 505)
    try innocent.send(String("GET / HTTP/1.1\r\nHost: b\r\n\r\n".dropFirst(beginning.count)))
    #expect(try innocent.readAnswer().text == Served.text)
  }

  @Test("many that are refused at once are each answered once, by the mistake that is theirs")
  func manyMistakes() throws {
    let cookies = String(repeating: "a=b;", count: 2500)
    let mistakes = [
      ("POST / HTTP/1.1\r\nHost: b\r\nContent-Length: many\r\n\r\n", 400),
      ("GET / HTTP/9.9\r\n\r\n", 505),
      ("GET / HTTP/1.1\r\nHost: b\r\nCookie: \(cookies)\r\n\r\n", 431),
      ("GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
    ]
    let connections = try (0..<80).map { number in
      let connection = try server.connect()
      try connection.send(mistakes[number % 4].0)
      return connection
    }
    for (number, connection) in connections.enumerated() {
      let answer = try connection.readAnswer()
      #expect(answer.status == mistakes[number % 4].1)
      #expect((try? JSONDocument(answer.body)) != nil || number % 2 == 1)
      #expect(try connection.readToEnd().isEmpty)
    }
    try expectService()
  }

  @Test("a body of sixteen times what is taken is heard to its end")
  func longestBody() throws {
    let chunk = "8000\r\n\(String(repeating: "x", count: 0x8000))\r\n"
    let connection = try server.connect()
    try connection.send("POST / HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\n")
    for _ in 0..<(16 * BodyFraming.limit / 0x8000) { try connection.send(chunk) }
    try connection.send("0\r\n\r\n")
    #expect(try connection.readAnswer().status == 413)
  }

  @Test("a body that declares itself too long is refused before it comes")
  func declaredLength() throws {
    let connection = try server.connect()
    try connection.send("POST / HTTP/1.1\r\nHost: b\r\nContent-Length: 1000000000\r\n\r\n")
    let answer = try connection.readAnswer()
    #expect(answer.status == 413)
    #expect(try JSONDocument(answer.body).text("error")?.contains("65536 bytes") == true)
    #expect(try connection.readToEnd().isEmpty)
    try expectService()
  }

  @Test("a body without a declared length is refused at its end, or cut off when there is none")
  func chunkedBody() throws {
    let chunk = "8000\r\n\(String(repeating: "x", count: 0x8000))\r\n"
    let head = "POST / HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\n"
    let long = try server.connect()
    try long.send(head + chunk + chunk + "1\r\nx\r\n0\r\n\r\n")
    #expect(try long.readAnswer().status == 413)
    let endless = try server.connect()
    #expect(throws: TCPError.self) {
      try endless.send(head)
      for _ in 0..<10_000 { try endless.send(chunk) }
    }
    try expectService()
  }

  @Test("a head that is too long is refused as such", arguments: [16, 20, 32])
  func oversizedHeader(kibibytes: Int) throws {
    let connection = try server.connect()
    let long = String(repeating: "x", count: kibibytes * 1024)
    try connection.send("GET / HTTP/1.1\r\nHost: b\r\nX-Long: \(long)\r\n\r\n")
    #expect(try connection.readAnswer().status == 431)
    try expectService()
  }

  @Test("a target that is too long is refused as such")
  func oversizedTarget() throws {
    let connection = try server.connect()
    let long = String(repeating: "x", count: 32 * 1024)
    try connection.send("GET /\(long) HTTP/1.1\r\nHost: b\r\n\r\n")
    #expect([414, 431].contains(try connection.readAnswer().status))
    try expectService()
  }

  @Test(
    "a target that is long, or has many parameters, is answered in our words, once",
    arguments: [
      ("/" + String(repeating: "x", count: RequestTarget.limit - 1), 200, ""),
      ("/" + String(repeating: "x", count: RequestTarget.limit), 414, "8192 bytes"),
      ("/" + String(repeating: "x", count: 12_000), 414, "8192 bytes"),
      ("/?" + String(repeating: "a=b&", count: 63) + "a=b", 200, ""),
      ("/?" + String(repeating: "a=b&", count: 64) + "a=b", 414, "64 parameters"),
      ("/?" + String(repeating: "a&", count: 1500), 414, "64 parameters"),
    ])
  func longTarget(target: String, status: Int, words: String) throws {
    let connection = try server.connect()
    try connection.send("POST \(target) HTTP/1.1\r\nHost: b\r\nContent-Length: 2\r\n\r\nab")
    let answer = try connection.readAnswer()
    #expect(answer.status == status)
    if status != 200 {
      #expect(try JSONDocument(answer.body).text("error")?.contains(words) == true)
      #expect(try connection.readToEnd().isEmpty)
    }
    try expectService()
  }

  @Test("more cookies than there is memory for are refused in our words, once, and nobody else is")
  func manyCookies() throws {
    let bystander = try server.connect()
    let cookies = String(repeating: "a=b;", count: 2500)
    try bystander.send("POST / HTTP/1.1\r\nHost: b\r\nContent-Length: 2\r\n")
    let asking = try server.connect()
    try asking.send("POST / HTTP/1.1\r\nHost: b\r\nContent-Length: 2\r\n\r\na")
    try expectService()
    let connection = try server.connect()
    try connection.send("GET / HTTP/1.1\r\nHost: b\r\nCookie: \(cookies)\r\n\r\n")
    let answer = try connection.readAnswer()
    #expect(answer.status == 431)
    #expect(try JSONDocument(answer.body).text("error")?.contains("cookies") == true)
    #expect(try connection.readToEnd().isEmpty)
    try bystander.send("\r\nab")
    #expect(try bystander.readAnswer().text == Served.text)
    try asking.send("b")
    #expect(try asking.readAnswer().text == Served.text)
  }

  @Test(
    "a body that is too long is a 413; one that just fits is taken",
    arguments: [(BodyFraming.limit, 200), (BodyFraming.limit + 1, 413)])
  func oversizedBody(length: Int, status: Int) throws {
    let body = String(repeating: "x", count: length)
    #expect(try HTTPAnswer.to("POST", "/", port: server.port, body: body).status == status)
    try expectService()
  }

  @Test("clients that say little and slowly hold up nobody")
  func slowClients() throws {
    let slow = try (0..<50).map { _ in try server.connect() }
    for (index, connection) in slow.enumerated() {
      try connection.send(
        String("POST / HTTP/1.1\r\nHost: b\r\nContent-Length: 9\r\n\r\nab".prefix(index)))
    }
    try expectService()
    let last = try #require(slow.last)
    try last.send(String("POST / HTTP/1.1\r\nHost: b\r\nContent-Length: 9\r\n\r\nab".dropFirst(49)))
    try last.send("cdefghi")
    #expect(try last.readAnswer().text == Served.text)
  }

  @Test("a client that goes away in the middle of its request leaves nothing behind")
  func vanishingClients() throws {
    for _ in 0..<20 {
      try server.connect().send("POST / HTTP/1.1\r\nHost: b\r\nContent-Length: 100\r\n\r\nabc")
    }
    try expectService()
  }
}
