internal import Mathematics
internal import TextOutput

/// A writer of the orders given to a board by hand, as a scenario's file.
package enum ScenarioOrdersText {
  /// The usual name of such a scenario.
  package static let name = "by-hand"

  /// Returns a scenario with the orders given to a board.
  package static func yaml(of orders: [BoardEvent], named name: String = name) -> String {
    text(of: orders.map { ScenarioNode(describing: $0.described) }, named: name)
  }

  /// Returns a scenario with the `events` of a run's report.
  ///
  /// - Parameters:
  ///   - report: The report's nodes; a YAML parser can read it, because JSON is nearly a part of
  ///     YAML.
  ///   - name: The name of the scenario.
  /// - Returns: The scenario's text.
  /// - Throws: ``ScenarioError`` for a text that is not a report with events.
  package static func yaml(
    ofReport report: ScenarioNode, named name: String = name
  ) throws(ScenarioError) -> String {
    guard let events = report.member("events")?.elements else {
      throw ScenarioError(
        at: report, "this is no report of one board's run: it has no \"events\"",
        "write one with 'boardsim run --report FILE'")
    }
    return text(of: events, named: name)
  }

  /// The key of an order that began another scenario; a scenario's file has no such event.
  static let scenarioKey = "scenario"

  private static func text(of all: [ScenarioNode], named name: String) -> String {
    let events = sinceScenario(all)
    let faults = events.filter { $0.member("fault") != nil }
    // A scenario cannot have a board's settings.
    let others = events.filter { $0.member("fault") == nil && $0.member("settings") == nil }
    var text = "scenario: 1\nname: \(name)\n"
    for (key, list) in [("events", others), ("faults", faults)] where !list.isEmpty {
      text += "\(key):\n"
      for event in list { text += "  - \(flow(event))\n" }
    }
    return text
  }

  /// Returns the events since the last scenario began, with times counted from there.
  private static func sinceScenario(_ events: [ScenarioNode]) -> [ScenarioNode] {
    guard let last = events.lastIndex(where: { $0.member(scenarioKey) != nil }),
      let zero = events[last].member("at")?.scalar.flatMap(Double.init)
    else { return events }
    return events[(last + 1)...].map { $0.shifted(by: -zero) }
  }

  /// Returns a node as YAML in one line.
  private static func flow(_ node: ScenarioNode) -> String {
    switch node.content {
    case .scalar(let text, _): return scalar(text)
    case .sequence(let elements): return "[\(elements.map(flow).joined(separator: ", "))]"
    case .mapping(let members):
      let texts = members.map { "\($0.key.scalar ?? ""): \(flow($0.value))" }
      return "{\(texts.joined(separator: ", "))}"
    }
  }

  /// Returns a number without trailing zeros behind the decimal point.
  private static func scalar(_ text: String) -> String {
    guard Double(text) != nil, text.contains("."), !text.contains("e") else { return text }
    var digits = Substring(text)
    while digits.last == "0" { digits.removeLast() }
    if digits.last == "." { digits.removeLast() }
    return String(digits)
  }
}

extension ScenarioNode {
  /// Returns an event with other times.
  fileprivate func shifted(by seconds: Double) -> ScenarioNode {
    guard case .mapping(var members) = content else { return self }
    for index in members.indices where ["at", "from", "to"].contains(members[index].key.scalar) {
      guard let time = members[index].value.scalar.flatMap(Double.init) else { continue }
      let shifted = Described("", number: time + seconds, decimals: 9).value
      members[index].value = ScenarioNode(describing: shifted)
    }
    return ScenarioNode(.mapping(members), line: line, column: column)
  }

  /// Creates the node of a value's JSON text, without a place in a text.
  fileprivate init(describing value: DescribedValue) {
    self.init(Self.content(of: value), line: 1, column: 1)
  }

  private static func content(of value: DescribedValue) -> Content {
    switch value {
    case .object(let members, _), .table(let members, _):
      .mapping(
        members.map { member in
          Member(
            key: ScenarioNode(.scalar(member.name, isPlain: false), line: 1, column: 1),
            value: ScenarioNode(describing: member.value))
        })
    case .array(let values): .sequence(values.map { ScenarioNode(describing: $0) })
    case .text, .date, .word, .rank:
      value.text.map { .scalar($0, isPlain: false) } ?? .scalar("null", isPlain: true)
    case .count, .number, .flag: .scalar(value.json, isPlain: true)
    }
  }
}
