import BoardSimulation
import GNSSBasics
import Testing

@testable import VirtualBoard

@Suite("What a scenario's names and values make")
struct ScenarioReaderTests {
  @Test("each key says what it says")
  func reads() throws {
    let scenario = try FlowText.scenario(
      """
      name: tour, about: all of it, start: 2026-06-01T12:00:00Z, seed: {world: 3, weather: 4},
      place: {latitude: 44, longitude: 10, height: 80}, site: roof,
      weather: {temperature: 20, humidity: {ramp: [[0, 40], [01:00:00, 70]]},
        light: {daily: [[0, 8], [24, 9], [08:30, 30]]}, clouds: 50, pm10: 7},
      sky: {mask: [[10, 20], [360, 60]]}, expect: [gnss.fix == none, uptime > 3]
      """)
    let points = [WorldCourse.Point(0, 40), WorldCourse.Point(3600, 70)]
    let hours = [
      WorldCourse.Point(0, 8), WorldCourse.Point(86_400, 9), WorldCourse.Point(30_600, 30),
    ]
    let corners = [
      SkyMask.Corner(azimuth: 10, elevation: 20), SkyMask.Corner(azimuth: 0, elevation: 60),
    ]
    let expected = Scenario(
      name: "tour", summary: "all of it", start: UnixTime(seconds: 1_780_315_200), seed: 3,
      weatherSeed: 4,
      world: WorldScript(
        place: GeodeticPosition(latitude: 44, longitude: 10, height: 80), site: .roof,
        courses: [
          .temperature: WorldCourse(20), .humidity: WorldCourse(points),
          .light: WorldCourse(daily: hours), .pm10: WorldCourse(7),
        ],
        clouds: WorldCourse(50), skyMask: SkyMask(corners)),
      expectations: ["gnss.fix == none", "uptime > 3"])
    #expect(scenario == expected)
    #expect(scenario.weatherSeed == 4 && scenario.seed == 3 && scenario.summary == "all of it")
  }

  @Test("what nobody says is the walk in Milan, under the file's name")
  func defaults() throws {
    #expect(try FlowText.scenario("") == Scenario(name: "my", world: .milanWalk))
    #expect(try FlowText.scenario("site: park").world == WorldScript(site: .park))
    #expect(try FlowText.scenario("track: milan").world == .milanWalk)
    let place = try FlowText.scenario("place: {latitude: -90, longitude: 180}").world.place
    #expect(place == GeodeticPosition(latitude: -90, longitude: 180, height: World.milan.height))
    var reader = ScenarioReader(
      ScenarioReader.Sources(
        bytes: { _ in .success([]) }, nodes: { _, _ in .success(FlowText.node("{}")) }))
    for (file, name) in [
      ("a/b.c.yaml", "b.c"), (".yaml", ".yaml"), ("plain", "plain"), ("", "scenario"),
    ] {
      #expect(try reader.scenario(FlowText.node("{scenario: 1}"), file: file).name == name)
    }
  }

  @Test("events are done at their times, and undone at their ends")
  func events() throws {
    let scenario = try FlowText.scenario(
      """
      events: [{at: 5, set: {temperature: 30, pressure: null}, over: 10},
        {from: 00:01:00, to: 00:02:00, power: off}, {every: 1, until: 600, for: 2, wifi: on},
        {set: {light: 3}, to: 0}, {power: yes}]
      """)
    func deed(_ isOn: Bool) -> ScenarioEntry.Deed {
      .event(.power(isOn: isOn), undone: .power(isOn: !isOn))
    }
    let orders = [
      try WorldOrder(.temperature, 30, over: .seconds(10)), try WorldOrder(.pressure, nil),
    ]
    let releases = [try WorldOrder(.temperature, nil), try WorldOrder(.pressure, nil)]
    let light = (try WorldOrder(.light, 3), try WorldOrder(.light, nil))
    let expected = [
      ScenarioEntry(.event(.world(orders), undone: .world(releases)), from: .seconds(5)),
      ScenarioEntry(deed(false), from: .seconds(60), for: .seconds(60)),
      ScenarioEntry(
        .event(
          .wifi(isOn: true, network: nil), undone: .wifi(isOn: false, network: nil)),
        for: .seconds(2), every: .seconds(1), until: .seconds(600)),
      ScenarioEntry(
        .event(.world([light.0]), undone: .world([light.1])), for: .zero),
      ScenarioEntry(deed(true)),
    ]
    for (entry, wanted) in zip(scenario.entries, expected) { #expect(entry == wanted) }
    #expect(scenario.entries.count == expected.count)
  }

  @Test("faults have a part, a probability and what their kind takes, and come behind the events")
  func faults() throws {
    let entries = try FlowText.scenario(
      """
      faults: [{fault: nack, part: sps30, from: 60, probability: 0.5},
        {fault: flip, bit: 3}, {fault: any, for: 3}, {fault: [crc, nack, wifi.lost], part: sps30},
        {fault: any, part: veml7700, every: 60}], events: [{power: off}]
      """
    ).entries
    var nack = BoardFault(.nack, of: "sps30")
    nack.probability = 0.5
    let kinds = BoardFault.Kind.allCases
    let expected: [ScenarioEntry.Deed] = [
      .event(.power(isOn: false), undone: .power(isOn: true)), .fault(nack),
      .fault(BoardFault(.flip, of: nil, [.bit: 3])),
      .anyFault(of: kinds.filter { $0.place != .card }, part: nil),
      .anyFault(of: [.crc, .nack], part: "sps30"),
      .anyFault(
        of: kinds.filter { $0.place != .card && $0.parts.contains("veml7700") }, part: "veml7700"),
    ]
    #expect(entries.map(\.deed) == expected)
    #expect(entries.map(\.start) == [.zero, .seconds(60), .zero, .zero, .zero, .zero])
    #expect(entries.map(\.length) == [nil, nil, nil, .seconds(3), nil, nil])
    #expect(entries.map(\.period) == [nil, nil, nil, nil, nil, .seconds(60)])
  }

  @Test(
    "what is none is told with what to do",
    arguments: [
      ("scenario: 1", "\"scenario\" is written twice"),
      ("evnts: []", "a scenario has no key \"evnts\"; did you mean \"events\"?"),
      ("name: []", "name must be a text; write it in one line"), ("name: null", ""),
      ("name: \(String(repeating: "n", count: 81))", "the name is too long"),
      ("name: \(String(repeating: "n", count: 80))", ""), ("name: a\tb", "or has a line break"),
      ("about: {}", "about must be a text"),
      ("start: noon", "start \"noon\" is no date; write one"),
      ("start: []", "start \"\" is no date"), ("seed: 5", "seed must be names with values"),
      ("seed: {world: -1}", "a seed must be a whole number; write seed: {world: 1"),
      ("place: {latitude: 45}", "place has no \"longitude\"; write place: {latitude: 45.48"),
      ("place: {latitude: 90.5, longitude: 0}", "write one from -90 to 90"),
      ("place: {latitude: 0, longitude: 181}", "write one from -180 to 180"),
      ("place: {latitude: 0, longitude: 0, height: 9001}", "write one from -500 to 9000"),
      ("site: rof", "unknown site \"rof\"; did you mean \"roof\"?"),
      ("site: []", "unknown site \"\""), ("sky: {}", "sky has no \"mask\"; write mask: [[0, 10]"),
      ("sky: {mask: 3}", "mask must be a list"),
      ("sky: {mask: [3]}", "a corner of the mask must be"),
      ("sky: {mask: [[1, 2, 3]]}", "a corner of the mask has two numbers"),
      (
        "sky: {mask: [[361, 2]]}",
        "an azimuth must be a number, not \"361\"; write one from 0 to 360"
      ),
      (
        "sky: {mask: [[1, 91]]}",
        "an elevation must be a number, not \"91\"; write one from 0 to 90"
      ),
      ("sky: {mask: []}", "the mask has no corner"),
      ("expect: 3", "expect must be a list; write a line for each claim"),
      ("expect: [{}]", "a claim must be a text"), ("expect: [x]", "\"x\" is no expectation"),
      ("events: {at: 1}", "events must be a list"), ("faults: 3", "faults must be a list"),
    ])
  func refuses(members: String, words: String) {
    let refusal = FlowText.refusal(members)
    #expect(words.isEmpty ? refusal.isEmpty : refusal.hasPrefix("tests/my.yaml: "), "\(refusal)")
    #expect(refusal.contains(words), "\(refusal)")
  }

  @Test(
    "what is no event and no fault is told with what to do",
    arguments: [
      ("{at: 3}", "the event does nothing; give it one of set, power, wifi"),
      ("{set: {light: 1}, power: off}", "the event does more than one thing"),
      ("{power: maybe}", "power is on or off; write power: off"),
      ("{power: off, over: 3}", "\"over\" belongs to \"set\"; leave it out"),
      ("{set: {}}", "nothing is set; write set:"), ("{set: 3}", "nothing is set"),
      ("{set: {lihgt: 3}}", "unknown quantity \"lihgt\"; did you mean \"light\"?"),
      ("{set: {light: -1}}", "light must be a number, not \"-1\"; write one from 0 to 200000"),
      ("{set: {light: 1}, over: x}", "over must be a time, not \"x\""),
      ("{power: off, at: 1, from: 2}", "\"at\" and \"from\" say the same; leave one"),
      ("{power: off, at: []}", "at must be a time, not a list or a mapping; write seconds from 0"),
      ("{power: off, to: 4, for: 4}", "\"to\" and \"for\" say the same; leave one"),
      ("{power: off, from: 5, to: 4}", "it ends before it begins; give a later time"),
      ("{power: off, every: 0.5}", "nothing recurs within a second; write every: 1"),
      ("{power: off, until: 5}", "\"until\" ends what recurs; write \"every\" as well"),
      ("{power: off, from: 5, every: 2, until: 5}", "it ends before it begins; give a later"),
      ("{set: {light: 1}, fault: nack}", "an event has no key \"fault\""),
    ])
  func refusesEvent(event: String, words: String) {
    let refusal = FlowText.refusal("events: [\(event)]")
    #expect(refusal.contains(words), "\(refusal)")
  }

  @Test(
    "what is no fault is told with what to do",
    arguments: [
      ("{part: sps30}", "the fault has no \"fault\"; write {fault: nack"),
      ("{fault: nak}", "unknown fault \"nak\"; did you mean \"nack\"?"),
      ("{fault: {}}", "unknown fault \"\""), ("{fault: [nak]}", "unknown fault \"nak\""),
      ("{fault: nack, byte: 3}", "the fault nack has no key \"byte\""),
      ("{fault: flip, bit: 9}", "'bit' must be 0 to 7, not '9'; 'boardsim faults' lists"),
      ("{fault: nack, part: []}", "part must be a text"),
      ("{fault: nack, part: sps31}", "\"sps31\" cannot have \"nack\"; did you mean \"sps30\"?"),
      ("{fault: nack, probability: 2}", "'probability' must be 0 to 1, not '2'"),
      ("{fault: [nack, boot-mode], part: nobody}", "there is no such fault; leave the part out"),
      ("{fault: []}", "there is no such fault"),
      ("{fault: any, byte: 3}", "a fault by chance has no key \"byte\""),
      ("{fault: any, part: []}", "part must be a text"),
    ])
  func refusesFault(fault: String, words: String) {
    let refusal = FlowText.refusal("faults: [\(fault)]")
    #expect(refusal.contains(words), "\(refusal)")
  }

  @Test("the version is 1, and what names no place in a text tells the file alone")
  func version() {
    var reader = ScenarioReader(
      ScenarioReader.Sources(
        bytes: { _ in .success([]) }, nodes: { _, _ in .success(FlowText.node("{}")) }))
    func refusal(_ text: String) -> String {
      do throws(ScenarioError) {
        _ = try reader.scenario(FlowText.node(text), file: "f")
        return ""
      } catch {
        return error.description
      }
    }
    #expect(refusal("{x: 1}").hasPrefix("f:1:2: a scenario has no key \"x\""))
    #expect(refusal(" {}") == "f:1:2: a scenario has no \"scenario\"; begin with scenario: 1")
    #expect(
      refusal("{scenario: 2}")
        == "f:1:12: version \"2\" of the format is not known; write scenario: 1")
    #expect(refusal("[]") == "f:1:1: a scenario must be names with values; write scenario: …")
    #expect(ScenarioError(file: "f", line: 3, "a", "b").description == "f:3: a; b")
    #expect(ScenarioError(file: "f", "a", "b").description == "f: a; b")
    #expect(ScenarioError("a", "b").of("g").of("h").file == "g")
  }

  @Test("seconds and clock times are times of a board")
  func times() {
    for (text, seconds) in [
      ("0", 0.0), ("1e9", 1e9), ("2.5", 2.5), ("01:02", 3720), ("01:02:03", 3723),
      ("00:59:59", 3599), ("99999:00", 359_996_400),
    ] {
      let time = try? FlowText.node(text).time("at")
      #expect(time == .seconds(seconds), "\(text)")
    }
    for text in [
      "-1", "1.1e9", "x", "nan", "1:60", "1:00:60", "1:2:3:4", "1:", ":1", "1:1:", "100000:00",
      "1:-1",
    ] {
      #expect(throws: ScenarioError.self) { try FlowText.node(text).time("at") }
    }
    #expect(ScenarioNode.text(3) == "3" && ScenarioNode.text(2.5) == "2.5")
    #expect(ScenarioNode.text(1e15) == "1000000000000000.0")
    let long = String(repeating: "x", count: 41)
    #expect(ScenarioError.quoted(long) == "\"\(long.prefix(39))…\"")
    #expect(ScenarioError.quoted(String(long.prefix(40))) == "\"\(long.prefix(40))\"")
    #expect(ScenarioError.quoted("a\tb\nc é~") == "\"a b c é~\"")
    let nulls = ["", "~", "null", "Null", "NULL", "none", "\"null\"", "[]"]
    #expect(
      nulls.map { FlowText.node($0 + ",").isNull } == [true, true, true, true, true] + [
        false, false, false,
      ])
  }
}
