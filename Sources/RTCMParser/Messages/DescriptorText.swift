/// A text in a message: bytes that are mostly ASCII, but need not be.
public struct DescriptorText: Hashable, Sendable {
  /// The characters, ISO 8859-1, one byte each.
  public var bytes: [UInt8]

  /// How many characters a count on the wire can say; the standard wants no more than 31.
  public static let maximumCount = 255

  /// Creates a text from its bytes.
  public init(bytes: [UInt8] = []) { self.bytes = bytes }

  /// Creates a text from a string; a character above U+00FF becomes `?`.
  public init(_ string: String) {
    bytes = string.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
  }
}

extension DescriptorText: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates a text from a literal.
  public init(stringLiteral string: String) { self.init(string) }

  /// The text as a string, one character for each byte.
  public var description: String {
    var text = ""
    for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text
  }
}
