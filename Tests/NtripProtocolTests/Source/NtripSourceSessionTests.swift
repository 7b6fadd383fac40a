import NtripProtocol
import Testing

@Suite("A source's conversation")
struct NtripSourceSessionTests {
  static let url = NtripURL(
    host: "h", mountpoint: "FIELD", credentials: NtripCredentials(user: "u", password: "pw"))

  static func session(
    _ choice: NtripVersionChoice = .automatic, _ version: NtripVersion = .two,
    url: NtripURL = url
  ) -> NtripSourceSession {
    var options = NtripSourceOptions()
    options.version = choice
    return NtripSourceSession(to: url, options: options, version: version, at: .zero)
  }

  /// Returns the state after an answer that arrives byte by byte, and optionally after the connection's end.
  static func state(
    after answer: String, _ version: NtripVersion = .two, choice: NtripVersionChoice = .automatic,
    url: NtripURL = url, closes: Bool = false
  ) -> NtripSourceSession.State {
    var session = session(choice, version, url: url)
    for byte in answer.utf8 { session.receive([byte].span, at: .zero) }
    if closes { session.disconnected() }
    return session.state
  }

  static func cause(_ state: NtripSourceSession.State) -> NtripFailure.Cause? {
    if case .ended(.failure(let failure)) = state { failure.cause } else { nil }
  }

  @Test("asks in both versions, and says what the table shall")
  func requests() {
    func text(_ version: NtripVersion, _ description: String?) -> String {
      String(
        decoding: NtripSourceRequest(
          url: Self.url, version: version, description: description
        ).encode(), as: UTF8.self)
    }
    #expect(
      text(.one, "Milan;RTCM 3.3\r\nX: y")
        == "SOURCE pw /FIELD\r\nSource-Agent: NTRIP boardsim\r\nSTR: Milan;RTCM 3.3  X: y\r\n\r\n")
    #expect(
      text(.two, "Milan;RTCM 3.3")
        == "POST /FIELD HTTP/1.1\r\nHost: h:2101\r\nNtrip-Version: Ntrip/2.0\r\n"
        + "User-Agent: NTRIP boardsim\r\nAuthorization: Basic dTpwdw==\r\n"
        + "Ntrip-STR: Milan;RTCM 3.3\r\nContent-Type: gnss/data\r\n"
        + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
    #expect(!text(.two, nil).contains("STR"))
  }

  @Test(
    "is granted by every form of yes",
    arguments: [
      ("HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\nContent-Type: gnss/data\r\n\r\n", .two),
      ("HTTP/1.0 200 OK\r\n\r\n", .two), ("ICY 200 OK\r\n", .two), ("OK\r\n", .one),
      ("ICY 200 OK\r\n", .one), ("ICY 200 OK\r\n\r\n", .one), ("ICY 200 OK\n", .one),
      ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", .two),
    ] as [(String, NtripVersion)])
  func grants(answer: String, version: NtripVersion) {
    #expect(Self.state(after: answer, version) == .granted(version))
  }

  @Test("is granted by the first line of version 1, whatever else has come with it")
  func grantsByLine() {
    let answer = Array("OK\r\nContent-Type: gnss/sourcetable\r\n\r\n".utf8)
    var session = Self.session()
    session.receive(answer.span, at: .zero)
    #expect(session.state == .granted(.two))
    #expect(Self.state(after: String(decoding: answer, as: UTF8.self)) == .granted(.two))
  }

  @Test(
    "sends nothing before it is granted, then plain or in chunks, and ends as the version has it")
  func sends() {
    var two = Self.session()
    _ = two.takeOutput()
    two.send([1, 2].span)
    #expect(two.takeOutput().isEmpty)
    two.receive(Array("HTTP/1.1 200 OK\r\n\r\n".utf8).span, at: .zero)
    two.send([1, 2].span)
    let nothing: [UInt8] = []
    two.send(nothing.span)
    #expect(two.takeOutput() == Array("2\r\n\u{1}\u{2}\r\n".utf8))
    #expect(two.streamBytes == 2)
    #expect(two.finish() == Array("0\r\n\r\n".utf8))
    #expect(two.state == .ended(.finished))
    var one = Self.session(.only(.one), .one)
    _ = one.takeOutput()
    one.receive(Array("OK\r\n".utf8).span, at: .zero)
    one.send([1, 2].span)
    #expect(one.takeOutput() == [1, 2])
    #expect(one.finish().isEmpty)
  }

  @Test(
    "a refusal is told by what it means",
    arguments: [
      ("HTTP/1.1 401 Unauthorized\r\n\r\n", .wrongCredentials),
      ("HTTP/1.1 403 Forbidden\r\n\r\n", .denied(status: 403)),
      ("HTTP/1.1 404 Not Found\r\n\r\n", .noSuchMountpoint(offered: nil)),
      ("HTTP/1.1 409 Conflict\r\n\r\n", .busy),
      (
        "HTTP/1.1 503 Busy\r\nRetry-After: 7\r\n\r\n",
        .unavailable(status: 503, retryAfter: .seconds(7))
      ),
      ("HTTP/1.1 302 Found\r\n\r\n", .unexpectedStatus(302, "Found")),
      (
        "HTTP/1.1 301 Moved\r\nLocation: http://u:pw@other.org/N\r\n\r\n",
        .moved(status: 301, to: "http://other.org/N")
      ),
      ("ERROR - Bad Password\r\n", .wrongCredentials),
      ("ERROR - Mount Point Taken or Invalid\r\n", .busy),
      ("ERROR - Mount Point Taken\r\n", .busy),
      ("ERROR - Bad Mountpoint\r\n", .noSuchMountpoint(offered: nil)),
      ("ERROR - Too many sources\r\n", .refused("ERROR - Too many sources")),
      ("SOURCETABLE 200 OK\r\n\r\n", .noSuchMountpoint(offered: nil)),
      ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", .notACaster("OK")),
      ("HTTP/1.0 401 your address is banned\r\n\r\n", .banned),
      ("ERROR - pw is wrong\r\n", .refused("…")),
      ("login: \r\n", .notACaster("login:")),
    ] as [(String, NtripFailure.Cause)])
  func refusals(answer: String, cause: NtripFailure.Cause) {
    #expect(Self.cause(Self.state(after: answer, .one, choice: .only(.one), closes: true)) == cause)
  }

  @Test(
    "a refusal is told with the words of its body, however it ends",
    arguments: [
      ("HTTP/1.1 401 No\r\nContent-Length: 20\r\n\r\nSubscription expired", false),
      ("HTTP/1.1 401 No\r\n\r\nSubscription expired", true),
      (
        "HTTP/1.1 401 No\r\nTransfer-Encoding: chunked\r\n\r\n14\r\nSubscription expired\r\n0\r\n\r\n",
        false
      ),
      ("ICY 401 No\r\n\r\nSubscription expired", nil),
    ] as [(String, Bool?)])
  func words(answer: String, closes: Bool?) {
    let url = NtripURL(host: "h", mountpoint: "M", credentials: .init(user: "u", password: "pw"))
    var options = NtripSourceOptions()
    options.version = .only(.two)
    for size in [1, 1000] {
      var session = NtripSourceSession(to: url, options: options, at: .zero)
      let bytes = Array(answer.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        session.receive(bytes[start..<min(start + size, bytes.count)].span, at: .seconds(1))
      }
      if closes == true { session.disconnected() }
      if closes == nil { session.advance(to: .seconds(2)) }
      let failure = NtripFailure(
        .denied(status: 401), caster: "h:2101", mountpoint: "M", words: "Subscription expired")
      #expect(session.state == .ended(.failure(failure)))
    }
  }

  @Test(
    "a caster that does not know version 2 is asked by version 1, where that is allowed",
    arguments: [
      "", "HTTP/1.1 400 Bad Request\r\n\r\n", "HTTP/1.0 501 Not Implemented\r\n\r\n",
      "HTTP/1.1 505 No\r\n\r\n", "HTTP/1.0 400 Bad Request\r\n",
    ])
  func fallsBack(answer: String) {
    #expect(Self.state(after: answer, closes: true) == .ended(.askByVersionOne))
    for (version, choice) in [
      (.two, .only(.two)), (.one, .automatic), (.one, .only(.one)),
    ] as [(NtripVersion, NtripVersionChoice)] {
      #expect(Self.cause(Self.state(after: answer, version, choice: choice, closes: true)) != nil)
    }
    var broken = Self.session()
    broken.broke("reset")
    #expect(broken.state == .ended(.askByVersionOne))
    #expect(Self.state(after: "HTTP/1.1 401 No\r\n\r\n") != .ended(.askByVersionOne))
  }

  @Test("without a login, one is asked for")
  func credentialsNeeded() {
    let url = NtripURL(host: "h", mountpoint: "FIELD")
    for answer in ["HTTP/1.1 401 No\r\n\r\n", "ERROR - Bad Password\r\n"] {
      #expect(Self.cause(Self.state(after: answer, url: url, closes: true)) == .credentialsNeeded)
    }
  }

  @Test("waits so long for an answer, and takes one without a blank line then")
  func timesOut() {
    var silent = Self.session()
    #expect(silent.deadline == .seconds(15))
    silent.advance(to: .seconds(14))
    #expect(silent.state == .awaitingAnswer)
    silent.advance(to: .seconds(15))
    #expect(Self.cause(silent.state) == .noAnswer(after: .seconds(15)))
    #expect(silent.deadline == nil)
    for (line, expected) in [
      ("HTTP/1.1 200 OK\r\n", .granted(.two)), ("HTTP/1.0 501 No\r\n", .ended(.askByVersionOne)),
    ] as [(String, NtripSourceSession.State)] {
      var slow = Self.session()
      slow.receive(Array(line.utf8).span, at: .zero)
      #expect(slow.state == .awaitingAnswer)
      slow.advance(to: .seconds(15))
      #expect(slow.state == expected)
    }
  }

  @Test("a megabyte of head is refused, what follows the answer is read over, and the end is told")
  func hostile() {
    var endless = Self.session()
    for _ in 0..<200 where endless.state == .awaitingAnswer {
      endless.receive(
        Array(("X: " + String(repeating: "y", count: 5000) + "\n").utf8).span, at: .zero)
    }
    #expect(Self.cause(endless.state) != nil)
    var headers = Self.session()
    headers.receive(Array("HTTP/1.1 200 OK\r\n".utf8).span, at: .zero)
    for _ in 0..<300 where headers.state == .awaitingAnswer {
      headers.receive(
        Array(("X: " + String(repeating: "y", count: 4000) + "\n").utf8).span, at: .zero)
    }
    #expect(Self.cause(headers.state) == .malformed("the answer's head is longer than 64 KiB"))
    var granted = Self.session()
    granted.receive(Array("ICY 200 OK\r\n\r\nmore".utf8).span, at: .zero)
    granted.receive([0xD3, 0, 1].span, at: .zero)
    #expect(granted.state == .granted(.two))
    granted.disconnected()
    #expect(Self.cause(granted.state) == .closed)
  }
}
