import BoardSimulation
import GNSSBasics
import ScenarioFiles
import Testing

@testable import VirtualBoard

@Suite("Scenarios from text")
struct ScenarioTextTests {
  /// Returns a scenario with the given lines after its version.
  static func scenario(
    _ lines: String, files: [String: String] = [:]
  ) throws(ScenarioError) -> Scenario {
    try Scenario(yaml: Array("scenario: 1\n\(lines)".utf8), file: "tests/my.yaml") { path in
      files[path].map { .success(Array($0.utf8)) }
        ?? .failure(ScenarioError("'\(path)' is not there", "name another"))
    }
  }

  /// Returns the error of an invalid scenario.
  static func refusal(_ lines: String, files: [String: String] = [:]) -> String {
    do throws(ScenarioError) {
      _ = try scenario(lines, files: files)
      return ""
    } catch {
      return error.description
    }
  }

  @Test("the example of the format says what it says")
  func example() throws {
    let scenario = try Self.scenario(
      """
      name: kitchen
      about: Smoke.
      start: 2026-06-01T12:00:00Z
      seed: {world: 7}
      place: {latitude: 45.48, longitude: 9.23, height: 122}
      weather: {temperature: 21, humidity: {ramp: [[0, 40], [3600, 70]]}, pm25: {daily: [[0, 8], [8, 30]]}}
      sky: {mask: [[0, 10], [90, 60]]}
      events:
        - {at: 60, set: {temperature: -10}, over: 30}
        - {at: 00:01:30, power: off, for: 5}
      faults:
        - {fault: drift, part: sps30, from: 60, to: 70, every: 600, rate: 0.5, probability: 0.25}
      expect:
        - gnss.best_fix == rtk-fixed
      """)
    #expect(scenario.name == "kitchen" && scenario.summary == "Smoke." && scenario.seed == 7)
    #expect(scenario.start == World.defaultBootDate)
    #expect(scenario.world.place == GeodeticPosition(latitude: 45.48, longitude: 9.23, height: 122))
    #expect(scenario.world.courses[.temperature] == WorldCourse(21))
    #expect(scenario.world.courses[.humidity] == WorldCourse([.init(0, 40), .init(3600, 70)]))
    #expect(scenario.world.courses[.pm25] == WorldCourse(daily: [.init(0, 8), .init(28_800, 30)]))
    #expect(scenario.world.skyMask?.corners.count == 2)
    #expect(scenario.expectations == ["gnss.best_fix == rtk-fixed"])
    let cold = try WorldOrder(.temperature, -10, over: .seconds(30))
    let release = try WorldOrder(.temperature, nil)
    #expect(
      scenario.entries == [
        ScenarioEntry(.event(.world([cold]), undone: .world([release])), from: .seconds(60)),
        ScenarioEntry(
          .event(.power(isOn: false), undone: .power(isOn: true)), from: .seconds(90),
          for: .seconds(5)),
        ScenarioEntry(
          .fault(BoardFault(.drift, of: "sps30", probability: 0.25, [.rate: 0.5])),
          from: .seconds(60), for: .seconds(10), every: .seconds(600)),
      ])
  }

  @Test(
    "without a name it is the file's; without anything else it is the usual walk")
  func bare() throws {
    let scenario = try Self.scenario("")
    #expect(scenario.name == "my" && scenario.world == .milanWalk && scenario.entries.isEmpty)
    #expect(scenario.start == nil && scenario.seed == nil)
  }

  @Test(
    "what is wrong is told with its place and a remedy",
    arguments: [
      ("evnts: []", "2:1: a scenario has no key \"evnts\"; did you mean \"events\"?"),
      ("zzz: 1", "2:1: a scenario has no key \"zzz\"; there are scenario, name, about, start"),
      ("name: a\nname: b", "3:1: \"name\" is written twice; leave one of them out"),
      ("start: 2026-13-01T00:00:00Z", "2:8: start \"2026-13-01T00:00:00Z\" is no date; write one"),
      ("start: 2026-02-30", "2:8: start \"2026-02-30\" is no date"),
      ("start: 1970-01-01", "2:8: start \"1970-01-01\" is no date"),
      ("start: tomorrow", "2:8: start \"tomorrow\" is no date"),
      ("seed: {world: -1}", "2:15: a seed must be a whole number"),
      (
        "place: {latitude: 91, longitude: 9}",
        "2:19: latitude must be a number, not \"91\"; write one from -90 to 90"
      ),
      ("place: {latitude: 45}", "2:8: place has no \"longitude\""),
      ("place: Milan", "2:8: place must be names with values"),
      ("weather: {temperature: .nan}", "2:24: temperature must be a number, not \".nan\""),
      ("weather: {temperature: nan}", "2:24: temperature must be a number, not \"nan\""),
      ("weather: {temperature: 1e999}", "2:24: temperature must be a number, not \"1e999\""),
      (
        "weather: {temprature: 3}",
        "2:11: weather has no key \"temprature\"; did you mean \"temperature\"?"
      ),
      (
        "weather: {humidity: {ramp: [[0, 40], [10]]}}",
        "2:38: a point of a course has a time and a value"
      ),
      ("weather: {humidity: {ramp: []}}", "2:28: humidity has no point"),
      ("weather: {humidity: {daily: [[25, 40]]}}", "2:31: an hour must be a number, not \"25\""),
      ("weather: {humidity: {ramp: [[-1, 40]]}}", "2:30: a time must be a time, not \"-1\""),
      ("weather: {pm25: 3, pm10: 4}", "2:10: pm25 and pm10 are one thing with several names"),
      ("weather: {series: gone.csv}", "2:19: 'gone.csv' is not there; name another"),
      ("sky: {mask: [[0, 95]]}", "2:18: an elevation must be a number, not \"95\""),
      ("sky: {mask: []}", "2:13: the mask has no corner"),
      ("track: {points: [[45, 9]]}", "2:17: a track needs two different points"),
      ("track: {points: [[45, 9], [46, 9]], laps: 0}", "2:43: laps must be a whole number from 1"),
      ("track: {points: [[45, 9], [46, 9]], speed: 0}", "2:44: speed must be a number, not \"0\""),
      ("track: {speed: 3}", "2:8: a track has either points or a file"),
      (
        "place: {latitude: 1, longitude: 2}\ntrack: milan",
        "3:8: a track begins at its own first point"
      ),
      ("expect: [nothing]", "2:10: \"nothing\" is no expectation; write PATH OP VALUE"),
      ("events: {at: 1}", "2:9: events must be a list"),
    ])
  func refuses(lines: String, message: String) {
    #expect(Self.refusal(lines).hasPrefix("tests/my.yaml:\(message)"), "\(Self.refusal(lines))")
  }

  @Test(
    "an event or a fault that cannot be is told with its place and a remedy",
    arguments: [
      ("events: [{at: 3}]", "2:10: the event does nothing; give it one of set, power"),
      ("events: [{set: {light: 1}, power: off}]", "2:10: the event does more than one thing"),
      ("events: [{at: -5, power: off}]", "2:15: at must be a time, not \"-5\"; write seconds"),
      ("events: [{at: 25:61:00, power: off}]", "2:15: at must be a time, not \"25:61:00\""),
      ("events: [{at: 1, from: 2, power: off}]", "2:15: \"at\" and \"from\" say the same"),
      ("events: [{power: maybe}]", "2:18: power is on or off"),
      ("events: [{power: off, over: 3}]", "2:29: \"over\" belongs to \"set\""),
      ("events: [{set: {lihgt: 3}}]", "2:17: unknown quantity \"lihgt\"; did you mean \"light\"?"),
      (
        "events: [{set: {humidity: 101}}]",
        "2:27: humidity must be a number, not \"101\"; write one from 0 to 100"
      ),
      ("faults: [{part: sps30}]", "2:10: the fault has no \"fault\""),
      ("faults: [{fault: nak}]", "2:18: unknown fault \"nak\"; did you mean \"nack\"?"),
      (
        "faults: [{fault: nack, part: sps3}]",
        "2:30: \"sps3\" cannot have \"nack\"; did you mean \"sps30\"?"
      ),
      ("faults: [{fault: nack, byte: 3}]", "2:24: the fault nack has no key \"byte\""),
      ("faults: [{fault: flip, bit: 9}]", "2:29: 'bit' must be 0 to 7, not '9'"),
      ("faults: [{fault: nack, probability: 2}]", "2:37: 'probability' must be 0 to 1, not '2'"),
      ("faults: [{fault: nack, from: 5, to: 4}]", "2:37: it ends before it begins"),
      ("faults: [{fault: nack, to: 4, for: 4}]", "2:36: \"to\" and \"for\" say the same"),
      ("faults: [{fault: nack, every: 0.5}]", "2:31: nothing recurs within a second"),
      ("faults: [{fault: nack, until: 5}]", "2:31: \"until\" ends what recurs"),
      ("faults: [{fault: nack, from: 9, every: 2, until: 5}]", "2:50: it ends before it begins"),
      ("faults: [{fault: [nack, boot-mode], part: nobody}]", "2:43: there is no such fault"),
      ("faults: [{fault: any, byte: 3}]", "2:23: a fault by chance has no key \"byte\""),
    ])
  func refusesDeeds(lines: String, message: String) {
    #expect(Self.refusal(lines).hasPrefix("tests/my.yaml:\(message)"), "\(Self.refusal(lines))")
  }

  @Test("the version comes with the file, and only the one that is known")
  func version() {
    func refusal(_ text: String) -> String {
      do throws(ScenarioError) {
        _ = try Scenario(yaml: Array(text.utf8), file: "f")
        return ""
      } catch {
        return error.description
      }
    }
    #expect(refusal("name: x") == "f:1:1: a scenario has no \"scenario\"; begin with scenario: 1")
    #expect(
      refusal("scenario: 2")
        == "f:1:11: version \"2\" of the format is not known; write scenario: 1")
    #expect(refusal("[]").hasPrefix("f:1:1: a scenario must be names with values"))
    #expect(
      refusal("scenario: 1\ntrack: {file: x, speed: 1}").hasPrefix(
        "f:2:15: this scenario is in no folder"))
  }

  @Test("every kind of fault is known with every word that it takes")
  func everyFault() throws {
    for kind in BoardFault.Kind.allCases {
      let words = kind.parameters.map { ", \($0.name.rawValue): \(Int($0.range.upperBound))" }
      let part = kind.parts.first.map { ", part: \($0)" } ?? ""
      let scenario = try Self.scenario(
        "faults: [{fault: \(kind.rawValue)\(part)\(words.joined())}]")
      guard case .fault(let fault) = scenario.entries.first?.deed else {
        Issue.record("\(kind) is no fault")
        continue
      }
      #expect(fault.kind == kind && fault.part == kind.parts.first)
      #expect(fault.parameters.count == kind.parameters.count)
    }
  }

  @Test("a hundred thousand entries are the most, and each of them counts")
  func mostEntries() {
    let line = "  - {power: off}\n"
    let text = "events:\n" + String(repeating: line, count: 100_001)
    #expect(
      Self.refusal(text)
        == "tests/my.yaml:3:3: there are 100001 events and faults; a scenario has at most 100000; "
        + "use \"every\" for what recurs")
  }
}
