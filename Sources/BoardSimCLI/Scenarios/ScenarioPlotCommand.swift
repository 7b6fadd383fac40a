internal import VirtualBoard

/// The command `boardsim scenario plot`.
struct ScenarioPlotCommand: Command {
  static let words = ["scenario", "plot"]
  static let abstract = "Draw what a scenario does to the values, as SVG."
  static let examples = [
    "boardsim scenario plot kitchen -o kitchen.svg",
    "boardsim scenario plot mine.yaml --duration 3600 -o mine.svg",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "NAME|FILE", \.scenario, help: "a built-in scenario's name, or a file; - for stdin"),
      .option("output", short: "o", \.output, "FILE", help: "the output file; default -, stdout"),
    ]
      + ScenarioViewArguments.parameters(
        in: \.view, duration: "the drawing's length, seconds; default 86400, a day")
  }

  var scenario = ScenarioArgument()
  var output = "-"
  var view = ScenarioViewArguments()

  func run() throws {
    let options = view.options(of: try scenario.scenario())
    let plot = ScenarioPlot(options, for: view.duration?.duration ?? .seconds(86_400))
    try TextFile.write(plot.text(), to: output)
  }
}
