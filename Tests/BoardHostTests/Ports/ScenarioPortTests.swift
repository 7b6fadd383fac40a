import BoardFirmware
import BoardSimulation
import Foundation
import GNSSBasics
import ScenarioFiles
import TestSupport
import Testing
import VirtualBoard

@testable import BoardHost

@Suite("The scenario on the control port", .timeLimit(.minutes(5)))
struct ScenarioPortTests {
  private static func scenario(_ lines: String) throws -> Scenario {
    try Scenario(yaml: Array("scenario: 1\n\(lines)".utf8), file: "mine.yaml")
  }

  private static func board(
    _ scenario: Scenario? = nil, events: [BoardEvent] = []
  ) throws -> BoardService {
    var configuration = BoardService.Configuration()
    if let scenario { configuration.board.follow(scenario) }
    configuration.board.events = events
    configuration.pace = .manual
    configuration.isWarm = false
    configuration.port = 0
    return try BoardService(configuration)
  }

  private static let eventful = """
    name: eventful
    about: Much happens.
    start: 2026-01-02T03:04:05Z
    seed: {world: 18446744073709551615}
    track: {speed: 2, points: [[45.5, 9.25], [45.501, 9.25]]}
    events:
      - {set: {pm25: 7, temperature: -10.25}, at: 60, over: 5, for: 30, every: 3600, until: 86400}
      - {set: {humidity: null}, at: 00:02:00}
      - {power: off, at: 0.125, for: 2}
      - {wifi: off, from: 300, to: 320}
    faults:
      - {fault: nack, part: sps30, from: 60, to: 70, probability: 0.5}
      - {fault: http.late, seconds: 7.5, from: 90, every: 600}
      - {fault: any, part: bme280, for: 4, every: 20}
      - {fault: [crc, stale], at: 5}

    """

  @Test("the scenario is told with its seed, date and length, and its events as its file has them")
  func told() throws {
    let scenario = try Self.scenario(Self.eventful)
    let service = try Self.board(scenario)
    defer { service.stop() }
    let answer = try service.control("/api/v1/scenario")
    #expect(answer.status == 200)
    #expect(answer.headers["content-type"] == "application/json")
    let json = try JSONDocument(answer.body)
    #expect(json.text("name") == "eventful")
    #expect(json.text("description") == "Much happens.")
    #expect(json.text("start") == "2026-01-02T03:04:05.000Z")
    #expect(answer.text.contains(#""seed":18446744073709551615,"#))
    let length = try #require(json.number("length"))
    #expect(abs(length - 55.6) < 0.1)
    #expect((json["orders"] as? [Any])?.isEmpty == true)
    let events = try #require(json["events"] as? [[String: Any]])
    func list(_ isFault: Bool) throws -> String {
      let list = events.filter { ($0["fault"] != nil) == isFault }
      return String(
        decoding: try JSONSerialization.data(withJSONObject: list, options: .sortedKeys),
        as: UTF8.self)
    }
    let again = try Self.scenario("events: \(list(false))\nfaults: \(list(true))\n")
    #expect(again.entries == scenario.entries)
  }

  @Test("a walk without an end has no length, and a scenario without a description none")
  func endless() throws {
    var scenario = Scenario.milanWalk
    scenario.summary = ""
    let service = try Self.board(scenario)
    defer { service.stop() }
    try service.advance("1.5")
    #expect(
      try service.control("/api/v1/scenario").text.hasSuffix(
        #""standing","day-outdoors","kitchen","classroom","running-track","urban-canyon","#
          + #""chaos"],"seed":1,"start":"2026-06-01T12:00:00.000Z","length":null,"#
          + #""events":[],"orders":[]}"#))
    #expect(
      try service.control("/api/v1/scenario?as=yaml").text == "scenario: 1\nname: by-hand\n")
  }

  @Test("orders of options and of the port are told as a report has them, and as a scenario's file")
  func orders() throws {
    let options = [BoardEvent(.world([try WorldOrder(.light, 5)]), at: .seconds(10))]
    let service = try Self.board(events: options)
    defer { service.stop() }
    func order(_ method: String, _ path: String, _ body: String) throws {
      let answer = try HTTPAnswer.to(
        method, "/api/v1/\(path)", port: service.controlPort, body: body)
      #expect(answer.status < 300, "\(method) \(path) \(body): \(answer.text)")
    }
    try service.advance("20")
    try order("PATCH", "world", #"{"temperature":{"to":-10.5,"over":60},"at":100}"#)
    try order("PATCH", "world", #"{"light":null,"at":110.125}"#)
    try order("POST", "power", #"{"on":false,"at":200}"#)
    try order("POST", "wifi", #"{"on":false,"at":300}"#)
    try order("PUT", "settings", #"{"sample_interval":5,"at":310}"#)
    try order("POST", "faults", #"{"fault":"nack","part":"sps30","from":60,"to":70}"#)
    try order("POST", "faults", #"{"fault":"http.late","seconds":7,"from":400,"probability":0.25}"#)
    let orders = try #require(service.orders.first)
    let answer = try service.control("/api/v1/scenario")
    let told = DescribedValue.array(orders.map(\.described)).json
    #expect(answer.text.hasSuffix(#","orders":\#(told)}"#))
    let file = try service.control("/api/v1/scenario?as=yaml")
    #expect(file.status == 200)
    #expect(file.headers["content-type"] == "application/yaml")
    #expect(
      file.text == """
        scenario: 1
        name: by-hand
        events:
          - {at: 10, set: {light: 5}}
          - {at: 100, set: {temperature: -10.5}, over: 60}
          - {at: 110.125, set: {light: null}}
          - {at: 200, power: off}
          - {at: 300, wifi: off}
        faults:
          - {fault: nack, part: sps30, from: 60, to: 70}
          - {fault: http.late, from: 400, probability: 0.25, seconds: 7}

        """)
    let again = try Scenario(yaml: file.body, file: "by-hand.yaml")
    #expect(
      again.entries.map(\.described)
        == orders.filter { order in
          if case .settings = order.deed { false } else { true }
        }.map(\.described))
  }

  @Test(
    "a scenario begins with the next power-on, by its name or as a text, and orders count from there"
  )
  func another() throws {
    let service = try Self.board()
    defer { service.stop() }
    func order(_ method: String, _ path: String, _ body: String) throws {
      let answer = try HTTPAnswer.to(
        method, "/api/v1/\(path)", port: service.controlPort, body: body)
      #expect(answer.status == 200, "\(method) \(path) \(body): \(answer.text)")
    }
    func restart(after seconds: String) throws {
      try order("POST", "power", #"{"on":false}"#)
      try service.advance(seconds)
      try order("POST", "power", #"{"on":true}"#)
    }
    try service.advance("10")
    try order("PATCH", "world", #"{"light":5}"#)
    try order("PUT", "scenario", #"{"name":"classroom"}"#)
    try order("PUT", "scenario", #"{"name":"kitchen"}"#)
    let before = try JSONDocument(try service.control("/api/v1/scenario").body)
    #expect(before.text("name") == "milan-walk" && before.text("next") == "kitchen")
    #expect(before.number("began") == 0)
    try restart(after: "5")
    let kitchen = try JSONDocument(try service.control("/api/v1/scenario").body)
    #expect(kitchen.text("name") == "kitchen" && kitchen.text("next") == nil)
    #expect(kitchen.number("began") == 15)
    try order(
      "PUT", "scenario",
      #"{"text":"scenario: 1\nname: own\nevents:\n  - {set: {light: 7}, at: 2}"}"#)
    try restart(after: "0.5")
    try order("PATCH", "world", #"{"temperature":-3,"at":20.25}"#)
    try service.advance("3")
    let own = try service.control("/api/v1/scenario")
    #expect(try JSONDocument(own.body).text("name") == "own")
    #expect(own.text.contains(#"{"at":15.000000000,"scenario":"kitchen"}"#))
    #expect(
      try JSONDocument(try service.control("/api/v1/truth?at=17.4").body).number("light") != 7)
    #expect(
      try JSONDocument(try service.control("/api/v1/truth?at=17.6").body).number("light") == 7)
    #expect(
      try service.control("/api/v1/scenario?as=yaml").text == """
        scenario: 1
        name: by-hand
        events:
          - {at: 4.75, set: {temperature: -3}}

        """)
  }

  @Test(
    "no scenario is a 400 with its place and remedy, and the present one stays",
    arguments: [
      (#"{}"#, "the body must be"), (#"{"name":1}"#, "the body must be"),
      (#"{"name":"kitchen","text":""}"#, "the body must be"), ("kitchen", "the body must be"),
      (#"{"name":"kitchn"}"#, #"there is no scenario "kitchn"; did you mean "kitchen"?"#),
      (#"{"name":"<b>\n"}"#, #"there is no scenario "<b> "; there are milan-walk, standing"#),
      (#"{"text":""}"#, "text"), (#"{"text":"scenario: 2"}"#, "text:1:11: version"),
      (
        #"{"text":"scenario: 1\ntrack: {file: /etc/passwd}"}"#,
        "this scenario is in no folder"
      ),
    ])
  func noScenario(body: String, error: String) throws {
    let service = try Self.board()
    defer { service.stop() }
    let answer = try HTTPAnswer.to(
      "PUT", "/api/v1/scenario", port: service.controlPort, body: body)
    #expect(answer.status == 400)
    let told = try #require(try JSONDocument(answer.body).text("error"))
    #expect(told.contains(error), "\(told)")
    let scenario = try JSONDocument(try service.control("/api/v1/scenario").body)
    #expect(scenario.text("name") == "milan-walk" && scenario.text("next") == nil)
  }

  @Test("another form than YAML is a 400 that names the forms", arguments: ["json", "", "YAML"])
  func otherForms(form: String) throws {
    let service = try Self.board()
    defer { service.stop() }
    let answer = try service.control("/api/v1/scenario?as=\(form)")
    #expect(answer.status == 400)
    #expect(
      try JSONDocument(answer.body).text("error")
        == "'as' must be yaml, or left out for JSON, not '\(form)'")
  }
}
