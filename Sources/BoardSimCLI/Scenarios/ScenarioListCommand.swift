internal import ScenarioFiles
internal import TextOutput
internal import VirtualBoard

/// The command `boardsim scenario list`.
struct ScenarioListCommand: Command {
  static let words = ["scenario", "list"]
  static let abstract = "List the scenarios that come along, for --scenario of run, replay and bus."
  static let examples = ["boardsim scenario list", "boardsim scenario list --json"]
  static var parameters: [Parameter<Self>] {
    [.flag("json", \.isJSON, help: "print them as JSON")]
  }

  var isJSON = false

  func run() throws {
    let scenarios = BundledScenarios.names.compactMap { BundledScenarios.scenario(named: $0) }
    guard isJSON else {
      let lines = scenarios.map { $0.name.padded(to: 16) + $0.summary }
      return try Console.print(lines.joined(separator: "\n"))
    }
    var json = JSONWriter()
    json.object { json in
      json.array("scenarios") { json in
        for scenario in scenarios {
          json.object { json in
            json.member("name", scenario.name)
            json.member("about", scenario.summary)
          }
        }
      }
    }
    try Console.print(json.text)
  }
}
