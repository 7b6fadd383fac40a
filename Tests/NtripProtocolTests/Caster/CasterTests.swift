import TestSupport
import GNSSBasics
import Testing

@testable import NtripProtocol

@Suite("A caster's answers")
struct CasterAnswerTests {
  private static let remark = "capture, repeats every 3 s, dated on"
  private static let table =
    "STR;A/B;A/B;RTCM 3.2;1077(1);0;GPS;boardsim;;;;0;0;boardsim;none;N;N;176;\(remark)\r\n"
    + "STR;P;P;RTCM 3.2;1077(1);0;GPS;boardsim;;;;0;0;boardsim;none;B;N;176;\(remark)\r\n"
    + "ENDSOURCETABLE\r\n"

  private static func harness() throws -> CasterHarness {
    let bytes = try capture(epochs: 3)
    return CasterHarness(
      [Mountpoint(name: "A/B", capture: bytes), Mountpoint(name: "P", capture: bytes)],
      users: "*:*:A/B:read\nu:pass:P:read")
  }

  @Test("version 1 is answered by ICY and the bare stream", arguments: [Int.max, 1, 7])
  func streamsVersion1(pieceSize: Int) throws {
    var harness = try Self.harness()
    let id = harness.connect(
      saying: "GET /A%2FB HTTP/1.1\r\nUser-Agent: x\r\n\r\n", pieceSize: pieceSize)
    let first = try ObservationFrames.frame(1077, time: 0)
    #expect(harness.bytes(for: id) == Array("ICY 200 OK\r\n\r\n".utf8) + first)
    #expect(!harness.isClosed(id))
  }

  @Test("version 2 is answered in HTTP chunks, to an HTTP/1.0 client without")
  func streamsVersion2() throws {
    var harness = try Self.harness()
    let head = { (minor: Int) in "GET /A/B HTTP/1.\(minor)\r\nNtrip-Version: Ntrip/2.0\r\n\r\n" }
    let (chunked, plain) = (harness.connect(saying: head(1)), harness.connect(saying: head(0)))
    let second = try ObservationFrames.frame(1077, time: 1000)
    harness.advance(to: .seconds(1))
    let text = harness.text(for: chunked)
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\n"))
    #expect(text.contains("\r\nContent-Type: gnss/data\r\nTransfer-Encoding: chunked\r\n\r\n"))
    let size = String(second.count, radix: 16)
    let chunk: [UInt8] = Array("\(size)\r\n".utf8) + second + [13, 10]
    #expect(Array(harness.body(for: chunked).suffix(second.count + 6)) == chunk)
    #expect(harness.body(for: plain) == second)
    #expect(!harness.text(for: plain).contains("Transfer-Encoding"))
  }

  @Test(
    "the sourcetable needs no login, and is what version 1 gets for an unknown mountpoint",
    arguments: ["/", "/nowhere", "/?STR;;"])
  func answersTable(target: String) throws {
    var harness = try Self.harness()
    let id = harness.connect(saying: "GET \(target) HTTP/1.0\r\n\r\n")
    let head =
      "SOURCETABLE 200 OK\r\nServer: NTRIP boardsim\r\nConnection: close\r\n"
      + "Content-Type: text/plain\r\nContent-Length: \(Self.table.utf8.count)\r\n\r\n"
    #expect(harness.text(for: id) == head + Self.table)
    #expect(harness.isClosed(id))
  }

  @Test(
    "answers name the server as its owner wants, and only as a name",
    arguments: [
      ("mine/2", "NTRIP mine/2"), ("NTRIP mine", "NTRIP mine"),
      ("mine\r\nX-Evil: 1", "NTRIP mine  X-Evil: 1"),
    ])
  func namesServer(name: String, line: String) throws {
    var harness = CasterHarness(
      [Mountpoint(name: "M", capture: try capture(epochs: 3))], server: name)
    for request in ["GET / HTTP/1.0", "GET /M HTTP/1.1", "GET /X HTTP/1.1"] {
      let id = harness.connect(saying: "\(request)\r\nNtrip-Version: Ntrip/2.0\r\n\r\n")
      #expect(harness.text(for: id).contains("\r\nServer: \(line)\r\n"))
    }
  }

  @Test("version 2 and browsers get the sourcetable as HTTP")
  func answersTableAsHTTP() throws {
    var harness = try Self.harness()
    let two = harness.connect(saying: "GET / HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\n\r\n")
    #expect(harness.text(for: two).hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(harness.text(for: two).contains("Content-Type: gnss/sourcetable\r\n"))
    #expect(harness.body(for: two) == Array(Self.table.utf8))
    let browser = harness.connect(saying: "GET / HTTP/1.1\r\nUser-Agent: Mozilla/5.0\r\n\r\n")
    #expect(harness.text(for: browser).hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(harness.text(for: browser).contains("Content-Type: text/plain\r\n"))
  }

  @Test(
    "refusals have a status, say what to do, and close",
    arguments: [
      ("GET /X HTTP/1.1\nNtrip-Version: Ntrip/2.0\n\n", "HTTP/1.1 404 Not Found", "\"X\""),
      ("GET /P HTTP/1.1\nNtrip-Version: Ntrip/2.0\n\n", "HTTP/1.1 401 Unauthorized", "password"),
      ("GET /P HTTP/1.1\n\n", "HTTP/1.0 401 Unauthorized", "WWW-Authenticate: Basic realm=\"/P\""),
      ("GET /P HTTP/1.0\nAuthorization: Basic dTpw\n\n", "HTTP/1.0 401 Unauthorized", "password"),
      ("NONSENSE\n\n", "HTTP/1.0 400 Bad Request", "GET /MOUNTPOINT"),
      ("\u{16}\u{3}\u{1}", "HTTP/1.0 400 Bad Request", "malformed"),
      ("SOURCE pw /X\nSource-Agent: NTRIP x\n\n", "ERROR - Mount Point Taken or Invalid", "Mount"),
      ("SOURCE pw /P\nSource-Agent: NTRIP x\n\n", "ERROR - Mount Point Taken or Invalid", "Mount"),
      ("POST /X HTTP/1.1\nNtrip-Version: Ntrip/2.0\n\n", "HTTP/1.1 404 Not Found", "operator"),
      ("POST /P HTTP/1.1\n\n", "HTTP/1.1 404 Not Found", "\"P\" takes no source"),
      ("PUT /X HTTP/1.1\n\n", "HTTP/1.0 501 Not Implemented", "Allow: GET, POST"),
    ])
  func refuses(request: String, status: String, hint: String) throws {
    var harness = try Self.harness()
    let id = harness.connect(saying: request)
    #expect(harness.text(for: id).hasPrefix(status))
    #expect(harness.text(for: id).contains(hint))
    #expect(harness.text(for: id).hasSuffix("\r\n"))
    #expect(harness.isClosed(id))
  }

  @Test("a name from outside cannot write lines of its own into an answer")
  func sanitizesNames() throws {
    var harness = try Self.harness()
    let id = harness.connect(
      saying: "GET /a%0D%0Ab HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\n\r\n")
    #expect(harness.text(for: id).contains("\"a??b\""))
  }

  @Test("the right password opens a protected mountpoint")
  func opensProtected() throws {
    var harness = try Self.harness()
    let id = harness.connect(
      saying: "GET /P HTTP/1.0\r\nAuthorization: Basic dTpwYXNz\r\n\r\n")
    #expect(harness.text(for: id).hasPrefix("ICY 200 OK\r\n\r\n"))
  }

  @Test("a head without end is refused at its limit", arguments: [1000, 8192, 9000])
  func limitsHead(pieceSize: Int) throws {
    var harness = try Self.harness()
    let id = harness.connect(
      saying: "GET /P HTTP/1.1\r\nX: " + String(repeating: "x", count: 9000), pieceSize: pieceSize)
    #expect(harness.text(for: id).hasPrefix("HTTP/1.0 431 "))
    #expect(harness.isClosed(id))
  }

  @Test("a client who does not finish its request is turned away after ten seconds")
  func timesOut() throws {
    var harness = try Self.harness()
    let slow = harness.connect(saying: "GET /A/B HTTP/1.1\r\n")
    harness.now = .seconds(1)
    let quick = harness.connect(saying: "GET /A/B HTTP/1.1\r\n\r\n")
    harness.advance(to: .milliseconds(9999))
    #expect(!harness.isClosed(slow))
    #expect(harness.caster.nextDeadline == .seconds(10))
    harness.advance(to: .seconds(10))
    #expect(harness.text(for: slow).hasPrefix("HTTP/1.0 408 "))
    #expect(harness.isClosed(slow))
    #expect(!harness.isClosed(quick))
  }

  @Test("those who have asked, have gone or were turned away are not waited for any more")
  func forgetsDeadlines() throws {
    var harness = try Self.harness()
    _ = harness.connect(saying: "GET /A/B HTTP/1.1\r\n\r\n")
    harness.caster.disconnect(harness.connect())
    _ = harness.connect()
    #expect(harness.caster.nextDeadline == .seconds(10))
    harness.advance(to: .seconds(10))
    #expect(harness.caster.nextDeadline == nil)
    let expected = Mirror(reflecting: harness.caster).descendant("expected") as? [Any]
    #expect(try #require(expected).isEmpty)
  }

  @Test("the deadline is that of the first who has not asked, in whatever order others do")
  func followsDeadlines() throws {
    var harness = try Self.harness()
    var ids: [Caster.ConnectionID] = []
    for second in 0..<6 {
      harness.now = .seconds(second)
      ids.append(harness.connect())
    }
    #expect(harness.caster.nextDeadline == .seconds(10))
    harness.caster.disconnect(ids[1])
    harness.say("GET /A/B HTTP/1.1\r\n\r\n", from: ids[3])
    #expect(harness.caster.nextDeadline == .seconds(10))
    harness.say("GET /A/B HTTP/1.1\r\n\r\n", from: ids[0])
    #expect(harness.caster.nextDeadline == .seconds(12))
    harness.advance(to: .seconds(12))
    #expect(harness.isClosed(ids[2]) && !harness.isClosed(ids[4]))
    #expect(harness.caster.nextDeadline == .seconds(14))
    harness.advance(to: .seconds(15))
    #expect(harness.isClosed(ids[4]) && harness.isClosed(ids[5]) && !harness.isClosed(ids[3]))
    #expect(harness.caster.nextDeadline == nil)
  }

  @Test("connections that come and go take no more room than those that are open at once")
  func usesSlotsAgain() throws {
    var harness = try Self.harness()
    for _ in 0..<10 {
      let (one, other) = (harness.connect(), harness.connect())
      harness.caster.disconnect(one)
      harness.caster.disconnect(other)
    }
    #expect(harness.caster.slots.count == 2)
  }

  @Test("a head of 8192 bytes is read, and one of more is not", arguments: [8191, 8192, 8193])
  func limitsHeadExactly(count: Int) throws {
    var harness = try Self.harness()
    let line = "GET /A/B HTTP/1.1\r\nX: "
    let head = line + String(repeating: "x", count: count - line.utf8.count - 4)
    let id = harness.connect(saying: head + "\r\n\r\n")
    #expect(harness.text(for: id).hasPrefix(count <= 8192 ? "ICY 200 OK" : "HTTP/1.0 431 "))
    let open = harness.connect(saying: head + "xxxx")
    #expect(harness.text(for: open).hasPrefix(count < 8192 ? "" : "HTTP/1.0 431 "))
    #expect(harness.isClosed(open) == (count >= 8192))
  }

  @Test("blank lines before a request are passed over, and lines may end in LF alone")
  func readsLineEnds() throws {
    var harness = try Self.harness()
    for request in [
      "\r\n\r\nGET /A/B HTTP/1.1\r\n\r\n", "\n\nGET /A/B HTTP/1.1\n\n",
      "GET /A/B HTTP/1.1\nX:\ty\r\n\n",
    ] {
      let id = harness.connect(saying: request)
      #expect(harness.text(for: id).hasPrefix("ICY 200 OK"))
    }
    let id = harness.connect(saying: "GET /A/B HTTP/1.1\nX: \u{8}")
    #expect(harness.text(for: id).hasPrefix("HTTP/1.0 400 "))
  }

  @Test("what comes behind the blank line is not part of the request")
  func keepsWhatFollows() throws {
    var connection = CasterConnection(at: .zero)
    let position = GGASentence(
      position: GeodeticPosition(latitude: 45, longitude: 9, height: 0), satelliteCount: 5)
    let request = Array("GET /M HTTP/1.1\r\n\r\n".utf8)
    connection.receive((request + position.encode() + [0x0A]).span)
    guard case .request(let asked)? = connection.nextEvent() else { throw EndlessLine() }
    #expect(connection.nextEvent() == nil)
    _ = connection.answer(asked, with: .stream, from: "boardsim")
    #expect(connection.nextEvent() == .position(position))
    #expect(connection.nextEvent() == nil)
  }

  @Test("a request waits for the answer to the one before, and after a refusal nothing is kept")
  func waitsForAnswer() throws {
    var connection = CasterConnection(at: .zero)
    let request = Array("GET /M HTTP/1.1\r\n\r\n".utf8)
    connection.receive((request + request).span)
    guard case .request(let asked)? = connection.nextEvent() else { throw EndlessLine() }
    #expect(connection.nextEvent() == nil)
    _ = connection.answer(asked, with: .refusal(.unknownMethod), from: "boardsim")
    connection.receive(request.span)
    #expect(connection.nextEvent() == nil)
    let received = Mirror(reflecting: connection).descendant("received") as? [UInt8]
    #expect(try #require(received).isEmpty)
  }

  @Test("a line of at most 256 bytes is read as a position", arguments: [256, 257])
  func limitsPositions(count: Int) throws {
    var harness = try Self.harness()
    let id = harness.connect(saying: "GET /A/B HTTP/1.1\r\n\r\n")
    let place = GeodeticPosition(latitude: 45, longitude: 9, height: 0)
    let sentence = GGASentence(position: place).encode()
    let blanks = [UInt8](repeating: 0x20, count: count - sentence.count)
    harness.receive(sentence + blanks + [0x0A], from: id)
    let position = harness.caster.snapshot.connections[0].position
    #expect((position != nil) == (count == 256))
  }

  @Test("a mountpoint's name is quoted in the login's realm without what would end the quote")
  func quotesRealm() throws {
    let name = "a\"b\\c\u{1}d e!"
    var harness = CasterHarness([Mountpoint(name: name, capture: [])], users: "")
    let path = NtripURL(host: "h", mountpoint: name).path
    let id = harness.connect(saying: "GET \(path) HTTP/1.1\r\n\r\n")
    #expect(harness.text(for: id).contains("Basic realm=\"/abcd e!\"\r\n"))
  }

  @Test("positions are read from the request's segment, from later lines and through noise")
  func readsPositions() throws {
    var harness = try Self.harness()
    let gga = { (latitude: Double) in
      let place = GeodeticPosition(latitude: latitude, longitude: 9, height: 0)
      return String(decoding: GGASentence(position: place).encode(), as: UTF8.self) + "\r\n"
    }
    let id = harness.connect(saying: "GET /A/B HTTP/1.1\r\n\r\n" + gga(45))
    let latitude = { (harness: CasterHarness) in
      harness.caster.snapshot.connections[0].position?.position.latitude
    }
    #expect(latitude(harness) == 45)
    harness.say(String(repeating: "x", count: 100_000), from: id, pieceSize: 999)
    harness.say("\n$GPGSV,1,1*00\r\n" + gga(46), from: id, pieceSize: 5)
    #expect(latitude(harness) == 46)
  }

  @Test("a line without end is not kept, so that nobody fills the caster's memory")
  func dropsEndlessLine() throws {
    var connection = CasterConnection(at: .zero)
    connection.receive(Array("GET /M HTTP/1.1\r\n\r\n".utf8).span)
    guard case .request(let request) = connection.nextEvent() else { throw EndlessLine() }
    _ = connection.answer(request, with: .stream, from: "boardsim")
    for _ in 0..<1000 {
      connection.receive([UInt8](repeating: UInt8(ascii: "x"), count: 1000).span)
      #expect(connection.nextEvent() == nil)
    }
    let received = Mirror(reflecting: connection).descendant("received") as? [UInt8]
    #expect(try #require(received).count <= 256)
  }

  private struct EndlessLine: Error {}
}
