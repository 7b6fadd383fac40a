internal import CYAML
package import VirtualBoard

/// A reader of YAML text as nodes with their places; JSON is nearly a subset of YAML and can be read, too.
///
/// The reader accepts the parts of YAML that scenarios need: lists, mappings and scalars. Anchors, aliases
/// and tags are errors. So a text cannot expand, and no node contains itself.
package enum YAMLText {
  /// The greatest length of a text, bytes.
  package static let mostBytes = 16 << 20
  /// The greatest depth of nested lists and mappings.
  package static let greatestDepth = 32

  /// Reads a whole text.
  ///
  /// - Returns: The text's only document.
  /// - Throws: `ScenarioError` with line and column.
  package static func node(_ bytes: [UInt8]) throws(ScenarioError) -> ScenarioNode {
    guard bytes.count <= mostBytes else {
      throw ScenarioError(
        "it has \(bytes.count) bytes", "a file has at most \(mostBytes); split it")
    }
    guard bytes.allSatisfy(isOfText) else { throw control(in: bytes) }
    // Sound: the reader does not outlive the bytes that it reads.
    let result: Result<ScenarioNode, ScenarioError> = unsafe bytes.withUnsafeBufferPointer {
      bytes in
      guard let reader = unsafe YAMLEvents(bytes) else {
        return .failure(ScenarioError("there is no memory to read it", "end something else"))
      }
      return Result { () throws(ScenarioError) in try reader.document() }
    }
    return try result.get()
  }

  /// Whether a byte is no control character, apart from tabs and line ends.
  private static func isOfText(_ byte: UInt8) -> Bool {
    byte >= 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func control(in bytes: [UInt8]) -> ScenarioError {
    let before = bytes.prefix(while: isOfText)
    let line = before.count { $0 == 0x0A } + 1
    let column = before.count - (before.lastIndex(of: 0x0A) ?? -1)
    return ScenarioError(
      line: line, column: column, "there is a control character", "give a text, not a binary file")
  }
}

/// The sole owner of a libyaml parser, for one text.
///
/// Sound throughout: the data that libyaml points to is copied before the next event is requested, and the
/// parser is freed once, with its owner.
@safe private final class YAMLEvents {
  private let reader: UnsafeMutablePointer<cyaml_reader>

  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let reader = unsafe cyaml_open(bytes.baseAddress, bytes.count) else { return nil }
    unsafe self.reader = unsafe reader
  }

  deinit { unsafe cyaml_close(reader) }

  /// Returns the text's only document.
  func document() throws(ScenarioError) -> ScenarioNode {
    _ = try next()  // the stream's beginning
    let start = try next()
    guard start.kind == .documentStart else {
      throw ScenarioError(line: 1, column: 1, "there is nothing in it", "write scenario: 1")
    }
    let root = try node(of: try next(), depth: 0)
    _ = try next()  // the document's end
    let end = try next()
    guard end.kind == .streamEnd else {
      throw ScenarioError(
        line: end.line, column: end.column, "there is a second document", "leave it out")
    }
    return root
  }

  private func node(of event: Event, depth: Int) throws(ScenarioError) -> ScenarioNode {
    guard depth < YAMLText.greatestDepth else {
      throw ScenarioError(
        line: event.line, column: event.column,
        "lists lie within lists more than \(YAMLText.greatestDepth) deep", "write them out")
    }
    let content: ScenarioNode.Content
    switch event.kind {
    case .scalar: content = .scalar(event.text, isPlain: event.isPlain)
    case .sequenceStart: content = .sequence(try elements(depth))
    case .mappingStart: content = .mapping(try members(depth))
    default:
      throw ScenarioError(
        line: event.line, column: event.column, "an alias repeats what has an anchor",
        "write it out")
    }
    return ScenarioNode(content, line: event.line, column: event.column)
  }

  private func elements(_ depth: Int) throws(ScenarioError) -> [ScenarioNode] {
    var elements: [ScenarioNode] = []
    while true {
      let event = try next()
      if event.kind == .sequenceEnd { return elements }
      elements.append(try node(of: event, depth: depth + 1))
    }
  }

  private func members(_ depth: Int) throws(ScenarioError) -> [ScenarioNode.Member] {
    var members: [ScenarioNode.Member] = []
    while true {
      let event = try next()
      if event.kind == .mappingEnd { return members }
      let key = try node(of: event, depth: depth + 1)
      members.append(
        ScenarioNode.Member(key: key, value: try node(of: try next(), depth: depth + 1)))
    }
  }

  // MARK: Events

  private struct Event {
    enum Kind {
      case documentStart, scalar, sequenceStart, sequenceEnd, mappingStart, mappingEnd, streamEnd
      case other
    }

    var kind = Kind.other
    var text = ""
    var isPlain = true
    var line: Int
    var column: Int
  }

  private func next() throws(ScenarioError) -> Event {
    let found = unsafe cyaml_next(reader)
    guard unsafe found.type >= 0 else { throw error }
    var event = unsafe Event(line: Int(found.line) + 1, column: Int(found.column) + 1)
    guard unsafe found.has_anchor == 0 else {
      throw ScenarioError(
        line: event.line, column: event.column, "there is an anchor or a tag",
        "leave it out, and write out what it stands for")
    }
    switch unsafe yaml_event_type_t(UInt32(found.type)) {
    case YAML_DOCUMENT_START_EVENT: event.kind = .documentStart
    case YAML_SCALAR_EVENT:
      event.kind = .scalar
      event.isPlain = unsafe found.is_plain != 0
      event.text = unsafe String(
        decoding: UnsafeBufferPointer(start: found.text, count: found.length), as: UTF8.self)
    case YAML_SEQUENCE_START_EVENT: event.kind = .sequenceStart
    case YAML_SEQUENCE_END_EVENT: event.kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT: event.kind = .mappingStart
    case YAML_MAPPING_END_EVENT: event.kind = .mappingEnd
    case YAML_STREAM_END_EVENT: event.kind = .streamEnd
    default: break
    }
    return event
  }

  private var error: ScenarioError {
    let problem = unsafe cyaml_problem(reader).map { unsafe String(cString: $0) }
    return unsafe ScenarioError(
      line: Int(cyaml_problem_line(reader)) + 1, column: Int(cyaml_problem_column(reader)) + 1,
      "this is no YAML: \(problem ?? "it cannot be read")",
      "look at quotes, brackets and how far the line is set in")
  }
}
