internal import VirtualBoard

/// The command `boardsim scenario check`.
struct ScenarioCheckCommand: Command {
  static let words = ["scenario", "check"]
  static let abstract = "Check scenario files; tell the place of what is wrong."
  static let examples = [
    "boardsim scenario check mine.yaml", "boardsim scenario check tests/*.yaml",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .arguments("FILE", \.files, help: "scenarios, with the files that they name; - for stdin"),
      .flag("quiet", short: "q", \.isQuiet, help: "print only faults"),
    ]
  }

  var files: [String] = []
  var isQuiet = false

  func run() throws {
    var isWrong = false
    for file in files {
      do {
        let scenario = try ScenarioInput.scenario(file)
        if !isQuiet {
          try Console.print(
            "\(file): \(scenario.name), \(scenario.entries.count) events and faults")
          for note in scenario.notes { try Console.print("\(file): note: \(note)") }
        }
      } catch let error as ScenarioError {
        isWrong = true
        try Console.print("\(error)")
      }
    }
    if isWrong { throw Failure(message: "") }
  }
}
