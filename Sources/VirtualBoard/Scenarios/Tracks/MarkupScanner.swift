/// A scanner of XML tags, as programs for tracks write them.
///
/// The scanner does not check nesting and does not decode entities: numbers and dates need neither.
struct MarkupScanner {
  /// A tag that begins or ends an element.
  struct Tag {
    var name = ""
    var attributes: [String: String] = [:]
    /// Whether the tag is an end tag, `</name>`.
    var isEnd = false
    /// Whether the tag is an empty element, `<name/>`.
    var isEmpty = false
    /// The line of the tag's beginning, from 1.
    var line: Int
  }

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next tag; `nil` at the end.
  mutating func next() throws(ScenarioError) -> Tag? {
    while let byte = advance() {
      guard byte == UInt8(ascii: "<") else { continue }
      if skip(from: "!--", to: "-->") || skip(from: "![CDATA[", to: "]]>")
        || skip(from: "?", to: "?>")
        || skip(from: "!", to: ">")
      {
        continue
      }
      return try tag()
    }
    return nil
  }

  /// Returns the text from here to the next tag, without spaces around it.
  func text() -> String {
    let text = bytes[position...].prefix(200).prefix { $0 != UInt8(ascii: "<") }
    return String(String(decoding: text, as: UTF8.self)[...].trimmed)
  }

  private mutating func tag() throws(ScenarioError) -> Tag {
    var tag = Tag(line: line)
    tag.isEnd = take("/")
    // The namespace prefix does not matter.
    tag.name = name().split(separator: ":").last.map(String.init) ?? ""
    while true {
      while let byte = peek, byte.isBlank { _ = advance() }
      if take("/>") {
        tag.isEmpty = true
        return tag
      }
      if take(">") { return tag }
      let key = name()
      guard !key.isEmpty, take("="), let quote = advance(), quote == 0x22 || quote == 0x27 else {
        throw ScenarioError(
          line: line, "this is no XML: <\(ScenarioError.quoted(tag.name)) does not end",
          "give a GPX file as it was written")
      }
      tag.attributes[key] = value(endingWith: quote)
    }
  }

  private mutating func name() -> String {
    var name: [UInt8] = []
    while let byte = peek, !byte.isBlank, !Self.delimiters.contains(byte), name.count < 100 {
      name.append(byte)
      _ = advance()
    }
    return String(decoding: name, as: UTF8.self)
  }

  private static let delimiters = Array("<>/=\"'".utf8)

  private mutating func value(endingWith quote: UInt8) -> String {
    var value: [UInt8] = []
    while let byte = advance(), byte != quote { value.append(byte) }
    return String(decoding: value, as: UTF8.self)
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func advance() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    if bytes[position] == 0x0A { line += 1 }
    return bytes[position]
  }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  /// Skips a passage that begins here with `opening`, up to `closing`; returns whether there was one.
  private mutating func skip(from opening: String, to closing: String) -> Bool {
    guard take(opening) else { return false }
    while position < bytes.count, !bytes[position...].starts(with: closing.utf8) { _ = advance() }
    _ = take(closing)
    return true
  }
}
