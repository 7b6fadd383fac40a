import BoardFirmware
import GNSSBasics
import SensorDrivers
import Testing

@testable import BoardSimulation
@testable import VirtualBoard

@Suite("What is made from the nodes of a text")
struct ScenarioNodeTests {
  private static func scalar(_ text: String) -> ScenarioNode {
    ScenarioNode(.scalar(text, isPlain: true), line: 1, column: 1)
  }

  private static func list(_ nodes: [ScenarioNode]) -> ScenarioNode {
    ScenarioNode(.sequence(nodes), line: 1, column: 1)
  }

  private static func node(_ members: (String, ScenarioNode)...) -> ScenarioNode {
    ScenarioNode(
      .mapping(members.map { ScenarioNode.Member(key: scalar($0.0), value: $0.1) }), line: 1,
      column: 1)
  }

  @Test("a scenario is made of a report's orders and faults, without a board's settings")
  func ordersOfReport() throws {
    let report = Self.node(
      (
        "events",
        Self.list([
          Self.node(("at", Self.scalar("5.000")), ("temperature", Self.scalar("-10.50"))),
          Self.node(("settings", Self.node(("dialect", Self.scalar("moqa"))))),
          Self.node(("fault", Self.scalar("nack")), ("from", Self.scalar("7"))),
        ])
      ))
    let text = try ScenarioOrdersText.yaml(ofReport: report, named: "again")
    #expect(
      text == """
        scenario: 1
        name: again
        events:
          - {at: 5, temperature: -10.5}
        faults:
          - {fault: nack, from: 7}

        """)
  }
}

@Suite("What is done by hand, as a scenario")
struct ScenarioOrdersTests {
  @Test("numbers lose the zeros behind them, and what a scenario cannot have is left out")
  func numbers() throws {
    let report = FlowText.node(
      "{events: [{a: 5.000, b: 5.120, c: 50, d: 1.50e10, e: v1.0, f: [1.0, {g: 0.0}]}]}")
    let text = try ScenarioOrdersText.yaml(ofReport: report, named: "n")
    #expect(
      text == """
        scenario: 1
        name: n
        events:
          - {a: 5, b: 5.12, c: 50, d: 1.50e10, e: v1.0, f: [1, {g: 0}]}

        """)
    let settings = FlowText.node("{events: [{settings: {a: 1}}, {fault: nack, settings: 1}]}")
    #expect(
      try ScenarioOrdersText.yaml(ofReport: settings, named: "n")
        == "scenario: 1\nname: n\nfaults:\n  - {fault: nack, settings: 1}\n")
    let error = #expect(throws: ScenarioError.self) {
      _ = try ScenarioOrdersText.yaml(ofReport: FlowText.node("{}"), named: "n")
    }
    #expect(error?.remedy == "write one with 'boardsim run --report FILE'")
  }

  @Test("parts are told with their registers, two digits a byte, four for a command")
  func parts() throws {
    let board = try Board(.none)
    board.run(until: .seconds(3))
    var parts = board.simulation.bus.inspect()
    parts[0].registers = [
      PartRegister("a", at: 0xFF, [0x0A, 0xB0]), PartRegister("b", at: 0x100, []),
    ]
    let told = parts.described(at: .seconds(1.5))
    #expect(told.json.hasPrefix(#"{"board_time":1.500000,"parts":[{"name":"\#(parts[0].name)","#))
    #expect(told.json.contains(#"{"name":"a","address":"0xFF","bytes":"0A B0"}"#))
    #expect(told.json.contains(#"{"name":"b","address":"0x0100","bytes":""}"#))
    let traffic = parts[0].traffic
    #expect(traffic.transfers > 0)
    #expect(told.json.contains(#""bus":{"transfers":\#(traffic.transfers),"nacks":0,"#))
  }
}

@Suite("What drivers do that silicon punishes")
struct StrictnessTests {
  @Test("is told once of each part, section and remedy, and counted each time")
  func counts() {
    let bus = SimulatedI2CBus(clock: SimulatedClock())
    let strictness = FindingList(watching: bus, isStrict: true)
    var told = 0
    strictness.whenFound = { _ in told += 1 }
    func find(_ what: String, _ remedy: String, _ section: String) {
      bus.onMisuse?(
        StrictFinding(
          time: .zero, transfer: 1, address: .bme280,
          misuse: DriverMisuse(what, remedy: remedy, section: section)))
    }
    find("is read too early", "wait", "§1")
    find("is read far too early", "wait", "§1")
    #expect(strictness.findings.map(\.count) == [2] && told == 1)
    find("is read too early", "wait longer", "§1")
    find("is read too early", "wait", "§2")
    #expect(strictness.findings.map(\.count) == [2, 1, 1] && told == 3)
    #expect(strictness.misuseCount == 4 && strictness.latestMisuse?.section == "§2")
    for index in 3...1005 { find("is too much", "do less", "§\(index)") }
    #expect(strictness.findings.count == 1000 && told == 1000)
    #expect(strictness.misuseCount == 1007 && strictness.latestMisuse?.section == "§1005")
  }

  @Test("is looked for where that is asked for only", arguments: [false, true])
  func isOptional(isStrict: Bool) throws {
    var options = BoardOptions()
    options.isStrict = isStrict
    let board = try Board(.none, options: options)
    #expect((board.simulation.bus.onMisuse != nil) == isStrict)
  }
}

@Suite("A drawing of a scenario")
struct ScenarioPlotTests {
  @Test("has a strip for each quantity, and one number where a value does not move")
  func draws() throws {
    var options = BoardOptions()
    let cold = ScenarioEntry(.event(.world([try WorldOrder(.temperature, -10)]), undone: nil))
    options.scenario = Scenario(name: "cold", entries: [cold])
    let text = ScenarioPlot(options, for: .seconds(60)).text()
    for label in ["cold", "temperature, °C", "light, lx", "faults, power"] {
      #expect(text.contains(">\(label)</text>"), "\(label)")
    }
    let numbers = text.split(separator: "\n").filter { $0.contains("text-anchor=\"end\"") }
    #expect(numbers.count { $0.contains(">-10") } == 1)
    #expect(!text.contains("=\"-"), "nothing lies above the drawing or left of it")
  }

  @Test("has the sky with north above")
  func drawsSky() throws {
    var options = BoardOptions()
    options.scenario = Scenario(name: "wall", start: UnixTime(seconds: 1_780_315_200))
    #expect(options.scenario.start == UnixTime(seconds: 1_780_315_200))
    #expect(!ScenarioPlot(options, for: .seconds(60)).text().contains("hidden"))
    options.scenario.world.skyMask = SkyMask([SkyMask.Corner(azimuth: 180, elevation: 30)])
    let text = ScenarioPlot(options, for: .seconds(60)).text()
    let circle = try #require(text.split(separator: "\n").last { $0.contains("<circle ") })
    func number(after mark: String) throws -> Double {
      let start = try #require(circle.firstRange(of: mark)).upperBound
      return try #require(Double(circle[start...].prefix { !" \"".contains($0) }))
    }
    // The visible area begins in the north.
    let area = try #require(text.firstRange(of: "<polygon points=\"")).upperBound
    let first = text[area...].prefix { !" \"".contains($0) }.split(separator: ",")
    let centre = (try number(after: "<circle cx=\""), try number(after: "cy=\""))
    let (x, y) = (try #require(Double(first[0])), try #require(Double(first[1])))
    #expect(abs(x - centre.0) < 0.1 && y < centre.1 - 50)
  }
}
