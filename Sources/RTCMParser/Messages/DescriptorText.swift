/// A text in a message: bytes that are usually ASCII.
public struct DescriptorText: Hashable, Sendable {
  /// The characters in ISO 8859-1, one byte each, or the code units of a UTF-8 text.
  public var bytes: [UInt8]
  /// Whether the text is UTF-8 rather than ISO 8859-1; only message 1029 has UTF-8 text.
  public private(set) var isUTF8 = false

  /// Creates an ISO 8859-1 text from its bytes.
  public init(bytes: [UInt8] = []) { self.bytes = bytes }

  /// Creates a text from UTF-8 code units.
  public init(utf8 codeUnits: [UInt8]) {
    bytes = codeUnits
    isUTF8 = true
  }

  /// Creates an ISO 8859-1 text from a string; a character above U+00FF becomes `?`.
  public init(_ string: String) {
    bytes = string.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
  }
}

extension DescriptorText: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates an ISO 8859-1 text from a string literal.
  public init(stringLiteral string: String) { self.init(string) }

  /// The text as a string: one character for each ISO 8859-1 byte, or the decoded UTF-8.
  public var description: String {
    if isUTF8 { return String(decoding: bytes, as: UTF8.self) }
    var text = ""
    for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text
  }
}
