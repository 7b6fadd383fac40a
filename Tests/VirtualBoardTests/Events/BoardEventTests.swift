@testable import VirtualBoard
import BoardSimulation
import BoardFirmware
import GNSSBasics
import Testing
import TextOutput

@Suite("Events as they are written")
struct BoardEventTests {
  private static func world(
    _ quantity: WorldQuantity, _ value: Double?, over ramp: Duration = .zero, at time: Duration?
  ) throws -> BoardEvent {
    BoardEvent(.world([try WorldOrder(quantity, value, over: ramp)]), at: time)
  }

  @Test("a word names and holds; 'at' and 'over' say when")
  func text() throws {
    let zero = Duration.zero
    #expect(
      try BoardEvent(parsing: "temperature=-10")
        == Self.world(.temperature, -10, at: zero))
    #expect(
      try BoardEvent(parsing: " pm05_number=2.5e2  over=30 at=100 ")
        == Self.world(.pm05Number, 250, over: .seconds(30), at: .seconds(100)))
    #expect(
      try BoardEvent(parsing: "humidity=null at=0.5")
        == Self.world(.humidity, nil, at: .seconds(0.5)))
  }

  @Test(
    "what is no event is told with what is wrong",
    arguments: [
      ("", EventError.empty), ("temprature=1", .unknownQuantity("temprature")),
      ("at=3", .unknownQuantity("at")), ("temperature", .unknownWord("temperature")),
      ("temperature=warm", .notAnOrder("temperature")), ("eco2=nan", .notAnOrder("eco2")),
      ("eco2=inf", .notAnOrder("eco2")), ("eco2=", .notAnOrder("eco2")),
      ("humidity=101", .outOfRange(.humidity, 101)),
      ("humidity=-0.1", .outOfRange(.humidity, -0.1)),
      ("light=1 at=-1", .badTime("at")), ("light=1 at=now", .badTime("at")),
      ("light=1 over=1e10", .badTime("over")), ("light=1 for=3", .unknownWord("for=3")),
      ("light=null over=3", .unknownWord("over=3")),
    ])
  func nonsense(text: String, error: EventError) {
    #expect(throws: error) { try BoardEvent(parsing: text) }
  }

  @Test("a report has events as a scenario's file has them")
  func described() throws {
    let temperature = try WorldOrder(.temperature, -10, over: .seconds(3))
    let settings = try BoardSettings(sampleInterval: .seconds(5), network: .standard)
    let nack = BoardFault(
      .nack, of: "sps30", from: .seconds(5), to: .seconds(9), probability: 0.5)
    let none = Described("probability", number: 1, decimals: 6).name
    for (deed, json) in [
      (
        .world([temperature, try WorldOrder(.light, nil)]),
        #"{"at":7.000000000,"set":{"temperature":-10.000000,"light":null},"over":3.000000000}"#
      ),
      (
        .world([try WorldOrder(.light, 3)]), #"{"at":7.000000000,"set":{"light":3.000000}}"#
      ),
      (.power(isOn: true), #"{"at":7.000000000,"power":"on"}"#),
      (.wifi(isOn: false, network: nil), #"{"at":7.000000000,"wifi":"off"}"#),
      (.settings(settings), #"{"at":7.000000000,"settings":{"sample_interval":5.000000000}}"#),
      (.endFault(nil), #"{"at":7.000000000}"#),
      (
        .fault(nack),
        #"{"fault":"nack","part":"sps30","from":7.000000000,"to":9.000000000,"\#(none)":0.500000}"#
      ),
      (
        .fault(BoardFault(.flip, from: .seconds(8), [.bit: 3])),
        #"{"fault":"flip","from":8.000000000,"bit":3.000000}"#
      ),
    ] as [(BoardEvent.Deed, String)] {
      #expect(BoardEvent(deed, at: .seconds(7)).described.json == json)
    }
    #expect(BoardEvent(.power(isOn: false)).described.json.hasPrefix(#"{"at":0.000000000,"#))
  }

  @Test("errors tell what is wrong and what to do")
  func sentences() throws {
    let sentences: [(any Error, String)] = [
      (
        EventError.past(.seconds(3), now: .seconds(4)),
        "board time 3.0 has passed: it is 4.0 now; give a later time, or none for now"
      ),
      (EventError.outOfRange(.humidity, 101), "humidity must be 0.0 to 100.0, not 101.0"),
      (EventError.stopped(at: .seconds(2)), "the board has stopped at 2.0 s of board time"),
      (
        OriginError.withoutCorrections,
        "--origin base needs corrections, and there are none; leave out --ntrip none, or use --origin LAT,LON"
      ),
      (
        ExpectationError.noClaim("x"),
        "'x' is no expectation; write PATH OP VALUE with one of == != < <= > >=, for example 'gnss.best_fix == rtk-fixed'"
      ),
      (
        ExpectationError.noTime("x"),
        "'x': times are seconds of board time, as in 'sensors.sps30.state == ok @ 80' or 'always gnss.satellites > 5 after 60 before 120'"
      ),
      (
        ExpectationError.noMoment("x"),
        "'x': write 'within N s of MOMENT CLAIM', MOMENT one of fault:NAME, fault-end:NAME, power:on or a board time"
      ),
    ]
    for (error, sentence) in sentences { #expect("\(error)" == sentence) }
    let home = WiFiStation.Surroundings(hotspot: .standard)
    #expect(home.fault(for: .standard) == nil)
    let port = "; PUT /api/v1/settings on the control port sets another"
    #expect(
      home.fault(for: WiFiNetwork(ssid: "boardsim", password: nil))
        == "the hotspot 'boardsim' refuses the password\(port)")
    #expect(
      WiFiStation.Surroundings().fault(for: .standard)
        == "there is no hotspot 'boardsim'; switch it on, or PUT /api/v1/settings on the control port names another"
    )
  }

  @Test("settings have limits, and are what a card's last whole line says")
  func settings() throws {
    for (seconds, ssid, password, setting) in [
      (0.1, "s", nil, nil), (3600, String(repeating: "s", count: 32), "12345678", nil),
      (2, "é", String(repeating: "p", count: 63), nil), (0.09, "s", nil, "sample_interval"),
      (3600.1, "s", nil, "sample_interval"), (2, "", nil, "ssid"),
      (2, String(repeating: "s", count: 33), nil, "ssid"), (2, "a\u{1F}", nil, "ssid"),
      (2, "a\u{7F}", nil, "ssid"), (2, "a b", "1234567", "password"),
      (2, "s", String(repeating: "p", count: 64), "password"), (2, "s", "1234567\t", "password"),
    ] as [(Double, String, String?, String?)] {
      do throws(EventError) {
        let network = WiFiNetwork(ssid: ssid, password: password)
        let made = try BoardSettings(sampleInterval: .seconds(seconds), network: network)
        #expect(setting == nil, "\(seconds) \(ssid)")
        #expect(BoardSettings(endOfFile: BoardSettings.header + made.line) == made)
      } catch {
        #expect(setting != nil && error.description.hasPrefix("'\(setting ?? "")' must be"))
      }
    }
    for (text, seconds) in [
      ("2\ta\t\n3\tb\t\n", 3), ("2\ta\t\n3\tb\t", 2), ("2\ta\t\n3\tb\n", 2),
      ("2\ta\t\n1e9\ta\t\n", 2),
      ("2\ta\t\t\n", nil), ("2\ta\t", nil), ("", nil), ("x\ta\t\n", nil), ("0\ta\t\n", nil),
    ] as [(String, Double?)] {
      let read = BoardSettings(endOfFile: Array(text.utf8))
      #expect(read?.sampleInterval == seconds.map { .seconds($0) }, "\(text)")
    }
  }

  @Test("a scenario in code is what it is given")
  func scenarios() {
    let scenario = Scenario(
      name: "a", summary: "b", start: UnixTime(seconds: 5), seed: 6, weatherSeed: 7,
      world: .milanWalk, entries: [], expectations: ["uptime > 3"])
    #expect(scenario.name == "a" && scenario.summary == "b" && scenario.weatherSeed == 7)
    #expect(scenario.start == UnixTime(seconds: 5) && scenario.seed == 6)
    #expect(scenario.world.path == .round && scenario.expectations == ["uptime > 3"])
    #expect(Scenario.milanWalk.world.path == .round && Scenario.standing.world.path == .standing)
    let entry = ScenarioEntry(
      .event(.power(isOn: false), undone: nil), from: .seconds(3), every: .seconds(1),
      until: .seconds(5))
    #expect((0...2).map { entry.start(of: $0) } == [.seconds(3), .seconds(4), nil])
    let never = ScenarioEntry(
      entry.deed, from: .seconds(3), every: .seconds(0.5), until: .seconds(3))
    #expect(never.start(of: 0) == nil && ScenarioEntry(entry.deed).start(of: 1) == nil)
    #expect(ScenarioEntry(entry.deed, every: .seconds(0.5)).start(of: 1) == nil)
  }
}
