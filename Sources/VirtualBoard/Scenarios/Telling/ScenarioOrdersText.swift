internal import Mathematics

/// The orders that were given to a board by hand, as a scenario's file.
package enum ScenarioOrdersText {
  /// Makes a scenario of a run's report, whose `events` are what was done.
  ///
  /// - Parameters:
  ///   - report: The report's nodes; JSON is nearly a part of YAML.
  ///   - name: What the scenario is to be called.
  /// - Returns: The scenario's text.
  /// - Throws: ``ScenarioError`` where it is no report with events.
  package static func yaml(
    ofReport report: ScenarioNode, named name: String
  ) throws(ScenarioError) -> String {
    guard let events = report.member("events")?.elements else {
      throw ScenarioError(
        at: report, "this is no report of one board's run: it has no \"events\"",
        "write one with 'boardsim run --report FILE'")
    }
    let faults = events.filter { $0.member("fault") != nil }
    // A scenario knows nothing of a board's settings.
    let others = events.filter { $0.member("fault") == nil && $0.member("settings") == nil }
    var text = "scenario: 1\nname: \(name)\n"
    for (key, list) in [("events", others), ("faults", faults)] where !list.isEmpty {
      text += "\(key):\n"
      for event in list { text += "  - \(flow(event))\n" }
    }
    return text
  }

  /// A node in one line.
  private static func flow(_ node: ScenarioNode) -> String {
    switch node.content {
    case .scalar(let text, _): return scalar(text)
    case .sequence(let elements): return "[\(elements.map(flow).joined(separator: ", "))]"
    case .mapping(let members):
      let texts = members.map { "\($0.key.scalar ?? ""): \(flow($0.value))" }
      return "{\(texts.joined(separator: ", "))}"
    }
  }

  /// A number without the zeros that a report writes behind it.
  private static func scalar(_ text: String) -> String {
    guard Double(text) != nil, text.contains("."), !text.contains("e") else { return text }
    var digits = Substring(text)
    while digits.last == "0" { digits.removeLast() }
    if digits.last == "." { digits.removeLast() }
    return String(digits)
  }
}
