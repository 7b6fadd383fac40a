internal import Bytes
import RTCMParser
import TextOutput

extension MessageDescription {
  /// Returns the message as a table: a line for each field with its DF number, integer, value and unit.
  ///
  /// Control characters of texts are escaped, as `\u001b`, so that a terminal does not interpret them.
  ///
  /// - Parameter indent: The indentation of the lines, columns.
  /// - Returns: The lines, without a line feed after the last one.
  public func table(indent: Int = 2) -> String {
    var table = FieldTable()
    table.append(self, indent: indent)
    return table.text
  }
}

/// A table of text columns for people, as UTF-8.
struct FieldTable {
  private var bytes: [UInt8] = []

  /// The lines, without a line feed after the last one.
  var text: String { String(decoding: bytes.dropLast(), as: UTF8.self) }

  /// Appends a line without changes.
  mutating func append(line: String) {
    bytes.append(contentsOf: line.utf8)
    endLine()
  }

  /// Appends the headings of the columns of a message.
  mutating func appendHeading(indent: Int = 2) {
    append("field", "name", "integer", "value", indent)
  }

  /// Appends the lines of a message's fields.
  mutating func append(_ message: MessageDescription, indent: Int = 2) {
    append(message.items, indent)
  }

  /// Appends a text at the right of a column of `width`, after at least one blank.
  mutating func append(toTheRight text: [UInt8], width: Int) {
    appendBlanks(Swift.max(1, width - text.count))
    bytes.append(contentsOf: text)
  }

  /// Appends a part of a line.
  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Ends a line and removes its trailing blanks.
  mutating func endLine() {
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func appendBlanks(_ count: Int) {
    for _ in 0..<Swift.max(count, 0) { bytes.append(UInt8(ascii: " ")) }
  }
}

extension FieldTable {
  private mutating func append(_ items: [MessageDescription.Item], _ indent: Int) {
    for item in items {
      switch item {
      case .field(let field, let bits):
        append(field.label, "\(field.name)", Self.raw(field, bits), Self.value(field, bits), indent)
      case .text(let field, let text):
        append(field.label, "\(field.name)", "", "\"\("\(text)".withControlsEscaped)\"", indent)
      case .trailing(let bits): append("", "trailing_bits", "", bits.bytes.hexadecimal, indent)
      case .payload(let payload): append("", "payload", "", payload.hexadecimal, indent)
      case .group(let group):
        appendBlanks(indent)
        append(line: group.title)
        append(group.items, indent + 2)
      }
    }
  }

  private mutating func append(
    _ label: String, _ name: String, _ raw: String, _ value: String, _ indent: Int
  ) {
    appendBlanks(indent)
    append(label, width: 6)
    append(name, width: 40 - indent)
    append(raw, width: 14)
    append(value)
    endLine()
  }

  /// Appends a text and blanks up to the column's width, at least one blank.
  private mutating func append(_ text: String, width: Int) {
    let start = bytes.count
    append(text)
    appendBlanks(Swift.max(1, width - (bytes.count - start)))
  }

  private static func raw(_ field: DataField, _ bits: UInt64) -> String {
    field.kind == .unsigned ? "\(bits)" : "\(field.integer(of: bits))"
  }

  private static func value(_ field: DataField, _ bits: UInt64) -> String {
    if bits == field.notAvailable { return "not available" }
    guard field.stepsPerUnit != 1 || field.unit != .none, let value = field.value(of: bits) else {
      return ""
    }
    let unit = "\(field.unit.symbol)"
    return unit.isEmpty ? "\(value)" : "\(value) \(unit)"
  }
}

extension MessageDescription.Group {
  fileprivate var title: String {
    [name, satelliteID.map { "\($0)" }, signal].compactMap { $0 }.joined(separator: " ")
  }
}

extension DataField {
  fileprivate var label: String { number == 0 ? "" : DataField.label(number) }
}
