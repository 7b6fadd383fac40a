import NtripMemory
import TestSupport
import Testing

@testable import NtripProtocol

@Suite("Passwords known by their hashes")
struct CasterLoginTests {
  private static let request =
    "GET /M HTTP/1.0\r\nAuthorization: "
    + NtripCredentials(user: "u", password: "pass").authorization + "\r\n\r\n"

  private static func harness(_ users: String = "u:$6$a$b:M:read") throws -> CasterHarness {
    CasterHarness([Mountpoint(name: "M", capture: try capture(epochs: 3))], users: users)
  }

  @Test("are looked at before the answer, and a right one only once")
  func checks() throws {
    var harness = try Self.harness()
    let id = harness.connect(saying: Self.request)
    #expect(harness.text(for: id).isEmpty && !harness.isClosed(id))
    #expect(harness.checks[id] == PasswordCheck(password: "pass", hashes: ["$6$a$b"]))
    harness.verify(id, isRight: true)
    #expect(harness.text(for: id).hasPrefix("ICY 200 OK\r\n\r\n"))
    let second = harness.connect(saying: Self.request)
    #expect(harness.text(for: second).hasPrefix("ICY 200 OK\r\n\r\n"))
  }

  @Test("a wrong one is refused, and looked at each time")
  func refuses() throws {
    var harness = try Self.harness()
    for _ in 0..<2 {
      let id = harness.connect(saying: Self.request)
      #expect(harness.checks[id] != nil)
      harness.verify(id, isRight: false)
      #expect(harness.text(for: id).hasPrefix("HTTP/1.0 401 "))
      #expect(harness.isClosed(id))
    }
  }

  @Test("other users forget what was right, also while it is looked at")
  func reload() throws {
    var harness = try Self.harness()
    harness.verify(harness.connect(saying: Self.request), isRight: true)
    let waiting = harness.connect(saying: Self.request.replacing("GET", with: "GET "))
    #expect(harness.text(for: waiting).hasPrefix("ICY"))
    harness.caster.users = try CasterUsers(decoding: Array("u:$6$c$d:M:read".utf8))
    let id = harness.connect(saying: Self.request)
    #expect(harness.checks[id]?.hashes == ["$6$c$d"])
    harness.caster.users = try CasterUsers(decoding: Array("v:$6$c$d:M:read".utf8))
    harness.verify(id, isRight: true)
    #expect(harness.text(for: id).hasPrefix("HTTP/1.0 401 "))
  }

  @Test("a client who has gone meanwhile is none")
  func gone() throws {
    var harness = try Self.harness()
    let id = harness.connect(saying: Self.request)
    harness.caster.disconnect(id)
    harness.verify(id, isRight: true)
    #expect(harness.text(for: id).isEmpty)
  }
}

@Suite("How much clients may have")
struct CasterLimitTests {
  private static let request = "GET /M HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\n\r\n"

  @Test("an address has no more connections than it may, and others have theirs")
  func addresses() throws {
    var harness = CasterHarness([Mountpoint(name: "M", capture: try capture(epochs: 3))])
    harness.caster.limits.connectionsPerAddress = 2
    func ask(from address: String) -> Caster.ConnectionID {
      let id = harness.connect(from: address)
      harness.say(Self.request, from: id)
      return id
    }
    let ids = [ask(from: "a"), ask(from: "a"), ask(from: "a"), ask(from: "b")]
    #expect(
      ids.map { harness.text(for: $0).hasPrefix("HTTP/1.1 200") } == [true, true, false, true])
    #expect(harness.text(for: ids[2]).contains("Retry-After: 60\r\n"))
    harness.caster.disconnect(ids[0])
    let freed = ask(from: "a")
    #expect(harness.text(for: freed).hasPrefix("HTTP/1.1 200"))
    // Connections with an empty address are not counted towards any limit.
    let local = (0..<4).map { _ in ask(from: "") }
    #expect(local.allSatisfy { harness.text(for: $0).hasPrefix("HTTP/1.1 200") })
  }

  @Test(
    "who has no place is told so when it wants to read or push, and may have the table",
    arguments: [
      ("GET /M HTTP/1.0", "HTTP/1.0 503 "), ("POST /F HTTP/1.1", "HTTP/1.1 503 "),
      ("SOURCE pw /F", "ERROR - too many connections"), ("GET / HTTP/1.0", "SOURCETABLE 200 OK"),
    ])
  func surplus(request: String, answer: String) throws {
    var harness = CasterHarness(
      [
        Mountpoint(name: "M", capture: try capture(epochs: 3)),
        Mountpoint(name: "F", pushedThrough: StreamMeter()),
      ], users: "u:pw:*:read,write")
    let id = harness.connect(isSurplus: true)
    #expect(harness.caster.isAwaiting(id))
    harness.say(request + "\r\n\r\n", from: id)
    #expect(harness.text(for: id).hasPrefix(answer), "\(harness.text(for: id))")
    #expect(harness.isClosed(id) && !harness.caster.isAwaiting(id))
  }

  @Test("all together have no more readers than the caster may have; the table is for everybody")
  func readers() throws {
    var harness = CasterHarness([Mountpoint(name: "M", capture: try capture(epochs: 3))])
    harness.caster.limits.readers = 1
    let first = harness.connect(saying: Self.request)
    #expect(harness.answer(to: Self.request).hasPrefix("HTTP/1.1 503 "))
    let table = harness.connect(saying: Self.request.replacing("/M", with: "/"))
    #expect(harness.text(for: table).hasPrefix("HTTP/1.1 200 "))
    harness.caster.disconnect(first)
    #expect(harness.answer(to: Self.request).hasPrefix("HTTP/1.1 200 "))
  }
}
