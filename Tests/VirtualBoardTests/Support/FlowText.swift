@testable import VirtualBoard

/// A parser of nodes in one line: `{name: value, list: [1, "two, three"]}`, a superset of JSON.
///
/// The reader of files has its own tests; this parser has only the syntax that the tests of nodes need.
struct FlowText {
  private let text: [Character]
  private var position = 0

  /// Returns the node of a text.
  static func node(_ text: String) -> ScenarioNode {
    var flow = FlowText(text: Array(text))
    return flow.node()
  }

  /// Returns a scenario of members below its version; throws the scenario's error.
  static func scenario(
    _ members: String, files: [String: String] = [:]
  ) throws(ScenarioError) -> Scenario {
    let sources = ScenarioReader.Sources(
      bytes: { path in
        files[path].map { .success(Array($0.utf8)) }
          ?? .failure(ScenarioError("'\(path)' is not there", "name another"))
      },
      nodes: { bytes, _ in .success(node(String(decoding: bytes, as: UTF8.self))) })
    var reader = ScenarioReader(sources)
    return try reader.scenario(node("{scenario: 1, \(members)}"), file: "tests/my.yaml")
  }

  /// Returns the file, problem and remedy of an invalid scenario; an empty text for a valid one.
  static func refusal(_ members: String, files: [String: String] = [:]) -> String {
    do throws(ScenarioError) {
      _ = try scenario(members, files: files)
      return ""
    } catch {
      return "\(error.file): \(error.problem); \(error.remedy)"
    }
  }

  private mutating func node() -> ScenarioNode {
    skipBlanks()
    let column = position + 1
    let content: ScenarioNode.Content =
      switch text[position] {
      case "{": .mapping(list(until: "}") { $0.member() })
      case "[": .sequence(list(until: "]") { $0.node() })
      case "\"": .scalar(quoted(), isPlain: false)
      default: .scalar(plain { ",]}".contains($0) }, isPlain: true)
      }
    return ScenarioNode(content, line: 1, column: column)
  }

  private mutating func member() -> ScenarioNode.Member {
    skipBlanks()
    let column = position + 1
    let key = text[position] == "\"" ? quoted() : plain { $0 == ":" }
    position += 1
    return ScenarioNode.Member(
      key: ScenarioNode(.scalar(key, isPlain: true), line: 1, column: column), value: node())
  }

  private mutating func list<Element>(
    until end: Character, _ element: (inout FlowText) -> Element
  ) -> [Element] {
    var elements: [Element] = []
    position += 1
    skipBlanks()
    while text[position] != end {
      elements.append(element(&self))
      skipBlanks()
      if text[position] == "," { position += 1 }
      skipBlanks()
    }
    position += 1
    return elements
  }

  private mutating func quoted() -> String {
    let end = text[(position + 1)...].firstIndex(of: "\"") ?? text.endIndex
    defer { position = end + 1 }
    return String(text[(position + 1)..<end])
  }

  private mutating func plain(until isEnd: (Character) -> Bool) -> String {
    let start = position
    while position < text.count, !isEnd(text[position]) { position += 1 }
    return String(text[start..<position].filter { !$0.isNewline })
  }

  private mutating func skipBlanks() {
    while position < text.count, text[position].isWhitespace { position += 1 }
  }
}
