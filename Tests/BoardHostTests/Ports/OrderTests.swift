@testable import VirtualBoard
import BoardFirmware
@testable import BoardHost
import BoardSimulation
import TestSupport
import Testing

@Suite("Orders to a board", .timeLimit(.minutes(5)))
struct OrderTests {
  private static func patch(_ body: String, of service: BoardService) throws -> HTTPAnswer {
    try HTTPAnswer.to("PATCH", "/api/v1/world", port: service.controlPort, body: body)
  }

  private static func truth(_ name: String, at time: Int, of service: BoardService) throws
    -> Double?
  {
    try JSONDocument(service.control("/api/v1/truth?at=\(time)").body).number(name)
  }

  @Test("the world changes from now on: the truth before stays, the measured value follows")
  func changesWorld() throws {
    let service = try manualBoard()
    defer { service.stop() }
    try service.advance("100")
    let before = try Self.truth("temperature", at: 99, of: service)
    let answer = try JSONDocument(Self.patch(#"{"temperature":-10}"#, of: service).body)
    #expect(answer.number("board_time") == 100 && answer.number("id") == 1)
    #expect(try Self.truth("temperature", at: 99, of: service) == before)
    #expect(try Self.truth("temperature", at: 101, of: service) == -10)
    let world = try JSONDocument(service.control("/api/v1/world").body)
    #expect(world.number("quantities.temperature.value") == -10)
    #expect(world.flag("quantities.temperature.held") == true)
    #expect(world.flag("quantities.humidity.held") == false)
    try service.advance("10")
    let measured = try #require(Double(service.get("/").text.split(separator: ";")[0]))
    #expect(abs(measured + 10) < 0.1)
    #expect(try Self.patch(#"{"temperature":null,"at":120}"#, of: service).status == 200)
    #expect(try Self.truth("temperature", at: 119, of: service) == -10)
    #expect(try Self.truth("temperature", at: 121, of: service) != -10)
  }

  @Test("an order that cannot be is a 400 with the names there are, and nothing happens")
  func refusals() throws {
    let service = try manualBoard()
    defer { service.stop() }
    try service.advance("5")
    for body in [#"{"heat":3}"#, #"{"temperature":1e400}"#, "{}", #"{"humidity":1,"x":2}"#] {
      let answer = try Self.patch(body, of: service)
      #expect(answer.status == 400)
      #expect(try JSONDocument(answer.body).texts("names") == WorldQuantity.allCases.map(\.name))
    }
    let late = try Self.patch(#"{"temperature":1,"at":4.999}"#, of: service)
    #expect(late.status == 400)
    #expect(try JSONDocument(late.body).text("error")?.contains("it is 5.0 now") == true)
    #expect(
      try JSONDocument(service.control("/api/v1/world").body).flag(
        "quantities.humidity.held") == false)
    let method = try HTTPAnswer.to("POST", "/api/v1/world", port: service.controlPort, body: "{}")
    #expect(method.status == 405 && method.headers["allow"] == "GET, HEAD, PATCH")
  }

  @Test("an event has the same effect from an option and from the control port: the same card")
  func sameHoweverGiven() throws {
    let (one, other) = (try TemporaryFolder(), try TemporaryFolder())
    var configuration = BoardService.Configuration()
    configuration.card = CardSource(.folder(one.path))
    configuration.board.events = [try BoardEvent(parsing: "temperature=-10 at=100 over=5")]
    configuration.pace = .manual
    configuration.isWarm = false
    configuration.port = 0
    let told = try BoardService(configuration)
    try told.advance("150")
    told.stop()
    configuration.card = CardSource(.folder(other.path))
    configuration.board.events = []
    let ordered = try BoardService(configuration)
    try ordered.advance("100")
    #expect(try Self.patch(#"{"temperature":{"to":-10,"over":5}}"#, of: ordered).status == 200)
    try ordered.advance("50")
    ordered.stop()
    let card = try one.text(of: "20260601.CSV")
    #expect(card == (try other.text(of: "20260601.CSV")))
    #expect(card.contains(",-10."))
  }

  @Test("without power the board shows nothing; with it, it begins anew while board time goes on")
  func power() throws {
    let service = try manualBoard(isWarm: true)
    defer { service.stop() }
    let port = service.controlPort
    #expect(try JSONDocument(service.get("/api/v1/status").body).number("uptime") == 120)
    let order = try HTTPAnswer.to(
      "POST", "/api/v1/power", port: port, body: #"{"on":false,"at":130}"#)
    #expect(try JSONDocument(order.body).number("board_time") == 130)
    _ = try HTTPAnswer.to("POST", "/api/v1/power", port: port, body: #"{"on":true,"at":150}"#)
    try service.advance("9")
    #expect(service.snapshot.gnss.fix == .rtkFixed)
    try service.advance("10")
    let off = service.snapshot
    #expect(off.boardTime == .seconds(139) && off.startTime == nil && off.gnss.fix == .none)
    #expect(throws: (any Error).self) { try service.get("/api/v1/status") }
    try service.advance("12")
    let again = try JSONDocument(service.get("/api/v1/status").body)
    #expect(again.number("board_time") == 151 && again.number("uptime") == 1)
    #expect(again.text("gnss.fix") == "none")
    try service.advance("119")
    #expect(service.snapshot.gnss.fix == .rtkFixed)
    let fields = try service.get("/").text.split(separator: ";", omittingEmptySubsequences: false)
    #expect(fields.allSatisfy { Double($0) != nil })
  }

  @Test("while the clock is moved far, the truth is told, orders are taken, and the end is soon")
  func duringAdvance() throws {
    let service = try manualBoard()
    let connection = try TCPConnection(port: service.controlPort)
    let body = #"{"seconds": 86400}"#
    try connection.send(
      "POST /api/v1/clock/advance HTTP/1.1\r\nHost: 127.0.0.1:\(service.controlPort)\r\n"
        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    var last = -1.0
    for _ in 0..<5 {
      var now = last
      while now <= last {
        now = try #require(JSONDocument(service.control("/api/v1/truth").body).number("board_time"))
      }
      last = now
    }
    let held = try JSONDocument(Self.patch(#"{"eco2":2000}"#, of: service).body)
    #expect(try #require(held.number("board_time")) >= last)
    service.stop()
    #expect(try connection.readAnswer().status == 503)
  }
}
