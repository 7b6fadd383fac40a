import BoardClient
import Foundation
import TestSupport
import Testing

@Suite("A poller and a board that runs", .timeLimit(.minutes(5)))
struct PollerTests {
  /// Returns a poller with a long timeout, independent of the load of the machine.
  private static func poller(_ port: some BinaryInteger) throws -> BoardPoller {
    BoardPoller(at: try url(port), patience: .seconds(300))
  }

  private static func url(_ port: some BinaryInteger) throws -> URL {
    try #require(URL(string: "http://127.0.0.1:\(port)"))
  }

  @Test(
    "asks over HTTP for what curl is told",
    arguments: [
      ("moqa", BoardDialect.moqa), ("air-quality", .airQuality), ("legacy-html", .legacyHTML),
    ])
  func polls(name: String, dialect: BoardDialect) async throws {
    let board = try await RunningBoard("--speed", "manual", "--ntrip", "none", "--dialect", name)
    // The original's first page is compensated without a temperature, every other page with that of the one
    // before.
    _ = try HTTPAnswer.get("/", port: board.port)
    let polled = try await Self.poller(board.port).measurement()
    #expect(polled.dialect == dialect)
    let body = try HTTPAnswer.get("/", port: board.port).body
    let text = try BoardMeasurement(parsing: body.span, as: dialect)
    #expect(polled.fields == text.fields)
    #expect(polled.fields.count { $0.value != nil } >= 6)
  }

  @Test("polls go on while board time does, on one session")
  func goesOn() async throws {
    let board = try await RunningBoard("--speed", "manual", "--ntrip", "none")
    var altitudes: Set<Double> = []
    for await result in try Self.poller(board.port).measurements(every: .zero) {
      altitudes.insert(try #require(try result.get().altitudeMetres))
      if altitudes.count == 3 { break }
      try board.advance(seconds: 10)
    }
    #expect(altitudes.count == 3)
  }

  private static func order(
    _ method: String, _ path: String, _ body: String, of board: RunningBoard
  ) throws {
    let answer = try HTTPAnswer.to(
      method, "/api/v1/\(path)", port: board.controlPort, body: body)
    #expect(answer.status / 100 == 2, "\(answer.text)")
  }

  @Test(
    "what fails on a board fails a poll, and values go on when it is over",
    arguments: [
      ("http.late", BoardError.Reason.noAnswer(within: .milliseconds(300))),
      ("http.status", .status(500)), ("http.html", nil), ("http.cut", nil), ("http.refuse", nil),
      ("http.reset", nil), ("wifi.lost", nil), ("wifi.close", nil), ("wifi.busy", nil),
    ] as [(String, BoardError.Reason?)])
  func failures(fault: String, reason: BoardError.Reason?) async throws {
    let board = try await RunningBoard("--speed", "manual", "--ntrip", "none")
    // Where an answer has to come, a busy machine may be late with it.
    let patience = reason == .status(500) ? Duration.seconds(60) : .milliseconds(300)
    let hurried = BoardPoller(at: try Self.url(board.port), patience: patience)
    try Self.order("POST", "faults", #"{"fault":"\#(fault)"}"#, of: board)
    let failure = await #expect(throws: BoardError.self) { try await hurried.measurement() }
    if let reason { #expect(failure?.reason == reason) }
    try Self.order("DELETE", "faults", "", of: board)
    try board.advance(seconds: 12)
    #expect(try await Self.poller(board.port).measurement().temperatureCelsius != nil)
  }

  @Test("a board without power is refused, and answers again with it")
  func power() async throws {
    let board = try await RunningBoard("--speed", "manual", "--ntrip", "none")
    let poller = try Self.poller(board.port)
    #expect(try await poller.measurement().temperatureCelsius != nil)
    try Self.order("POST", "power", #"{"on":false}"#, of: board)
    await #expect(throws: BoardError.self) { try await poller.measurement() }
    try Self.order("POST", "power", #"{"on":true}"#, of: board)
    try board.advance(seconds: 5)
    #expect(try await poller.measurement().temperatureCelsius != nil)
  }

  @Test("a port on which nobody listens is told with what to look at")
  func refused() async throws {
    let held = try HeldPort()
    let poller = try Self.poller(held.port)
    let failure = await #expect(throws: BoardError.self) { try await poller.measurement() }
    #expect(
      failure?.description
        == "board http://127.0.0.1:\(held.port): it refused the connection, or is not there; "
        + "is it on, and is that its port?")
  }

  @Test("a board that takes the connection and says nothing has its time, and is let go")
  func silent() async throws {
    let (gone, tell) = AsyncStream<Void>.makeStream()
    let board = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.waitForEnd()
      tell.yield()
    }
    defer { board.close() }
    let poller = BoardPoller(at: try Self.url(board.port), patience: .milliseconds(100))
    let failure = await #expect(throws: BoardError.self) { try await poller.measurement() }
    #expect(failure?.reason == .noAnswer(within: .milliseconds(100)))
    for await _ in gone { break }
  }
}
