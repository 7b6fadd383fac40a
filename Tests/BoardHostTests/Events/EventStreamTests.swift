import BoardFirmware
import BoardSimulation
import Foundation
import Locks
import TestSupport
import Testing
import VirtualBoard

@testable import BoardHost

@Suite("Events of a board", .timeLimit(.minutes(5)))
struct EventStreamTests {
  private let service: BoardService

  init() throws { service = try manualBoard() }

  private func reader(_ query: String = "", after lastID: String? = nil) throws -> EventReader {
    try EventReader("/api/v1/events\(query)", port: service.controlPort, after: lastID)
  }

  private func order(_ method: String, _ path: String, _ body: String) throws {
    let answer = try HTTPAnswer.to(method, path, port: service.controlPort, body: body)
    #expect((200...201).contains(answer.status), "\(answer.text)")
  }

  @Test("a client gets the present state, then each sample, the same as the data port's")
  func samples() throws {
    try service.advance("30")
    let reader = try reader("?only=clock,status,sample,fault,card")
    let present = try (0..<5).map { _ in try reader.next() }
    #expect(present.map(\.kind) == ["clock", "status", "sample", "fault", "card"])
    #expect(present.allSatisfy { $0.id == nil && $0.data.number("board") == 0 })
    #expect(present[0].data.text("speed") == "manual" && present[0].data.flag("paused") == false)
    try service.advance("2")
    let sample = try reader.next("sample")
    #expect(sample.id != nil)
    let measurement = try JSONDocument(service.get("/api/v1/measurement").body)
    let time = try #require(sample.data.number("board_time"))
    #expect(time > 30 && time <= 32)
    let values = { (document: JSONDocument) in
      (document["fields"] as? [[String: Any]] ?? []).map { $0["value"] as? Double }
    }
    #expect(values(sample.data) == values(measurement) && values(sample.data).count > 10)
    let truth = try JSONDocument(service.control("/api/v1/truth?at=\(time)").body)
    #expect(sample.data.number("truth.temperature") == truth.number("temperature"))
    service.stop()
  }

  @Test("faults are told when given, when they begin and when they end")
  func faults() throws {
    try service.advance("10")
    let reader = try reader("?only=fault")
    #expect((try reader.next().data["faults"] as? [Any])?.isEmpty == true)
    try order("POST", "/api/v1/faults", #"{"fault":"nack","part":"sps30","from":12,"for":3}"#)
    let active = { (event: EventReader.Event) in
      (event.data["faults"] as? [[String: Any]] ?? []).map { $0["active"] as? Bool }
    }
    try service.advance("1")
    #expect(active(try reader.next()) == [false])
    try service.advance("2")
    #expect(active(try reader.next()) == [true])
    try service.advance("4")
    #expect(active(try reader.next()) == [false])
    service.stop()
  }

  @Test("requests to the data port are told, with markup and control characters as data")
  func requests() throws {
    let reader = try reader("?only=request")
    _ = try service.get("/?x=%3Cscript%3E%0A%0Adata:%20no")
    let request = try reader.next()
    #expect(request.kind == "request" && request.data.text("method") == "GET")
    #expect(request.data.text("target") == "/?x=<script>\n\ndata: no")
    #expect(request.data.number("status") == 200)
    service.stop()
  }

  @Test("a finding about an app is told to those who take findings, and again after its id")
  func appFindings() throws {
    service.noteFinding(ofApp: Array(#"{"id":"unwatched"}"#.utf8))
    let reader = try reader("?only=finding"), others = try self.reader("?only=card,finding")
    _ = try others.next("card")
    try service.advance("2")
    for id in ["first", "second"] {
      service.noteFinding(ofApp: Array(#"{"id":"\#(id)","count":1}"#.utf8))
      let event = try reader.next()
      #expect(event.kind == "finding" && event.data.text("app.id") == id)
      #expect(event.data.number("board_time") == 2 && event.data.number("board") == 0)
      #expect(try others.next().data.text("app.id") == id)
      guard id == "second", let last = event.id else { continue }
      let later = try self.reader("?only=finding", after: "\(last - 1)")
      #expect(try later.next().data.text("app.id") == "second")
    }
    service.stop()
  }

  @Test("a client goes on after the last id, and is told of a gap")
  func goesOn() throws {
    try service.advance("10")
    let first = try reader("?only=sample")
    _ = try first.next()
    try service.advance("2")
    let id = try #require(try first.next().id)
    try service.advance("2")
    let missed = try #require(try first.next().id)
    #expect(missed > id)
    let second = try reader("?only=sample", after: "\(id)")
    #expect(try second.next().id == missed)
    for lost in ["1", "\(missed + 1000)", "none", "-1", "", "99999999999999999999999"] {
      let third = try reader("?only=sample", after: lost)
      let reset = try third.next()
      #expect(reset.kind == "reset" && reset.id == nil, "\(lost)")
      #expect(try third.next().kind == "sample", "\(lost)")
    }
    service.stop()
  }

  @Test("a board that stands still gives signs of life")
  func beats() async throws {
    let beats = try await Self.timedEvents(2, "beat", of: service)
    #expect(beats == Array(repeating: #"beat {"board_time":0.000,"board":0}"#, count: 2))
    service.stop()
  }

  /// Returns the next events of a kind that comes each second, as text.
  ///
  /// They are waited for on a thread of their own, since the sign of life needs one of those on which tests run.
  private static func timedEvents(
    _ count: Int, _ kind: String, of service: BoardService
  ) async throws -> [String] {
    let port = service.controlPort
    return try await onThread {
      Result {
        let reader = try EventReader("/api/v1/events?only=\(kind)", port: port)
        return try (0..<count).map { _ in
          let event = try reader.next()
          return "\(event.kind) \(event.text)"
        }
      }
    }.get()
  }

  @Test("the sky has what the receiver reports beside what is there, and is told each second")
  func sky() async throws {
    try service.advance("90")
    let answer = try JSONDocument(service.control("/api/v1/sky").body)
    #expect(answer.number("board_time") == 90)
    let satellites = try #require(answer["satellites"] as? [[String: Any]])
    let names = satellites.compactMap { $0["satellite"] as? String }
    #expect(names == names.sorted() && Set(names).count == names.count && names.count > 15)
    let used = satellites.filter { $0["used"] as? Bool == true }
    let status = try JSONDocument(service.get("/api/v1/status").body)
    #expect(Double(used.count) == status.number("gnss.satellites"))
    for satellite in used {
      #expect(satellite["reported"] as? Bool == true && satellite["true"] as? Bool == true)
      #expect(
        (satellite["cnr"] as? Int ?? 0) >= 27 && (satellite["elevation"] as? Double ?? 0) >= 10)
    }
    let told = try await Self.timedEvents(1, "sky", of: service)[0]
    #expect(told.hasPrefix(#"sky {"board_time":90.000,"board":0,"satellites":[{"satellite":"#))
    #expect(told.split(separator: "\"azimuth\"").count == satellites.count + 1)
    try order("POST", "/api/v1/power", #"{"on":false}"#)
    try service.advance("1")
    let dark = try JSONDocument(service.control("/api/v1/sky").body)
    let there = try #require(dark["satellites"] as? [[String: Any]])
    #expect(there.allSatisfy { $0["reported"] as? Bool == false && $0["true"] as? Bool == true })
    #expect(there.count > 10)
    service.stop()
    #expect(try Self.stoppedSky() == 503)
  }

  /// Returns the status of the sky of a board that has come to its end.
  private static func stoppedSky() throws -> Int {
    var configuration = BoardService.Configuration()
    (configuration.corrections, configuration.pace) = (.none, .manual)
    (configuration.isWarm, configuration.port, configuration.duration) = (false, 0, .seconds(2))
    let service = try BoardService(configuration)
    defer { service.stop() }
    try service.advance("2")
    #expect(service.waitForEnd(atMost: .seconds(60)))
    return try service.control("/api/v1/sky").status
  }

  @Test("what nobody takes is not made where only functions follow")
  func unwanted() throws {
    let board = try Board(.none)
    let clockCount = Lock(0)
    let hub = EventHub(
      EventSource(
        board: 0, state: BoardState(board.snapshot), world: PublishedWorld(board.simulation.world),
        faults: PublishedFaults(seed: 1),
        clock: {
          clockCount.withLock { $0 += 1 }
          return ClockState(pace: .manual)
        },
        askSky: { _ in }),
      after: 0)
    let kinds = Lock<[EventKind]>([])
    hub.follow([.fault]) { kind, _ in kinds.withLock { $0.append(kind) } }
    hub.noteClock()
    #expect(clockCount.withLock { $0 } == 0)
    hub.follow([.clock]) { kind, _ in kinds.withLock { $0.append(kind) } }
    hub.noteClock()
    #expect(clockCount.withLock { $0 } > 0 && kinds.withLock { $0 } == [.clock])
  }

  @Test("events are made for half a minute after the last client, and no longer")
  func patience() throws {
    let board = try Board(.none)
    let hub = EventHub(
      EventSource(
        board: 0, state: BoardState(board.snapshot), world: PublishedWorld(board.simulation.world),
        faults: PublishedFaults(seed: 1), clock: { ClockState(pace: .manual) },
        askSky: { _ in }),
      after: 0)
    let now = ContinuousClock.now
    #expect(hub.beat(at: now))
    #expect(hub.beat(at: now + .milliseconds(29_999)))
    #expect(!hub.beat(at: now + .seconds(30)))
  }

  @Test("the events of all boards come in one stream, without ids")
  func allBoards() throws {
    var configuration = BoardService.Configuration()
    (configuration.corrections, configuration.pace) = (.none, .manual)
    (configuration.isWarm, configuration.port, configuration.boardCount) = (false, 0, 3)
    let fleet = try BoardService(configuration)
    let reader = try EventReader(
      "/api/v1/events?boards=all&only=fault", port: fleet.controlPort, after: "7")
    for number in [2, 0, 1] {
      let answer = try HTTPAnswer.to(
        "POST", "/boards/\(number)/api/v1/faults", port: fleet.controlPort,
        body: #"{"fault":"nack","part":"sps30"}"#)
      #expect(answer.status == 201)
      let event = try reader.next("fault")
      #expect(event.data.number("board") == Double(number) && event.id == nil)
    }
    fleet.stop()
  }

  @Test("what is asked wrongly is told, and HEAD gets no stream")
  func refusals() throws {
    for (query, words) in [
      ("?only=samples", "'only' must be a list, separated by commas, of sample, status"),
      ("?only=", "'only' must be a list"), ("?boards=0", "'boards' must be all"),
    ] {
      let answer = try service.control("/api/v1/events\(query)")
      #expect(answer.status == 400 && answer.text.contains(words), "\(answer.text)")
    }
    let head = try TCPConnection(port: service.controlPort)
    try head.send("HEAD /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:\(service.controlPort)\r\n\r\n")
    let answer = try head.readAnswer(hasBody: false)
    #expect(answer.status == 200 && answer.headers["content-type"] == "text/event-stream")
    service.stop()
  }

  @Test("a hundred clients get the same events, and those that left cost nothing")
  func manyClients() throws {
    try service.advance("10")
    var readers = try (0..<100).map { _ in try reader("?only=sample") }
    for reader in readers { _ = try reader.next() }
    readers.removeFirst(50)
    try service.advance("2")
    let times = try readers.map { try $0.next().data.number("board_time") }
    #expect(Set(times).count == 1)
    service.stop()
  }
}

@Suite("A board's clock at run time", .timeLimit(.minutes(5)))
struct ClockOrderTests {
  private func clock(_ body: String, of service: BoardService) throws -> HTTPAnswer {
    try HTTPAnswer.to("POST", "/api/v1/clock", port: service.controlPort, body: body)
  }

  @Test("the pace changes, is told, and decides whether the clock moves by hand")
  func pace() throws {
    let service = try manualBoard()
    let told = try JSONDocument(service.control("/api/v1/clock").body)
    #expect(told.text("speed") == "manual" && told.flag("paused") == false)
    #expect(told.text("time_utc") != nil && told.number("board_time") == 0)
    let reader = try EventReader("/api/v1/events?only=clock", port: service.controlPort)
    _ = try reader.next()
    let faster = try clock(#"{"speed":1000}"#, of: service)
    #expect(faster.status == 200)
    #expect(try JSONDocument(faster.body).number("speed") == 1000)
    #expect(try reader.next().data.number("speed") == 1000)
    #expect(try service.advance("1").status == 409)
    let paused = try JSONDocument(clock(#"{"paused":true}"#, of: service).body)
    #expect(paused.flag("paused") == true && paused.number("speed") == 1000)
    let max = try JSONDocument(clock(#"{"speed":"max"}"#, of: service).body)
    #expect(max.text("speed") == "max" && max.flag("paused") == false)
    #expect(try clock(#"{"speed":"manual"}"#, of: service).status == 200)
    let refused = try clock(#"{"paused":true}"#, of: service)
    #expect(refused.status == 409 && refused.text.contains("give it a speed"))
    service.stop()
  }

  @Test("a paused board stands still, takes orders, and goes on where it was")
  func pause() throws {
    let board = try Board(.none)
    let runner = BoardRunner(board, pace: .times(1), duration: .seconds(100))
    runner.begin()
    let begin = ContinuousClock.now
    _ = runner.takeTurn(at: begin)
    _ = runner.takeTurn(at: begin + .seconds(10))
    let time = runner.state.snapshot.boardTime
    #expect(time > .seconds(9))
    try runner.change(try #require(ClockOrder(json: Array(#"{"paused":true}"#.utf8))))
    #expect(runner.takeTurn(at: begin + .seconds(20)) == .whenWoken)
    let receipts = Lock<[Bool]>([])
    runner.order(BoardEvent(.power(isOn: false))) { result in
      receipts.withLock { $0.append((try? result.get()) != nil) }
    }
    #expect(runner.takeTurn(at: begin + .seconds(30)) == .whenWoken)
    #expect(receipts.withLock { $0 } == [true])
    #expect(runner.state.snapshot.boardTime == time)
    try runner.change(try #require(ClockOrder(json: Array(#"{"speed":2}"#.utf8))))
    _ = runner.takeTurn(at: begin + .seconds(40))
    _ = runner.takeTurn(at: begin + .seconds(42))
    let moved = runner.state.snapshot.boardTime - time
    #expect(moved > .seconds(3) && moved < .seconds(4.5), "\(moved)")
  }

  @Test("a clock that is not the board's own keeps its pace, a stopped board says so")
  func refusals() throws {
    let order = try #require(ClockOrder(json: Array(#"{"speed":2}"#.utf8)))
    let followed = BoardRunner(
      try Board(.none), pace: .times(1), isPaceFixed: true, duration: .seconds(9))
    #expect(throws: ClockError.followsStream) { try followed.change(order) }
    let stepped = BoardRunner(try Board(.none), pace: .perRequest, duration: .seconds(9))
    #expect(throws: ClockError.followsRequests) { try stepped.change(order) }
    let moved = BoardRunner(try Board(.none), pace: .manual, duration: .seconds(9))
    moved.advance(by: .seconds(1)) { _ in }
    #expect(throws: ClockError.isMoving) { try moved.change(order) }
    moved.stop()
    #expect(moved.takeTurn(at: .now) == .done)
    #expect(throws: ClockError.stopped(at: .zero)) { try moved.change(order) }
  }

  @Test(
    "orders that are none are refused",
    arguments: [
      "", "{}", "[]", #"{"speed":0}"#, #"{"speed":-1}"#, #"{"speed":1000001}"#, #"{"speed":"10"}"#,
      #"{"speed":"per-request"}"#, #"{"speed":true}"#, #"{"paused":1}"#, #"{"paused":"true"}"#,
      #"{"speed":1,"pause":true}"#, #"{"speed":null}"#, #"{"speed":1e999}"#,
    ])
  func badOrders(body: String) {
    #expect(ClockOrder(json: Array(body.utf8)) == nil)
  }

  @Test("orders are a speed, a pause, or both")
  func orders() {
    func order(_ body: String) -> ClockOrder? { ClockOrder(json: Array(body.utf8)) }
    #expect(order(#"{"speed":0.5}"#)?.pace == .times(0.5))
    #expect(order(#"{"speed":1000000}"#)?.pace == .times(1e6))
    #expect(order(#"{"speed":"max","paused":false}"#)?.pace == .unlimited)
    #expect(order(#"{"paused":true}"#)?.isPaused == true)
    #expect(order(#"{"paused":true}"#)?.pace == nil)
  }
}
