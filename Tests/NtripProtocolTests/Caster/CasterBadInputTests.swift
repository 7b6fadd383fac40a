import GNSSBasics
import NtripMemory
import TestSupport
import Testing

@testable import NtripProtocol

@Suite("What clients should not do to a caster")
struct CasterBadInputTests {
  private static let users = "*:*:BASE,FIELD,NEAR:read\ns:pw:FIELD:write\nu:$6$a$b:SHUT:read"
  private static let reader = "GET /FIELD HTTP/1.0\r\n\r\n"
  private static let source =
    "POST /FIELD HTTP/1.1\r\nAuthorization: Basic czpwdw==\r\nTransfer-Encoding: chunked\r\n\r\n"
  private static let welcome = Array("ICY 200 OK\r\n\r\n".utf8)

  private static func harness() throws -> CasterHarness {
    let bytes = try capture(epochs: 3)
    return CasterHarness(
      [
        Mountpoint(name: "BASE", capture: bytes), Mountpoint(name: "SHUT", capture: bytes),
        Mountpoint(name: "FIELD", pushedThrough: StreamMeter()), Mountpoint(nearestAs: "NEAR"),
      ], users: users)
  }

  /// Returns the number of bytes that a connection has buffered.
  private static func held(_ harness: CasterHarness, _ id: Caster.ConnectionID) throws -> Int {
    let connection = try #require(harness.caster.client(id)?.connection)
    return try #require(Mirror(reflecting: connection).descendant("received") as? [UInt8]).count
  }

  @Test(
    "a head of a megabyte is refused at its limit, a reader's and a source's",
    arguments: [
      "GET /BASE HTTP/1.1\r\nX: ", "SOURCE pw /FIELD\r\nSTR: ", "POST /FIELD HTTP/1.1\r\nX: ",
    ])
  func endlessHead(head: String) throws {
    var harness = try Self.harness()
    let id = harness.connect(saying: head)
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
    for _ in 0..<256 {
      harness.receive(piece, from: id)
      if !harness.isClosed(id) { #expect(try Self.held(harness, id) < 8192) }
    }
    #expect(harness.text(for: id).hasPrefix("HTTP/1.0 431 "))
    #expect(harness.isClosed(id) && harness.bytes(for: id).count < 1000)
  }

  @Test("what is sent while a password is looked at is not kept without end")
  func impatient() throws {
    var harness = try Self.harness()
    let request = "GET /SHUT HTTP/1.1\r\nAuthorization: Basic dTpwYXNz\r\n\r\n"
    let patient = harness.connect(saying: request)
    let id = harness.connect(saying: request)
    #expect(harness.checks.count == 2)
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
    for _ in 0..<16 { harness.receive(piece, from: patient) }
    for _ in 0..<256 { harness.receive(piece, from: id) }
    #expect(harness.isClosed(id) && !harness.isClosed(patient))
    harness.verify(id, isRight: true)
    harness.verify(patient, isRight: true)
    #expect(harness.text(for: id).isEmpty)
    #expect(harness.text(for: patient).hasPrefix("ICY 200 OK\r\n"))
  }

  @Test(
    "a source whose chunk would be longer than 32 bits can count is closed",
    arguments: ["100000000", "7FFFFFFFFFFFFFFF", "8000000000000000", "FFFFFFFFFFFFFFFFF"])
  func endlessChunk(length: String) throws {
    var harness = try Self.harness()
    let id = harness.connect(saying: Self.source)
    let reader = harness.connect(saying: Self.reader)
    harness.say("\(length)\r\n\u{D3}\u{0}", from: id)
    #expect(harness.isClosed(id) && !harness.isClosed(reader))
    #expect(harness.bytes(for: reader) == Self.welcome)
  }

  @Test("the longest chunk there may be is passed on as it comes, not kept")
  func longestChunk() throws {
    var harness = try Self.harness()
    let id = harness.connect(saying: Self.source + "FFFFFFFF\r\n")
    let reader = harness.connect(saying: Self.reader)
    let frame = try ObservationFrames.frame(1077, time: 0)
    for _ in 0..<100 { harness.receive(frame, from: id) }
    #expect(try Self.held(harness, id) == 0 && !harness.isClosed(id))
    #expect(harness.bytes(for: reader).count == Self.welcome.count + 100 * frame.count)
  }

  @Test(
    "a source that dribbles, then stops within a frame, is given up, and its readers get whole frames"
  )
  func dribbles() throws {
    var harness = try Self.harness()
    let id = harness.connect(saying: "SOURCE pw /FIELD\r\n\r\n")
    let reader = harness.connect(saying: Self.reader)
    let frame = try ObservationFrames.frame(1077, time: 0)
    var second = 0
    for byte in frame + frame.dropLast() {
      second += 1
      harness.advance(to: .seconds(second))
      harness.receive([byte], from: id)
    }
    #expect(!harness.isClosed(id) && harness.bytes(for: reader) == Self.welcome + frame)
    for _ in 0..<62 {
      second += 1
      harness.advance(to: .seconds(second))
    }
    #expect(harness.isClosed(id) && !harness.isClosed(reader))
    let heir = harness.connect(saying: "SOURCE pw /FIELD\r\n\r\n")
    harness.receive(frame, from: heir)
    #expect(harness.bytes(for: reader) == Self.welcome + frame + frame)
  }

  @Test(
    "names that lead elsewhere, or never end, lead nowhere",
    arguments: [
      "..", "../BASE", "BASE/..", "%2e%2e/%2e%2e/etc/passwd", "..%5C..", "BASE%00", "%ff",
      String(repeating: "A/", count: 4000), String(repeating: "..%2F", count: 1000),
    ])
  func strangeNames(name: String) throws {
    var harness = try Self.harness()
    let two = harness.answer(to: "GET /\(name) HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\n\r\n")
    #expect(two.hasPrefix("HTTP/1.1 404 ") || two.hasPrefix("HTTP/1.0 400 "))
    #expect(two.utf8.count < 2 * CasterConnection.longestHead)
    let one = harness.answer(to: "GET /\(name) HTTP/1.0\r\n\r\n")
    #expect(one.hasPrefix("SOURCETABLE 200 OK\r\n") || one.hasPrefix("HTTP/1.0 400 "))
    for request in [
      "SOURCE pw /\(name)", "POST /\(name) HTTP/1.1\r\nAuthorization: Basic czpwdw==",
    ] {
      let id = harness.connect(saying: request + "\r\n\r\n")
      #expect(harness.isClosed(id))
    }
    #expect(harness.caster.snapshot.connections.isEmpty)
    #expect(harness.caster.broadcasts.allSatisfy { $0.source == nil })
  }

  @Test("a name of ten kilobytes is a head that is too long")
  func longName() throws {
    var harness = try Self.harness()
    let name = String(repeating: "N", count: 10_000)
    for request in ["GET /\(name) HTTP/1.1", "SOURCE pw /\(name)", "POST /\(name) HTTP/1.1"] {
      #expect(harness.answer(to: request + "\r\n\r\n").hasPrefix("HTTP/1.0 431 "))
    }
  }

  @Test("an address that asks for nothing takes twice its connections, and no more")
  func wordless() throws {
    var harness = try Self.harness()
    #expect(harness.caster.accepts(from: "a"))
    harness.caster.limits.connectionsPerAddress = 3
    var ids: [Caster.ConnectionID] = []
    while harness.caster.accepts(from: "a"), ids.count < 10 {
      ids.append(harness.connect(from: "a"))
    }
    #expect(ids.count == 6 && harness.caster.accepts(from: "b"))
    harness.say("GET /BASE HTTP/1.0\r\n\r\n", from: ids[5])
    #expect(harness.text(for: ids[5]).hasPrefix("HTTP/1.0 503 "))
    #expect(harness.caster.accepts(from: "a"))
    for id in ids.prefix(3) { harness.caster.disconnect(id) }
    let reader = harness.connect(from: "a")
    harness.say("GET /BASE HTTP/1.0\r\n\r\n", from: reader)
    #expect(harness.text(for: reader).hasPrefix("ICY 200 OK"))
  }

  @Test("a flood of positions leaves the last one and nothing else")
  func positions() throws {
    var harness = try Self.harness()
    let id = harness.connect(saying: "GET /NEAR HTTP/1.0\r\n\r\n")
    var flood: [UInt8] = []
    for index in 0..<2000 {
      let place = GeodeticPosition(latitude: Double(index % 90), longitude: 9, height: 0)
      flood += GGASentence(position: place).encode() + [13, 10]
    }
    for _ in 0..<5 { harness.receive(flood, from: id) }
    #expect(try Self.held(harness, id) == 0)
    #expect(harness.caster.snapshot.connections[0].position?.position.latitude == 19)
    #expect(harness.bytes(for: id) == Self.welcome)
  }
}
