internal import BoardFirmware
internal import BoardSimulation
internal import GNSSBasics
internal import HTTPMessages
internal import HTTPServer
internal import Mathematics
internal import ScenarioFiles
internal import TextOutput
internal import VirtualBoard

extension ControlPort {
  /// Adds the scenario to the routes of a board.
  static func addScenario(to routes: inout RouteTable<Route>) {
    routes.add(
      .init(
        .get, "/api/v1/scenario", id: "readScenario",
        "The scenario that runs, and the orders given besides it",
        parameters: [
          .init(
            "as", "yaml for the orders alone, as the text of a scenario's file",
            schema: "ScenarioForm")
        ],
        answer: .forms(
          "The scenario, or the orders",
          [("application/json", "Scenario"), (ScenarioText.type, "ScenarioText")]))
    ) { $1.readScenario }
    routes.add(
      .init(
        .put, "/api/v1/scenario", id: "changeScenario",
        "Begins another scenario when the power next comes on; date and seed go on, and its claims are not checked",
        body: .json(schema: "ScenarioOrder"),
        answer: .json("The order is taken", schema: "Receipt"))
    ) { $1.changeScenario }
  }
}

extension BoardControl {
  /// Answers with the scenario as JSON, or with the orders as a scenario's file.
  fileprivate func readScenario(_ request: HTTPRequest) -> HTTPReply {
    switch request.parameter("as") {
    case nil: .now(HTTPResponse(status: 200, json: scenario))
    case "yaml":
      .now(HTTPResponse(yaml: ScenarioOrdersText.yaml(of: board.script.orders)))
    case let form?:
      .now(
        HTTPResponse(
          status: 400,
          error: "'as' must be yaml, or left out for JSON, not '\(form.withControlsEscaped)'"))
    }
  }

  fileprivate func changeScenario(_ request: HTTPRequest) -> HTTPReply {
    order(request) { body throws(EventError) in try BoardEvent.scenario(json: body) }
  }

  private var scenario: JSONWriter {
    let (options, script) = (board.options, board.script)
    let scenario = script.scenario
    var json = JSONWriter()
    json.object { json in
      json.member("board_time", now.inSeconds, decimals: 3)
      json.member("name", scenario.name)
      if !scenario.summary.isEmpty { json.member("description", scenario.summary) }
      json.member("began", script.zero.inSeconds, decimals: 3)
      json.member("next", script.next?.name)
      json.array("bundled") { json in for name in BundledScenarios.names { json.value(name) } }
      json.member("seed", options.seed)
      json.member("start", CivilTime(options.bootDate).iso8601)
      json.member("length", scenario.trackLength?.inSeconds, decimals: 3)
      json.member("events") { json in
        DescribedValue.array(scenario.entries.map(\.described)).write(to: &json)
      }
      json.member("orders") { json in
        DescribedValue.array(script.orders.map(\.described)).write(to: &json)
      }
    }
    return json
  }
}

extension HTTPResponse {
  /// Creates the response with a scenario's text.
  fileprivate init(yaml: String) {
    self.init(
      status: 200, fields: [HTTPField("Content-Type", ScenarioText.type)], body: Array(yaml.utf8))
  }
}

/// The text of a scenario's file.
private enum ScenarioText {
  /// The media type of YAML (RFC 9512).
  static let type = "application/yaml"
}
