import NtripProtocol
import Synchronization
import TestSupport
import Testing

@testable import BoardHost

@Suite("A board's link to a caster on the network", .timeLimit(.minutes(5)))
struct NetworkLinkTests {
  private static func url(_ caster: LocalListener) -> NtripURL {
    NtripURL(
      host: "127.0.0.1", port: caster.port, mountpoint: "VRS",
      credentials: NtripCredentials(user: "u", password: "p"))
  }

  @Test("keeps to a refusal, though the Wi-Fi comes and goes")
  func keepsToRefusal() async throws {
    let count = Atomic<Int>(0)
    let caster = try LocalListener { connection in
      count.add(1, ordering: .relaxed)
      _ = connection.receiveRequest()
      connection.send(Array("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n".utf8))
      connection.waitForEnd()
    }
    defer { caster.close() }
    let (news, tell) = AsyncStream<Void>.makeStream()
    let link = NetworkLink(to: Self.url(caster)) { tell.yield() }
    for await _ in news where link.status(at: .zero).state == .refused { break }
    let error = link.status(at: .zero).error
    link.stop()
    #expect(link.status(at: .zero).state == .off)
    link.restart()
    #expect(link.status(at: .zero).state == .refused)
    #expect(link.status(at: .zero).error == error && error?.contains("password") == true)
    link.stop()
    #expect(count.load(ordering: .relaxed) == 1)
  }

  private static let position = GGASentence(
    position: GeodeticPosition(latitude: 45.5, longitude: 9.25, height: 100))

  /// Returns a session whose stream was granted at once.
  private static func session() throws -> NtripClientSession {
    let url = NtripURL(host: "caster", port: 2101, mountpoint: "VRS")
    var session = NtripClientSession(to: url, options: NetworkLink.options, at: .zero)
    _ = session.takeOutput()
    session.receive(Array("ICY 200 OK\r\n\r\n".utf8).span, at: .zero) { _ in }
    try #require(session.state == .streaming(.one))
    return session
  }

  @Test("waits without a limit for a board without a position, then tells it every ten seconds")
  func silentStream() throws {
    var session = try Self.session()
    session.advance(to: .seconds(3600))
    #expect(session.state == .streaming(.one))
    #expect(session.takeOutput().isEmpty)
    let line = Array((String(decoding: Self.position.encode(), as: UTF8.self) + "\r\n").utf8)
    let told = (3601...3631).filter { second in
      session.report(Self.position, at: .seconds(second))
      let output = session.takeOutput()
      #expect(output == line || output.isEmpty)
      return !output.isEmpty
    }
    #expect(told == [3601, 3611, 3621, 3631])
    session.advance(to: .seconds(3700))
    guard case .ended = session.state else {
      Issue.record("a caster that has the position and sends nothing is waited for")
      return
    }
  }

  @Test("a stream without frames is given up half a minute after its first byte")
  func noFrames() throws {
    var session = try Self.session()
    for second in stride(from: 10, through: 39, by: 1) {
      session.receive([1, 2, 3].span, at: .seconds(second)) { _ in }
      session.advance(to: .seconds(second))
    }
    #expect(session.state == .streaming(.one))
    session.advance(to: .seconds(40))
    guard case .ended = session.state else {
      Issue.record("still \(session.state)")
      return
    }
  }

  @Test(
    "asks for the table, without its login, once there is a stream, and tells its place where that is wanted"
  )
  func asksForTable() async throws {
    let (told, tell) = AsyncStream<String>.makeStream()
    let caster = try LocalListener { connection in
      let request = connection.receiveRequest()
      tell.yield(request)
      if request.hasPrefix("GET / ") {
        connection.send(
          Array(
            "SOURCETABLE 200 OK\r\n\r\nSTR;VRS;;RTCM 3.2;;;;;;45;9;1\r\nENDSOURCETABLE\r\n".utf8))
      } else {
        connection.send(Array("ICY 200 OK\r\n\r\n".utf8) + [0xD3])
        tell.yield(String(decoding: connection.receive(), as: UTF8.self))
      }
      connection.waitForEnd()
    }
    defer { caster.close() }
    let position = Self.position
    let (news, hear) = AsyncStream<Void>.makeStream()
    let link = NetworkLink(to: Self.url(caster)) { hear.yield() }
    let reporting = Task {
      var lines: [String] = []
      for await line in told {
        lines.append(line)
        if lines.count == 3 { break }
      }
      hear.finish()
      return lines
    }
    for await _ in news { link.report(position: position, at: .zero) }
    let lines = await reporting.value
    link.stop()
    #expect(lines[0].hasPrefix("GET /VRS ") && !lines[0].contains("GGA"))
    // A stream that is silent for long, as on a busy machine, is told the place before the table has come.
    let table = lines[1...].filter { $0.hasPrefix("GET / ") }
    #expect(table.count == 1 && !table.contains { $0.contains("Authorization") })
    #expect(lines[1...].contains(String(decoding: position.encode(), as: UTF8.self) + "\r\n"))
  }
}
