internal import BoardSimulation
internal import Mathematics
internal import TextOutput
internal import VirtualBoard

/// The command `boardsim scenario show`.
struct ScenarioShowCommand: Command {
  static let words = ["scenario", "show"]
  static let abstract = "Tell what a scenario has in it, or print its text to be changed."
  static let examples = [
    "boardsim scenario show kitchen",
    "boardsim scenario show kitchen --yaml > mine.yaml",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "NAME|FILE", \.scenario, help: "a built-in scenario's name, or a file; - for stdin"),
      .flag("yaml", \.isText, help: "print the scenario's text"),
    ]
  }

  var scenario = ScenarioArgument()
  var isText = false

  func run() throws {
    guard !isText else {
      var text = try scenario.source()
      if text.last == "\n" { text.removeLast() }
      return try Console.print(text)
    }
    try Console.print(try scenario.scenario().lines.joined(separator: "\n"))
  }
}

extension Scenario {
  /// The scenario's content, as lines of text.
  fileprivate var lines: [String] {
    var lines = [name] + (summary.isEmpty ? [] : [summary])
    func add(_ name: String, _ text: String?) {
      if let text { lines.append("  \(name.padded(to: 10))\(text)") }
    }
    add("start", start.map { Self.date($0) })
    add("seed", seed.map { "\($0)" })
    add("place", Self.place(world.place))
    add("way", way)
    let courses = WorldQuantity.allCases.filter { world.courses[$0] != nil }.map(\.name)
    let air =
      courses + (world.clouds == nil ? [] : ["clouds"]) + (world.rain == nil ? [] : ["rain"])
    add("air", air.isEmpty ? nil : air.joined(separator: ", "))
    add("sky", world.skyMask.map { "\(PlainText.percent(100 * $0.hiddenShare)) hidden" })
    let recurring = entries.count { $0.period != nil }
    add(
      "events",
      entries.isEmpty ? nil : "\(entries.count) events and faults, \(recurring) of them recur")
    for claim in expectations { add("expect", claim) }
    for note in notes { add("note", note) }
    return lines
  }

  private static func date(_ time: UnixTime) -> String {
    var text: [UInt8] = []
    text.append(iso8601: CivilTime(time))
    return String(decoding: text.dropLast(4), as: UTF8.self) + "Z"
  }

  private static func place(_ place: GeodeticPosition) -> String {
    "\(PlainText.number(place.latitude, decimals: 7)), \(PlainText.number(place.longitude, decimals: 7)), "
      + "\(PlainText.number(place.height, decimals: 1)) m"
  }

  private var way: String? {
    switch world.path {
    case .standing: return nil
    case .round: return "round Città Studi at 1.4 m/s, without end"
    case .route(let route):
      let end = route.duration.map { "\(PlainText.number($0, decimals: 0)) s" } ?? "without end"
      return "\(route.stops.count) points, \(end)"
    }
  }
}
