import BoardFirmware
import GNSSBasics
import Locks
import TestSupport
import Testing

@testable import BoardHost

@Suite("When the data port answers", .timeLimit(.minutes(2)))
struct AnswerTimingTests {
  private static func service(_ change: (inout BoardService.Configuration) -> Void) throws
    -> BoardService
  {
    var configuration = BoardService.Configuration()
    configuration.isWarm = false
    configuration.port = 0
    change(&configuration)
    return try BoardService(configuration)
  }

  @Test(
    "each request moves the clock on by a sample and is answered from it; POST and machines do not")
  func perRequest() throws {
    let service = try Self.service { $0.pace = .perRequest }
    defer { service.stop() }
    #expect(service.snapshot.samples == 0)
    for count in 1...5 {
      #expect(try service.get("/any/path").text.split(separator: ";").count >= 3)
      #expect(service.snapshot.samples == count)
    }
    for path in ["/api/v1/status", "/metrics", "/api", "/api/"] { _ = try service.get(path) }
    _ = try HTTPAnswer.to("POST", "/", port: service.port, body: "x")
    #expect(service.snapshot.samples == 5)
    for path in ["/metrics/x", "/apix"] { _ = try service.get(path) }
    #expect(service.snapshot.samples == 7)
  }

  @Test("requests that come together move it one after the other")
  func together() async throws {
    let service = try Self.service { $0.pace = .perRequest }
    defer { service.stop() }
    let connections = try (0..<8).map { _ in
      let connection = try TCPConnection(port: service.port)
      try connection.send("GET / HTTP/1.1\r\nHost: b\r\n\r\n")
      return connection
    }
    for connection in connections { #expect(try connection.readAnswer().status == 200) }
    #expect(service.snapshot.samples == 8)
  }

  @Test("the original's loop serves one client a lap, 4.5 to 10 s apart, the same for a seed")
  func laps() {
    var loop = LegacyLoop(seed: 7)
    let times = (0..<200).map { _ in loop.serve(askedAt: .zero) }
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    #expect(gaps.allSatisfy { $0 >= .milliseconds(4500) && $0 <= .seconds(10) })
    #expect(gaps.max()! > .seconds(9) && gaps.min()! < .seconds(5))
    #expect(times[0] <= .seconds(6))
    var again = LegacyLoop(seed: 7)
    #expect((0..<200).map { _ in again.serve(askedAt: .zero) } == times)
    let late = again.serve(askedAt: .seconds(5000))
    #expect(late >= .seconds(5000) && late <= .seconds(5010))
  }

  @Test("a request of a loop is served at its lap and, however long the board runs on, once")
  func servedOnce() {
    func snapshot(_ second: Int) -> BoardSnapshot {
      BoardSnapshot(boardTime: .seconds(second), bootDate: UnixTime(seconds: 0))
    }
    let state = BoardState(snapshot(0))
    let count = Lock(0)
    LapClock(seed: 7).wait(state) { count.withLock { $0 += 1 } }
    #expect(count.withLock { $0 } == 0)
    for second in 10...13 {
      state.publish(snapshot(second))
      #expect(count.withLock { $0 } == 1, "at \(second) s")
    }
  }

  @Test(
    "with laps a page comes by board time, without length and date, and the connection ends after it"
  )
  func lapsOverHTTP() throws {
    let service = try Self.service {
      $0.pace = .manual
      $0.dataServer.dialect = .legacyHTML
      $0.hasLegacyLaps = true
    }
    defer { service.stop() }
    let connection = try TCPConnection(port: service.port)
    try connection.send("GET / HTTP/1.1\r\nHost: b\r\n\r\n")
    try service.advance("12")
    let text = String(decoding: try connection.readToEnd(), as: UTF8.self)
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<!DOCTYPE"
    #expect(text.hasPrefix(head) && text.hasSuffix("</html>\n"))
  }
}
