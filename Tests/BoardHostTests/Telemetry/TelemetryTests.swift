import BoardFirmware
import BoardSimulation
import Foundation
import HTTPMessages
import Locks
import MQTTClient
import MQTTMessages
import Mathematics
import TestSupport
import Testing
import VirtualBoard

@testable import BoardHost

@Suite("Telemetry to an MQTT broker", .timeLimit(.minutes(5)))
struct TelemetryTests {
  private func service(
    _ broker: MQTTBroker, count: Int = 1, pace: Pace = .manual, duration: Duration? = nil,
    root: String = "air", _ change: (inout TelemetryOptions) -> Void = { _ in }
  ) throws -> BoardService {
    var configuration = BoardService.Configuration()
    configuration.boardCount = count
    configuration.port = 0
    configuration.controlPort = 0
    configuration.pace = pace
    configuration.duration = duration
    configuration.isWarm = false
    configuration.board.sky = .off
    var options = TelemetryOptions(try BrokerURL(broker.url(root)))
    options.delivery = .atLeastOnce
    options.waits = pace == .unlimited
    change(&options)
    configuration.telemetry = options
    return try BoardService(configuration)
  }

  private func wait(until holds: @Sendable () -> Bool) async throws {
    while !holds() { try await rest() }
  }

  private func line(_ program: RunningProgram) async -> String {
    await onThread { program.nextLine() }
  }

  @Test(
    "each sample of each board comes once and in order, as the data port has it, also at full speed",
    .compares(with: .mosquitto, .mosquittoSub),
    arguments: [TelemetryOptions.Clients.board, .process])
  func samples(clients: TelemetryOptions.Clients) async throws {
    let broker = try MQTTBroker()
    let subscriber = try await broker.readySubscriber("air/boards/+/measurement", "-q", "1")
    let service = try service(broker, count: 4, pace: .unlimited, duration: .seconds(60)) {
      $0.clients = clients
    }
    #expect(await onThread { service.waitForEnd(atMost: .seconds(200)) })
    await onThread { service.stop() }
    let counts = try #require(service.telemetry?.counts)
    try #require(counts.waiting == 0 && counts.dropped == 0 && counts.refused == 0, "\(counts)")
    let expected = service.snapshots.map(\.samples).reduce(0, +)
    #expect(expected >= 4 * 27)
    var times: [String: [Double]] = [:]
    var last: [String: String] = [:]
    for _ in 0..<expected {
      let parts = await line(subscriber).split(separator: " ", maxSplits: 1).map(String.init)
      try #require(parts.count == 2, "\(parts)")
      times[parts[0], default: []].append(
        try #require(try JSONDocument(parts[1]).number("board_time")))
      last[parts[0]] = parts[1]
    }
    #expect(times.count == 4)
    for values in times.values {
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 && $1 - $0 < 2.5 })
    }
    subscriber.end()
  }

  @Test(
    "status, presence and what is told of the telemetry", .compares(with: .mosquitto, .mosquittoSub)
  )
  func presence() async throws {
    let broker = try MQTTBroker()
    let service = try service(broker) { $0.isRetained = true }
    try await wait { service.telemetry?.phase == .running }
    try service.advance("10")
    try await wait { service.telemetry?.counts.waiting == 0 }
    try await wait { (service.telemetry?.counts.published ?? 0) > 5 }
    let status = try JSONDocument(service.get("/api/v1/status").body)
    #expect(
      status.text("telemetry.state") == "connected" && status.number("telemetry.dropped") == 0)
    #expect(status.text("telemetry.broker") == "127.0.0.1:\(broker.port)")
    let metrics = try service.get("/metrics").text
    #expect(metrics.contains("boardsim_telemetry_dropped_total 0"))
    let retained = try broker.subscriber("air/boards/0/+", format: "%t %r %p")
    var lines: [String: String] = [:]
    for _ in 0..<3 {
      let line = await line(retained)
      lines[String(line.prefix { $0 != " " })] = line
    }
    #expect(lines["air/boards/0/online"] == "air/boards/0/online 1 online")
    let measurement = try #require(
      lines["air/boards/0/measurement"]?.split(separator: "{", maxSplits: 1).last)
    #expect(try JSONDocument("{" + measurement).number("board_time").map { $0 > 5 } == true)
    #expect(lines["air/boards/0/status"]?.contains(#""sensors":"#) == true)
    await onThread { service.stop() }
    // Messages of other kinds may come before it.
    while await line(retained) != "air/boards/0/online 0 offline" {}
    retained.end()
  }

  @Test(
    "orders are carried out and answered, and what is none is refused; nothing without the option",
    .compares(with: .mosquitto, .mosquittoSub))
  func orders() async throws {
    let broker = try MQTTBroker()
    let service = try service(broker, count: 2) { $0.takesOrders = true }
    defer { service.stop() }
    try await wait { service.telemetry?.phase == .running }
    let answers = try await broker.readySubscriber("air/boards/+/answers")
    func order(_ text: String, board: String = "1") async throws -> JSONDocument {
      let sender = try RunningProgram(
        "mosquitto_pub",
        [
          "-h", "127.0.0.1", "-p", "\(broker.port)", "-q", "1", "-t", "air/boards/\(board)/orders",
          "-m", text,
        ])
      _ = await onThread { sender.waitForEnd() }
      return try JSONDocument(String(await line(answers).drop { $0 != "{" }))
    }
    let fault = try await order(
      #"{"id":7,"method":"POST","path":"/api/v1/faults","body":{"fault":"nack","part":"bme280","for":1.5}}"#
    )
    #expect(
      fault.number("status") == 201 && fault.text("id") == "7" && fault.number("body.id") == 1)
    let list = try await order(#"{"id":"x","path":"/boards/0/../api","body":null}"#)
    #expect(list.number("status") == 400 && list.text("id") == "x")
    let faults = try await order(#"{"method":"GET","path":"/api/v1/faults"}"#)
    #expect(faults.number("status") == 200)
    let unknown = try await order(#"{"path":"/api/v1/nothing"}"#)
    #expect(unknown.number("status") == 404 && unknown.text("body.error")?.isEmpty == false)
    let stream = try await order(#"{"path":"/api/v1/events"}"#)
    #expect(stream.number("status") == 406)
    for garbage in ["{", "[]", "null", #"{"path":7}"#, #"{"path":"/api/v1/truth","method":"EAT"}"#]
    {
      let answer = try await order(garbage)
      #expect(answer.number("status") == 400 && answer.text("body.error") != nil)
    }
    #expect(try service.control("/boards/0/api/v1/faults").text.contains("nack") == false)
    #expect(try service.control("/boards/1/api/v1/faults").text.contains("nack"))
    answers.end()
  }

  @Test(
    "a second process with some of the boards ends, and the first one stays",
    .compares(with: .mosquitto))
  func twoProcesses() async throws {
    let broker = try MQTTBroker()
    let first = try service(broker, count: 3)
    try await wait { first.telemetry?.phase == .running }
    let second = try service(broker, count: 2), other = try service(broker, count: 2, root: "other")
    try await wait { second.telemetry?.failure != nil && other.telemetry?.phase == .running }
    #expect(second.telemetry?.failure?.contains("another process publishes boards 0 to 1") == true)
    #expect(first.telemetry?.phase == .running)
    for service in [first, second, other] { await onThread { service.stop() } }
  }

  @Test("of two processes that begin at once one stays", .compares(with: .mosquitto))
  func twoAtOnce() async throws {
    let broker = try MQTTBroker()
    let services = try (0..<2).map { _ in try service(broker) }
    try await wait {
      services.count { $0.telemetry?.failure != nil } == 1
        && services.count { $0.telemetry?.phase == .running } == 1
    }
    for service in services { await onThread { service.stop() } }
  }

  @Test(
    "Home Assistant gets each board as a device, again at its birth, with values from the measurement",
    .compares(with: .mosquitto, .mosquittoSub, .haMQTT))
  func homeAssistant() async throws {
    let broker = try MQTTBroker()
    let announcements = try broker.subscriber("homeassistant/device/+/config")
    let service = try service(broker, root: "air/milan") { $0.announcesToHomeAssistant = true }
    try await wait { service.telemetry?.phase == .running }
    try service.advance("10")
    let line = await line(announcements)
    #expect(line.hasPrefix("homeassistant/device/boardsim-air_milan-0/config {"))
    let folder = try TemporaryFolder()
    let announcement = String(line.drop { $0 != "{" })
    let files = [
      try folder.write(Array(announcement.utf8), to: "announcement.json"),
      try folder.write(service.get("/api/v1/measurement").body, to: "measurement.json"),
    ]
    // Not on a thread of its own, where it would not be known which test compares.
    let printed = try PythonPackage.haMQTT.run("home_assistant.py", files, in: folder.url)
    let rows = printed.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    #expect(rows.count == 14)
    let measurement = try JSONDocument(service.get("/api/v1/measurement").body)
    for field in measurement["fields"] as? [[String: Any]] ?? [] {
      let name = field["name"] as? String ?? ""
      guard let row = rows.first(where: { $0[0] == name }) else {
        #expect(["latitude", "longitude"].contains(name))
        continue
      }
      #expect(Double(row[2]) == field["value"] as? Double || row[2] == "None", "\(row)")
    }
    #expect(rows.last?[0] == "position" && rows.last?[2].contains("latitude") == true)
    let birth = try RunningProgram(
      "mosquitto_pub",
      ["-h", "127.0.0.1", "-p", "\(broker.port)", "-t", "homeassistant/status", "-m", "online"])
    _ = await onThread { birth.waitForEnd() }
    #expect(await self.line(announcements) == line)
    announcements.end()
    await onThread { service.stop() }
  }

  @Test("without a broker boards go on, and the status says why")
  func noBroker() async throws {
    let held = try HeldPort()
    var configuration = BoardService.Configuration()
    configuration.port = 0
    configuration.controlPort = 0
    configuration.pace = .manual
    configuration.board.sky = .off
    configuration.telemetry = TelemetryOptions(try BrokerURL("mqtt://127.0.0.1:\(held.port)/air"))
    let told = Lock<[String]>([])
    configuration.tellOfTelemetry = { text in told.withLock { $0.append(text) } }
    let service = try BoardService(configuration)
    try service.advance("60")
    try await wait { told.withLock { !$0.isEmpty } }
    #expect(told.withLock { $0[0].contains("refused; next attempt in") })
    let status = try JSONDocument(service.get("/api/v1/status").body)
    #expect(status.text("telemetry.state") == "claiming")
    #expect(status.number("telemetry.waiting").map { $0 > 20 } == true)
  }

  @Test("claims that overlap are objected to, and of two at a time the lesser name stays")
  func claims() {
    var own = TelemetryClaim(of: "m", 4..<8)
    func message(_ process: String, _ numbers: Range<Int>) -> [UInt8] {
      TelemetryClaim(of: process, numbers).message
    }
    #expect(own.reaction(to: own.message) == nil)
    #expect(own.reaction(to: message("z", 0..<4))?.reaction == TelemetryClaim.Reaction.none)
    #expect(own.reaction(to: message("z", 8..<9))?.reaction == TelemetryClaim.Reaction.none)
    #expect(own.reaction(to: message("z", 7..<9))?.reaction == .objection)
    #expect(own.reaction(to: message("a", 0..<5))?.reaction == .surrender)
    own.grant()
    #expect(own.reaction(to: message("a", 0..<5))?.reaction == .objection)
    for text in [
      "", "{", "7", #"{"process":"a/b","first_board":0,"last_board":9}"#,
      #"{"process":"","first_board":9,"last_board":0}"#,
      #"{"process":"a","first_board":-1,"last_board":9}"#,
      #"{"process":"a","first_board":0,"last_board":9223372036854775807}"#,
    ] {
      #expect(own.reaction(to: Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test("topics of orders name a board by its number alone")
  func topics() {
    let topics = TelemetryTopics(root: "air/x")
    #expect(topics.board(ofOrders: topics.board(12, "orders")) == 12)
    for topic in [
      "air/x/boards/-1/orders", "air/x/boards/01/orders", "air/x/boards/+1/orders",
      "air/x/boards//orders",
      "air/x/boards/1/2/orders", "air/boards/1/orders", "air/x/boards/1/answers",
      "air/x/boards/orders", "",
    ] {
      #expect(topics.board(ofOrders: topic) == nil, "\(topic)")
    }
  }

  @Test("no order, claim or topic of somebody else traps, however damaged")
  func hostile() {
    var random = Xoshiro256(seed: 7, part: "telemetry")
    let claim = TelemetryClaim(of: "m", 4..<8), topics = TelemetryTopics(root: "air")
    let originals = [
      #"{"id":7,"method":"POST","path":"/api/v1/faults?x=%41","body":{"fault":"nack","for":[1e2,{}]}}"#,
      #"{"process":"abc","first_board":0,"last_board":9}"#, "air/boards/12/orders",
    ].map { Array($0.utf8) }
    var orderCount = 0
    for round in 0..<6000 {
      var bytes = originals[round % 3]
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 2: bytes.remove(at: place)
        default: bytes = Array(bytes.prefix(place + 1))
        }
        if bytes.isEmpty { bytes = [0] }
      }
      do throws(TelemetryOrder.Refusal) {
        let order = try TelemetryOrder(bytes)
        #expect(order.request.path.hasPrefix("/api/v1/"))
        orderCount += 1
      } catch {
        #expect(!error.message.isEmpty)
      }
      if let (claimant, _) = claim.reaction(to: bytes) {
        #expect(MQTTTopic.isName(topics.claim(of: claimant)), "\(claimant)")
      }
      if let board = topics.board(ofOrders: String(decoding: bytes, as: UTF8.self)) {
        #expect(board >= 0)
      }
    }
    #expect(orderCount > 100)
  }

  @Test("an order's body goes on as it was written")
  func orderBodies() throws {
    let text =
      #"{"path":"/api/v1/world?x=1","method":"PATCH","body":{"a":[1,-2.5,true,null,"é\"\n"],"b":{"c":1e3,"d":12345678901234567}}}"#
    let order = try TelemetryOrder(Array(text.utf8))
    #expect(order.request.method == .patch && order.request.path == "/api/v1/world")
    #expect(order.request.parameter("x") == "1")
    #expect(
      String(decoding: order.request.body, as: UTF8.self)
        == #"{"a":[1,-2.5,true,null,"é\"\u000a"],"b":{"c":1000,"d":12345678901234567}}"#)
    #expect(throws: TelemetryOrder.Refusal.self) {
      try TelemetryOrder([UInt8](repeating: 32, count: TelemetryOrder.longest + 1))
    }
    #expect(
      String(
        decoding: TelemetryOrder.answer(nil, status: 200, body: Array("plain".utf8)), as: UTF8.self)
        == #"{"id":null,"status":200,"body":"plain"}"#)
  }
}
