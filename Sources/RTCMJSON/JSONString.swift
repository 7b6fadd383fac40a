internal import Bytes

/// A decoder of JSON strings (RFC 8259 §7).
enum JSONString {
  /// Returns the text between two quotes; `nil` if an escape is invalid or the bytes are not UTF-8.
  static func text(of bytes: [UInt8], in range: Range<Int>, hasEscapes: Bool) -> String? {
    guard hasEscapes else { return String(validating: bytes[range], as: UTF8.self) }
    var (text, rest) = ([UInt8](), bytes[range])
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      guard let character = character(ofEscape: &rest) else { return nil }
      text.append(contentsOf: character.utf8)
    }
    return String(validating: text, as: UTF8.self)
  }

  /// Reads the rest of an escape, after its backslash.
  private static func character(ofEscape rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    switch rest.popFirst() {
    case UInt8(ascii: "\""): "\""
    case UInt8(ascii: "\\"): "\\"
    case UInt8(ascii: "/"): "/"
    case UInt8(ascii: "b"): "\u{8}"
    case UInt8(ascii: "f"): "\u{C}"
    case UInt8(ascii: "n"): "\n"
    case UInt8(ascii: "r"): "\r"
    case UInt8(ascii: "t"): "\t"
    case UInt8(ascii: "u"): character(ofUnits: &rest)
    default: nil
    }
  }

  /// Reads the hexadecimal digits of a UTF-16 unit, and the second unit of a surrogate pair.
  private static func character(ofUnits rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard let unit = unit(&rest) else { return nil }
    guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
    guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"),
      let trail = self.unit(&rest), UTF16.isTrailSurrogate(trail)
    else { return nil }
    return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
  }

  private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt16? {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = rest.popFirst()?.hexadecimalValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
