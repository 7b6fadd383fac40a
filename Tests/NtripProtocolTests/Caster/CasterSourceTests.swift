import NtripMemory
import RTCMParser
import TestSupport
import Testing

@testable import NtripProtocol

@Suite("Sources of a caster")
struct CasterSourceTests {
  private static let users = """
    *:*:FIELD:read
    s:pw:FIELD:write
    t:other:FIELD:write
    r:pw:FIELD:read
    """
  private static let version1 = "SOURCE pw /FIELD\r\nSource-Agent: NTRIP x\r\n\r\n"
  private static let version2 =
    "POST /FIELD HTTP/1.1\r\nHost: h\r\nNtrip-Version: Ntrip/2.0\r\nAuthorization: Basic czpwdw==\r\n"
    + "Transfer-Encoding: chunked\r\n\r\n"
  private static let reader = "GET /FIELD HTTP/1.0\r\n\r\n"
  private static let welcome = "ICY 200 OK\r\n\r\n"

  private static func harness(users: String? = users) -> CasterHarness {
    CasterHarness([Mountpoint(name: "FIELD", pushedThrough: StreamMeter())], users: users)
  }

  private static func frame(_ time: Int) throws -> [UInt8] {
    try ObservationFrames.frame(1077, time: time)
  }

  @Test("of version 1 are asked for a password only, and let in before they push")
  func version1() throws {
    var harness = Self.harness()
    for head in [
      Self.version1, "SOURCE pw FIELD HTTP/1.1\r\n\r\n", "SOURCE other /FIELD\n\n",
    ] {
      var harness = harness
      let source = harness.connect(saying: head)
      #expect(harness.text(for: source) == Self.welcome)
      #expect(!harness.isClosed(source))
    }
    let wrong = harness.connect(saying: "SOURCE pW /FIELD\r\n\r\n")
    #expect(harness.text(for: wrong) == "ERROR - Bad Password\r\n")
    #expect(harness.isClosed(wrong))
  }

  @Test("of version 2 push chunks or none, and get their answer before the body")
  func version2() throws {
    let chunked = try Self.frame(0)
    for (head, body) in [
      (Self.version2, Self.chunk(chunked)),
      (Self.version2.replacing("Transfer-Encoding: chunked\r\n", with: ""), chunked),
    ] {
      var harness = Self.harness()
      let source = harness.connect(saying: head)
      #expect(
        harness.text(for: source).hasPrefix("HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\n"))
      let reader = harness.connect(saying: Self.reader)
      harness.receive(body, from: source)
      #expect(harness.bytes(for: reader) == Array(Self.welcome.utf8) + chunked)
    }
  }

  @Test("that wait to be told to go on are told so")
  func continues() {
    var harness = Self.harness()
    let head = Self.version2.replacing("Host: h", with: "Expect: 100-Continue")
    let source = harness.connect(saying: head)
    #expect(
      harness.text(for: source).hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
  }

  @Test("need a user with the right to write; without users nobody pushes")
  func rights() {
    let cases = [
      ("r:pw", "HTTP/1.1 401"), ("s:wrong", "HTTP/1.1 401"), ("t:other", "HTTP/1.1 200"),
    ]
    for (login, status) in cases {
      var harness = Self.harness()
      let token = Array(login.utf8).split(separator: UInt8(ascii: ":"))
      let credentials = NtripCredentials(user: token[0][...].text, password: token[1][...].text)
      let id = harness.connect(
        saying: "POST /FIELD HTTP/1.1\r\nAuthorization: \(credentials.authorization)\r\n\r\n")
      #expect(harness.text(for: id).hasPrefix(status))
    }
    var open = Self.harness(users: nil)
    #expect(open.answer(to: Self.version1).hasPrefix("ERROR - Mount Point"))
  }

  @Test("whatever pieces they push in, readers get the same, and from whole frames on")
  func pieces() throws {
    let stream = try (0..<4).map { try Self.frame($0 * 1000) }.joined() + Array("$GPGGA".utf8)
    for size in [1, 7, 64, 10_000] {
      var harness = Self.harness()
      let source = harness.connect(saying: Self.version2)
      let early = harness.connect(saying: Self.reader)
      var rest = Array(stream)[...]
      var late: Caster.ConnectionID?
      while !rest.isEmpty {
        harness.receive(Self.chunk(Array(rest.prefix(size))), from: source)
        rest = rest.dropFirst(size)
        if late == nil { late = harness.connect(saying: Self.reader) }
      }
      #expect(harness.body(for: early) == Array(stream))
      let tail = harness.body(for: try #require(late))
      #expect(Array(stream.suffix(tail.count)) == tail)
      #expect(tail.first.map { $0 == 0xD3 || $0 == UInt8(ascii: "$") } ?? true)
    }
  }

  @Test("that come back find their readers, who get no torn frame")
  func comesBack() throws {
    var harness = Self.harness()
    let reader = { (harness: inout CasterHarness) in harness.connect(saying: Self.reader) }
    var source = harness.connect(saying: Self.version1)
    let id = reader(&harness)
    var expected = Array(Self.welcome.utf8)
    for time in 0..<10 {
      let frame = try Self.frame(time * 1000)
      harness.receive(frame + frame.prefix(20), from: source)
      expected += frame
      // The source is cut off within a frame, and reconnects at once.
      harness.caster.disconnect(source)
      source = harness.connect(saying: Self.version1)
      #expect(harness.text(for: source) == Self.welcome)
    }
    #expect(harness.bytes(for: id) == expected)
    #expect(!harness.isClosed(id))
  }

  @Test("a second one is turned away while the first is heard, and takes over when that is silent")
  func conflict() throws {
    var harness = Self.harness()
    let first = harness.connect(from: "1.1.1.1")
    harness.say(Self.version1, from: first)
    let rival = harness.connect(from: "2.2.2.2")
    harness.say(Self.version2, from: rival)
    #expect(harness.text(for: rival).hasPrefix("HTTP/1.1 409 Conflict\r\n"))
    for second in 1...20 {
      harness.receive(try Self.frame(second * 1000), from: first)
      harness.advance(to: .seconds(second))
    }
    let again = harness.connect(from: "2.2.2.2")
    harness.say("SOURCE other /FIELD\r\n\r\n", from: again)
    #expect(harness.text(for: again) == "ERROR - Mount Point Taken or Invalid\r\n")
    for second in 21...31 { harness.advance(to: .seconds(second)) }
    let heir = harness.connect(from: "2.2.2.2")
    harness.say("SOURCE other /FIELD\r\n\r\n", from: heir)
    #expect(harness.text(for: heir) == Self.welcome)
    #expect(harness.isClosed(first))
  }

  @Test("the same one come back while its old connection hangs takes over, but not again and again")
  func takeover() {
    var harness = Self.harness()
    func come(at second: Int) -> Caster.ConnectionID {
      harness.advance(to: .seconds(second))
      let id = harness.connect(from: "1.1.1.1")
      harness.say(Self.version1, from: id)
      return id
    }
    let first = come(at: 0)
    let second = come(at: 10)
    #expect(harness.isClosed(first) && harness.text(for: second) == Self.welcome)
    let third = come(at: 15)
    #expect(harness.text(for: third).hasPrefix("ERROR - Mount Point Taken"))
    #expect(!harness.isClosed(second))
  }

  @Test("that say nothing for a minute are given up, and so are readers who wait a minute for one")
  func silence() throws {
    var harness = Self.harness()
    let source = harness.connect(saying: Self.version1)
    let reader = harness.connect(saying: Self.reader)
    for second in 1...30 { harness.advance(to: .seconds(second)) }
    harness.receive(try Self.frame(0), from: source)
    for second in 31...89 { harness.advance(to: .seconds(second)) }
    #expect(!harness.isClosed(source))
    for second in 90...92 { harness.advance(to: .seconds(second)) }
    #expect(harness.isClosed(source) && !harness.isClosed(reader))
    for second in 93...149 { harness.advance(to: .seconds(second)) }
    #expect(!harness.isClosed(reader))
    for second in 150...160 { harness.advance(to: .seconds(second)) }
    #expect(harness.isClosed(reader))
    #expect(harness.caster.nextDeadline == nil)
  }

  @Test("that end their body, or break its coding, are closed")
  func ends() {
    for end in ["0\r\n\r\n", "nonsense", "FFFFFFFFFFFFFFFFF\r\n"] {
      var harness = Self.harness()
      let source = harness.connect(saying: Self.version2)
      harness.say(end, from: source)
      #expect(harness.isClosed(source))
    }
  }

  @Test("a mountpoint is listed while it is pushed, as the source and its stream say")
  func sourcetable() throws {
    var harness = Self.harness()
    let table = "GET / HTTP/1.0\r\n\r\n"
    #expect(!harness.answer(to: table).contains("STR;"))
    let two = "GET /FIELD HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\n\r\n"
    #expect(harness.answer(to: two).hasPrefix("HTTP/1.1 503 Service Unavailable"))
    let source = harness.connect(
      saying:
        "SOURCE pw /FIELD\r\nSTR: Milan;RTCM 3;;2;GPS;NET;ITA;45.5;9.2;0;0;gen;none;B;N;0;\r\n\r\n")
    #expect(
      harness.answer(to: table).contains(
        "STR;FIELD;Milan;RTCM 3;;2;GPS;NET;ITA;45.5000;9.2000;0;0;gen;none;N;N;0;"))
    for second in 0..<9 {
      harness.receive(try Self.frame(second * 1000), from: source)
      harness.advance(to: .seconds(second + 1))
    }
    #expect(
      harness.answer(to: table).contains("STR;FIELD;Milan;RTCM 3.2;1077(1);0;GPS;NET;ITA;"))
  }

  private static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    var chunk: [UInt8] = []
    ChunkEncoder.append(bytes.span, to: &chunk)
    return chunk
  }
}
