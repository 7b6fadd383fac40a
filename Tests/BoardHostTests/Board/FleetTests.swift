import BoardFirmware
import BoardSimulation
import GNSSBasics
import Platform
import TestSupport
import Testing
import VirtualBoard
@testable import BoardHost

@Suite("Many boards in a process", .timeLimit(.minutes(5)))
struct FleetTests {
  private static func fleet(
    _ count: Int, of selection: BoardSelection = .all, pace: Pace = .manual,
    duration: Duration? = nil,
    card: String? = nil, isWarm: Bool = false
  ) throws -> BoardService {
    var configuration = BoardService.Configuration()
    configuration.boardCount = count
    configuration.selection = selection
    configuration.corrections = .builtInBase
    configuration.pace = pace
    configuration.duration = duration
    configuration.card = card.map { CardSource(.folder($0)) }
    configuration.isWarm = isWarm
    configuration.board.sky = .off
    configuration.port = 0
    return try BoardService(configuration)
  }

  @Test("more than two hundred boards answer, on ports of their own or below the first")
  func moreThanTwoHundred() throws {
    let service = try Self.fleet(205, isWarm: true)
    defer { service.stop() }
    #expect(service.ports.count == 200)
    var texts: Set<String> = []
    for number in 0..<205 {
      let below = try service.get("/boards/\(number)/").text
      let fields = below.split(separator: ";", omittingEmptySubsequences: false)
      #expect(fields.count == 13 && fields.allSatisfy { Double($0) != nil }, "\(number)")
      texts.insert(below)
      guard number < 200 else { continue }
      #expect(try HTTPAnswer.get("/", port: service.ports[number]).text == below)
    }
    #expect(texts.count == 205)
  }

  @Test("boards walk behind each other in air that differs by place, with errors of their own")
  func places() throws {
    let service = try Self.fleet(3)
    defer { service.stop() }
    let truths = try (0..<3).map {
      try JSONDocument(service.control("/boards/\($0)/api/v1/truth?at=100").body)
    }
    let first = service.world.state(at: .seconds(100)).position
    #expect(try first.localOffset(to: truths[0].position("")).east.magnitude < 0.001)
    for (one, next) in zip(truths, truths.dropFirst()) {
      let offset = try one.position("").localOffset(to: next.position(""))
      let distance = (offset.east * offset.east + offset.north * offset.north).squareRoot()
      #expect((1...51).contains(distance))
      for name in ["temperature", "humidity", "pressure", "pm25", "eco2"] {
        let (here, there) = (try #require(one.number(name)), try #require(next.number(name)))
        #expect(here != there)
        #expect(abs(here - there) < 0.2 * here, "\(name)")
      }
    }
  }

  @Test(
    "each board's clock, world and power are its own, and without a number they are the first's")
  func ownControl() throws {
    let service = try Self.fleet(202)
    defer { service.stop() }
    func post(_ path: String, _ body: String, method: String = "POST") throws -> HTTPAnswer {
      try HTTPAnswer.to(method, path, port: service.controlPort, body: body)
    }
    #expect(try post("/boards/201/api/v1/clock/advance", #"{"seconds":5}"#).status == 200)
    #expect(try post("/api/v1/clock/advance", #"{"seconds":3}"#).status == 200)
    let times = try [0, 1, 201].map {
      try JSONDocument(service.get("/boards/\($0)/api/v1/status").body).number("board_time")
    }
    #expect(times == [3, 0, 5])
    #expect(
      try post("/boards/201/api/v1/world", #"{"temperature":-10}"#, method: "PATCH").status == 200)
    let truths = try [1, 201].map {
      try JSONDocument(service.control("/boards/\($0)/api/v1/truth?at=6").body).number(
        "temperature")
    }
    #expect(truths[0] != -10 && truths[1] == -10)
    #expect(try post("/boards/201/api/v1/power", #"{"on":false}"#).status == 200)
    #expect(try post("/boards/201/api/v1/clock/advance", #"{"seconds":1}"#).status == 200)
    let off = try service.get("/boards/201/")
    #expect(off.status == 503)
    #expect(try JSONDocument(off.body).text("error")?.contains("board 201") == true)
    #expect(try service.get("/boards/0/").status == 200)
  }

  @Test("the control port lists the boards, with where they are asked")
  func list() throws {
    let service = try Self.fleet(201)
    defer { service.stop() }
    let document = try JSONDocument(service.control("/api/v1/boards").body)
    let boards = try #require(document["boards"] as? [[String: Any]])
    #expect(boards.count == 201)
    #expect(boards[7]["board"] as? Int == 7)
    #expect(boards[7]["url"] as? String == "http://127.0.0.1:\(service.ports[7])/")
    #expect(boards[200]["url"] as? String == "http://127.0.0.1:\(service.port)/boards/200/")
    #expect(boards[200]["fix"] as? String == "none")
    #expect(boards[200]["powered"] as? Bool == true)
    let url = try #require(boards[200]["url"] as? String)
    let path = try #require(url.firstRange(of: "/boards").map { String(url[$0.lowerBound...]) })
    #expect(try service.get(path).status == 200)
  }

  @Test(
    "a board that is not there is a 404 that says which there are",
    arguments: ["3", "-1", "x", "", "01", "+1", "99999999999999999999", "1.0"])
  func unknownBoard(number: String) throws {
    let service = try Self.fleet(3)
    defer { service.stop() }
    for port in [service.port, service.controlPort] {
      let answer = try HTTPAnswer.get("/boards/\(number)/api/v1/truth", port: port)
      #expect(answer.status == 404)
      #expect(
        try JSONDocument(answer.body).text("error")?.contains("/boards/0/ to /boards/2/") == true)
    }
  }

  @Test("one of many that runs alone has the path it has among others, and no other one")
  func oneOfMany() throws {
    let service = try Self.fleet(3, of: .only(1))
    defer { service.stop() }
    #expect(try service.control("/boards/1/api/v1/truth").status == 200)
    for number in [0, 2] {
      let answer = try service.control("/boards/\(number)/api/v1/truth")
      #expect(answer.status == 404)
      #expect(
        try JSONDocument(answer.body).text("error")?.hasSuffix("of 3, number 1 runs alone") == true)
    }
  }

  @Test("a board alone has no paths of others")
  func single() throws {
    let service = try Self.fleet(1)
    defer { service.stop() }
    #expect(try service.get("/boards/7/").text == ";;;;;;;;;;;;")
    #expect(try service.control("/boards/7/api/v1/truth").status == 404)
    #expect(try service.control("/boards/0/api/v1/truth").status == 200)
    #expect(try service.get("/metrics").text.contains("board=") == false)
  }

  @Test("metrics of many boards carry their numbers")
  func metrics() throws {
    let service = try Self.fleet(2)
    defer { service.stop() }
    let lines = try service.get("/boards/1/metrics").text.split(separator: "\n")
    for line in lines where !line.hasPrefix("#") {
      #expect(line.contains(#"{board="1""#), "\(line)")
    }
    #expect(lines.contains { $0.contains(#"{board="1",sensor="#) || $0.contains(#"board="1","#) })
  }

  @Test("two runs write the same cards, and a board alone writes the one it writes among others")
  func sameness() throws {
    let folder = try TemporaryFolder()
    for (name, selection) in [("a", .all), ("b", .all), ("c", .only(1))]
      as [(String, BoardSelection)]
    {
      let service = try Self.fleet(
        3, of: selection, pace: .unlimited, duration: .seconds(60), card: folder.path(name))
      #expect(service.waitForEnd(atMost: .seconds(200)))
      service.stop()
    }
    for number in 0..<3 {
      let card = try folder.text(of: "a/\(number)/20260601.CSV")
      #expect(card.split(separator: "\n").count > 29)
      #expect(try card == folder.text(of: "b/\(number)/20260601.CSV"))
      if number == 1 { #expect(try card == folder.text(of: "c/1/20260601.CSV")) }
    }
    let cards = try (0..<3).map { try folder.text(of: "a/\($0)/20260601.CSV") }
    #expect(Set(cards).count == 3)
  }

  @Test("boards of three shards write the cards and give the answers that they do in one process")
  func shards() throws {
    let folder = try TemporaryFolder()
    var answers: [String: [String]] = [:]
    let parts: [(String, BoardSelection)] =
      try [("whole", .all)] + (0..<3).map { ("parts", .shard(try Shard($0, of: 3))) }
    for (name, selection) in parts {
      let service = try Self.fleet(11, of: selection, card: folder.path(name))
      defer { service.stop() }
      let numbers = selection.numbers(of: 11)
      #expect(service.ports.count == numbers.count)
      for number in numbers {
        let path = "/boards/\(number)"
        let advanced = try HTTPAnswer.to(
          "POST", "\(path)/api/v1/clock/advance", port: service.controlPort,
          body: #"{"seconds":60}"#)
        #expect(advanced.status == 200)
        let own = service.ports[number - numbers.lowerBound]
        if number == numbers.lowerBound {
          #expect(try HTTPAnswer.get("/", port: own).text == service.get("\(path)/").text)
        }
        for page in ["", "/api/v1/measurement", "/api/v1/status", "/metrics"] {
          answers[name, default: []].append(try service.get(path + page).text)
        }
        answers[name]?.append(try service.control("\(path)/api/v1/truth").text)
      }
    }
    #expect(answers["whole"]?.count == 55 && answers["whole"] == answers["parts"])
    for number in 0..<11 {
      let card = try folder.text(of: "whole/\(number)/20260601.CSV")
      #expect(card.split(separator: "\n").count > 29)
      #expect(try card == folder.text(of: "parts/\(number)/20260601.CSV"))
    }
  }

  @Test("a shard has the paths of its boards, and says which they are")
  func shardPaths() throws {
    let service = try Self.fleet(10, of: .shard(try Shard(1, of: 3)))
    defer { service.stop() }
    #expect(try service.control("/boards/3/api/v1/truth").status == 200)
    let document = try JSONDocument(service.control("/api/v1/boards").body)
    let boards = document["boards"] as? [[String: Any]] ?? []
    #expect(boards.map { $0["board"] as? Int } == [3, 4, 5])
    #expect(boards[2]["url"] as? String == "http://127.0.0.1:\(service.ports[2])/")
    for number in [2, 6] {
      let answer = try service.control("/boards/\(number)/api/v1/truth")
      #expect(answer.status == 404)
      #expect(
        try JSONDocument(answer.body).text("error")?
          .hasSuffix("of 10, there are /boards/3/ to /boards/5/") == true)
    }
  }

  @Test(
    "a shard's ports count from its first board, also beyond the boards that have one among all")
  func shardPorts() throws {
    var configuration = BoardService.Configuration()
    configuration.boardCount = 1000
    configuration.selection = .shard(try Shard(1, of: 2))
    configuration.port = 0
    configuration.controlPort = 0
    let ports = try configuration.reservePorts()
    #expect(ports.data.count == BoardService.portCount)
    #expect(configuration.hasPort(699) && !configuration.hasPort(700))
    configuration.selection = .only(201)
    #expect(!configuration.hasPort(201))
    #expect(try configuration.reservePorts().data.count == 1)
  }

  @Test("a board whose card fails, or whose caster is gone, stops no other")
  func failingBoard() throws {
    let folder = try TemporaryFolder()
    let service = try Self.fleet(2, card: folder.path("cards"))
    defer { service.stop() }
    try folder.remove("cards/0")
    for number in 0..<2 {
      _ = try HTTPAnswer.to(
        "POST", "/boards/\(number)/api/v1/clock/advance", port: service.controlPort,
        body: #"{"seconds":10}"#)
    }
    let states = try (0..<2).map {
      try JSONDocument(service.get("/boards/\($0)/api/v1/status").body).text("card.state")
    }
    #expect(states == ["absent", "ok"])
    #expect(try folder.text(of: "cards/1/20260601.CSV").split(separator: "\n").count > 3)
  }

  @Test("a start that cannot be is one error, and nothing is half started")
  func badStarts() throws {
    let folder = try TemporaryFolder()
    func error(_ change: (inout BoardService.Configuration) -> Void) -> String {
      var configuration = BoardService.Configuration()
      configuration.card = CardSource(.folder(folder.path("card")))
      change(&configuration)
      do {
        try BoardService(configuration).stop()
        return "started"
      } catch {
        return "\(error)"
      }
    }
    #expect(error { $0.boardCount = 0 } == "\(FleetError.noBoard)")
    #expect(error { $0.boardCount = -1 } == "\(FleetError.noBoard)")
    #expect(
      error {
        $0.boardCount = 3
        $0.selection = .only(3)
      }.contains("from 0 to 2"))
    let empty = try Shard(0, of: 4)
    #expect(
      error {
        $0.boardCount = 3
        $0.selection = .shard(empty)
      } == "\(FleetError.emptyShard(empty, of: 3))")
    let room = Machine.memory / 2 / FleetError.bytesPerBoard
    #expect(error { $0.boardCount = .max }.hasSuffix("this machine's memory; \(room) do"))
    let ports = error {
      $0.boardCount = 300
      $0.port = 65_500
    }
    #expect(ports.contains("65500 to 65699"))
    let taken = try ServedSnapshot()
    let middle = error {
      $0.boardCount = 5
      $0.port = taken.port - 2
    }
    #expect(middle != "started")
    #expect(try folder.names.isEmpty)
  }

  @Test("a start may be ended, and nothing has been served")
  func interruptedStart() throws {
    var configuration = BoardService.Configuration()
    configuration.boardCount = 200
    configuration.port = 0
    var counts: [Int] = []
    #expect(throws: StartInterruption.self) {
      try BoardService(configuration) { count in
        counts.append(count)
        return false
      }
    }
    #expect(counts == [0], "none is ready when the first sixty have been made")
    // The start can also be cancelled during the warm-up, when all boards exist.
    configuration.boardCount = 20
    #expect(throws: StartInterruption.self) {
      try BoardService(configuration) { _ in false }
    }
  }
}
