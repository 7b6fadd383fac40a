internal import Mathematics

/// A piece of a scenario's parsed text, with its line and column.
package struct ScenarioNode: Hashable, Sendable {
  /// The content of a node.
  package enum Content: Hashable, Sendable {
    /// A scalar: a word, number or text; `isPlain` means without quotes.
    case scalar(String, isPlain: Bool)
    /// A list of nodes.
    case sequence([ScenarioNode])
    /// Keys and values in the order of the text, repeated keys included.
    case mapping([Member])
  }

  /// A key and its value.
  package struct Member: Hashable, Sendable {
    package var key: ScenarioNode
    package var value: ScenarioNode

    package init(key: ScenarioNode, value: ScenarioNode) {
      self.key = key
      self.value = value
    }
  }

  package var content: Content
  /// The line and column of the node's beginning, each from 1.
  package var line: Int
  package var column: Int

  package init(_ content: Content, line: Int, column: Int) {
    self.content = content
    self.line = line
    self.column = column
  }
}

extension ScenarioNode {
  /// Throws an error at the node's place.
  package func fail(_ problem: String, _ remedy: String) throws(ScenarioError) -> Never {
    throw ScenarioError(at: self, problem, remedy)
  }

  /// The text of a scalar; `nil` for any other node.
  package var scalar: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// Whether the node is `null` or empty.
  var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  package var members: [Member]? {
    if case .mapping(let members) = content { members } else { nil }
  }

  package var elements: [ScenarioNode]? {
    if case .sequence(let elements) = content { elements } else { nil }
  }

  /// Returns the value of a key; for texts of other programs, whose keys are not checked.
  func member(_ name: String) -> ScenarioNode? {
    members?.first { $0.key.scalar == name }?.value
  }

  /// Returns the node's text; throws unless it is a scalar and not null.
  package func text(_ name: String) throws(ScenarioError) -> String {
    guard let text = scalar, !isNull else {
      try fail("\(name) must be a text", "write it in one line, in quotes if it has a colon")
    }
    return text
  }

  /// Returns the node's elements; throws unless it is a list.
  package func list(_ name: String, _ example: String) throws(ScenarioError) -> [ScenarioNode] {
    guard let elements else { try fail("\(name) must be a list", "write \(example)") }
    return elements
  }

  /// Returns the node's number; throws unless it is in the range.
  package func number(
    _ name: String, in range: ClosedRange<Double>
  ) throws(ScenarioError) -> Double {
    guard let text = scalar, let number = Double(text), number.isFinite, range.contains(number)
    else {
      let found = scalar.map(ScenarioError.quoted) ?? "a list or a mapping"
      try fail(
        "\(name) must be a number, not \(found)",
        "write one from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))")
    }
    return number
  }

  /// Returns a length of time or a board time: seconds, `HH:MM:SS` or `HH:MM`.
  func time(_ name: String) throws(ScenarioError) -> Duration {
    guard let text = scalar, let seconds = Self.seconds(text) else {
      let found = scalar.map(ScenarioError.quoted) ?? "a list or a mapping"
      try fail(
        "\(name) must be a time, not \(found)",
        "write seconds from 0 to 1000000000, or HH:MM:SS of board time")
    }
    return .seconds(seconds)
  }

  private static func seconds(_ text: String) -> Double? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    if fields.count == 1 {
      guard let number = Double(text), (0...1e9).contains(number) else { return nil }
      return number
    }
    guard (2...3).contains(fields.count), fields.allSatisfy({ $0.count <= 5 && !$0.isEmpty }),
      let hours = UInt32(fields[0]), let minutes = UInt32(fields[1]), minutes < 60
    else { return nil }
    let second = fields.count == 3 ? UInt32(fields[2]) : 0
    guard let second, second < 60 else { return nil }
    return Double(hours) * 3600 + Double(minutes) * 60 + Double(second)
  }

  /// Returns a number as text, without decimals where it is whole.
  static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
  }

  /// Returns the values by key; throws unless each key is one of `names` and written once.
  package func fields(
    of what: String, _ names: [String]
  ) throws(ScenarioError) -> ScenarioFields {
    guard let members else {
      try fail("\(what) must be names with values", "write \(names[0]): …")
    }
    var fields = ScenarioFields(node: self, what: what)
    for member in members {
      guard let name = member.key.scalar, names.contains(name) else {
        let name = member.key.scalar ?? ""
        try member.key.fail(
          "\(what) has no key \(ScenarioError.quoted(name))",
          ScenarioError.remedy(for: name, among: names))
      }
      guard fields.values[name] == nil else {
        try member.key.fail("\"\(name)\" is written twice", "leave one of them out")
      }
      fields.values[name] = member.value
    }
    return fields
  }
}

/// The values of a mapping whose keys have been checked.
package struct ScenarioFields {
  package let node: ScenarioNode
  let what: String
  fileprivate(set) var values: [String: ScenarioNode] = [:]

  /// Returns a value; `nil` when its key is missing, or the value is null or empty.
  package subscript(_ name: String) -> ScenarioNode? {
    values[name].flatMap { $0.isNull ? nil : $0 }
  }

  /// Returns a value; throws when it is missing.
  package func required(_ name: String, _ remedy: String) throws(ScenarioError) -> ScenarioNode {
    guard let value = self[name] else {
      try node.fail("\(what) has no \"\(name)\"", remedy)
    }
    return value
  }
}
