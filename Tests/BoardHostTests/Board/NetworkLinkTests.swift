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
    let position = GGASentence(
      position: GeodeticPosition(latitude: 45.5, longitude: 9.25, height: 100))
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
    #expect(lines[1].hasPrefix("GET / ") && !lines[1].contains("Authorization"))
    #expect(lines[2] == String(decoding: position.encode(), as: UTF8.self) + "\r\n")
  }
}
