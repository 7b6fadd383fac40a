internal import Bytes

extension [UInt8] {
  /// Returns compact JSON indented by two spaces a level, as JavaScript's `JSON.stringify(value, null, 2)`
  /// does.
  ///
  /// - Parameter level: The nesting level at which the text stands.
  /// - Returns: The indented text.
  func indentedJSON(level: Int = 0) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(2 * count)
    var (depth, isQuoted, isEscaped) = (level, false, false)
    for (index, byte) in enumerated() {
      if isQuoted {
        text.append(byte)
        if !isEscaped && byte == UInt8(ascii: "\"") { isQuoted = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        text.append(byte)
        depth += 1
        if !isEnd(index + 1) { text.newLine(depth) }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if !isBeginning(index - 1) { text.newLine(depth) }
        text.append(byte)
      case UInt8(ascii: ","):
        text.append(byte)
        text.newLine(depth)
      case UInt8(ascii: ":"):
        text.append(contentsOf: ": ".utf8)
      default:
        isQuoted = byte == UInt8(ascii: "\"")
        text.append(byte)
      }
    }
    return text
  }

  private func isEnd(_ index: Int) -> Bool {
    index < count && (self[index] == UInt8(ascii: "}") || self[index] == UInt8(ascii: "]"))
  }

  private func isBeginning(_ index: Int) -> Bool {
    index >= 0 && (self[index] == UInt8(ascii: "{") || self[index] == UInt8(ascii: "["))
  }

  private mutating func newLine(_ depth: Int) {
    append(.lineFeed)
    append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }
}
