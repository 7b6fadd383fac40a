import BoardClient
import BoardFirmware
import BoardSimulation
import Foundation
import ScenarioFiles
import Testing
import VirtualBoard

@Suite("Tutorials and guides: VirtualBoard, BoardFirmware, ScenarioFiles, BoardClient")
struct BoardTutorials {
  @Test("a fault, and a claim about what the firmware makes of it")
  func holdsExpectation() throws {
    let bytes = try Fixture.milanBase()

    var options = BoardOptions()
    options.origin = .base
    options.seed = 7
    let nack = try BoardFault(parsing: "nack part=sps30 from=60 to=70")
    options.events.append(BoardEvent(.fault(nack), at: .zero))

    var replay = Replay(bytes, name: "milan-base", options: options, duration: .seconds(120))
    replay.expectations = [
      try Expectation("gnss.best_fix == rtk-fixed"),
      try Expectation("within 10 s of fault-end:nack sensors.sps30.state == ok"),
    ]
    let (_, outcomes) = try replay.run()
    for outcome in outcomes { print(outcome) }
    #expect(outcomes.count == 2 && outcomes.allSatisfy(\.isMet))
  }

  @Test("a whole board: weather, power, the card and the answer")
  func livesThroughADay() throws {
    let card = MemoryCard()
    let board = try Board(card: card.slot)
    try board.schedule(BoardEvent(parsing: "temperature=-10 at=100 over=30"))
    board.run(until: .seconds(190))
    print(board.get("/").text)
    print(board.snapshot.measurement[.temperature]?.value ?? .nan)
    print(card.text(of: "20260601.CSV")?.split(separator: "\n").last ?? "")
    #expect(board.get("/").text.hasPrefix("-10."))
  }

  @Test("the firmware on a bus and a clock")
  func runsFirmware() {
    let board = SimulatedBoard(world: World(scenario: .milanWalk), seed: 1)
    let (bus, clock) = (board.bus, board.clock)
    var firmware = Firmware(
      bus: bus, clock: clock, link: NoCorrectionLink(), card: NoCard(),
      configuration: FirmwareConfiguration(bootDate: UnixTime(seconds: 1_780_315_200)))
    let nextWake = firmware.run(until: .seconds(10))
    print(firmware.snapshot.measurement[.temperature]?.value ?? .nan)

    var page = LegacyPage()
    let answer = DataServer.answer(
      to: HTTPRequest(.get, "/"), from: firmware.snapshot, at: clock.now,
      configuration: DataServerConfiguration(), legacyPage: &page)
    print(String(decoding: answer.body, as: UTF8.self))
    #expect(nextWake > .seconds(10))
    #expect(String(decoding: answer.body, as: UTF8.self).split(separator: ";").count >= 11)
  }

  @Test("a scenario of YAML on a board, and a mistake in one told with its place")
  func readsScenario() throws {
    let text = """
      scenario: 1
      name: frost
      events:
        - {at: 60, set: {temperature: -10}, over: 30}
        - {at: 200, power: off}
      """
    let frost = try Scenario(yaml: Array(text.utf8), file: "frost.yaml")
    var options = BoardOptions()
    options.follow(frost)
    let board = try Board(.builtInBase, options: options)
    board.run(until: .seconds(150))
    print(board.get("/").text)
    #expect(board.get("/").text.hasPrefix("-10."))
    board.run(until: .seconds(210))
    #expect(!board.isPowered)

    do {
      _ = try Scenario(yaml: Array("scenario: 1\nnmae: frost".utf8), file: "frost.yaml")
      Issue.record("a key that nobody knows goes through")
    } catch { print(error) }  // frost.yaml:2:1: …
  }

  @Test("one that comes along")
  func followsBundled() throws {
    for name in BundledScenarios.names { print(name) }
    let text = try #require(BundledScenarios.text(of: "kitchen"))
    let scenario = try Scenario(yaml: Array(text.utf8), file: "kitchen.yaml")
    var options = BoardOptions()
    options.follow(scenario)
    let board = try Board(.builtInBase, options: options)
    board.run(until: .seconds(30))
    #expect(board.now >= .seconds(30))
  }

  func show(_ url: URL) async {
    let poller = BoardPoller(at: url)  // http://192.168.1.20:3000
    for await result in poller.measurements(every: .seconds(1)) {
      switch result {
      case .success(let measurement): print(measurement.temperatureCelsius ?? .nan)
      case .failure(let error): print(error)
      }
    }
  }

  @Test("a body is read without a network, and one that is none is told")
  func readsBody() throws {
    let body = Array(
      "22.50;45.30;100653.25;56.07;12;412;1.70;4.00;5.10;5.20;5.20;45.4781;9.2277".utf8)
    let measurement = try BoardMeasurement(parsing: body.span)
    for field in measurement.fields { print(field.value ?? .nan, field.unit) }
    #expect(measurement.temperatureCelsius == 22.5)

    let page = Array("<html>Log in to this network</html>".utf8)
    do {
      _ = try BoardMeasurement(parsing: page.span)
      Issue.record("a page of a hotspot is no measurement")
    } catch { print(error) }
  }
}
