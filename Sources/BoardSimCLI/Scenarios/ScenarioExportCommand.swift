internal import BoardSimulation
internal import Mathematics
internal import ScenarioFiles
internal import VirtualBoard

/// The command `boardsim scenario export`.
struct ScenarioExportCommand: Command {
  static let words = ["scenario", "export"]
  static let abstract = "Write a scenario's way as GPX, or what was done in a run as a scenario."
  static let examples = [
    "boardsim scenario export running-track -o laps.gpx",
    "boardsim run --speed max --duration 60 --set 'temperature=-10 at=30' --report report.json",
    "boardsim scenario export report.json -o mine.yaml",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "WHAT", \.subject,
        help: "a scenario's name or file, to export its track for a phone's mock\n"
          + "location; or the --report of one board's run, to export the orders of\n"
          + "its options and its control port as a scenario"),
      .option("output", short: "o", \.output, "FILE", help: "the output file; default -, stdout"),
      .option("interval", \.interval, "S", help: "seconds between points of a track; default 1"),
    ]
      + ScenarioViewArguments.parameters(
        in: \.view, duration: "the track's length, seconds; default: to its end, or 3600")
  }

  var subject = ScenarioArgument()
  var output = "-"
  var interval = SecondsArgument(1)
  var view = ScenarioViewArguments()

  func run() throws {
    if let report = try report() { return try TextFile.write(report, to: output) }
    let options = view.options(of: try subject.scenario())
    let duration = view.duration?.duration ?? Self.length(of: options.scenario)
    guard duration / interval.duration <= 1e7 else {
      throw UsageError(message: "a way has at most 10000000 points: give a longer --interval")
    }
    var file = try OutputFile(output)
    try ScenarioTrackText.write(options, for: duration, every: interval.duration) { text in
      try Interruption.check()
      try file.write(Array(text.utf8))
    }
    try file.finish()
  }

  /// Returns the actions of a run as a scenario, when the input is the run's report; otherwise `nil`.
  private func report() throws -> String? {
    guard subject.isFile, subject.text != "-" else { return nil }
    let bytes = try ScenarioInput.bytes(subject.text)
    guard bytes.first == UInt8(ascii: "{") else { return nil }
    do throws(ScenarioError) {
      return try ScenarioOrdersText.yaml(ofReport: YAMLText.node(bytes))
    } catch {
      throw Failure(message: "\(error.of(subject.text))")
    }
  }

  private static func length(of scenario: Scenario) -> Duration {
    guard let length = scenario.trackLength else { return .seconds(3600) }
    return .seconds((length / .seconds(1)).rounded(.up))
  }
}
