import Bytes

/// The header lines of a request or an answer, in the order received.
public struct NtripHeaderFields: Hashable, Sendable {
  /// A header line: a name and a value.
  public struct Field: Hashable, Sendable {
    /// The name, in its original case.
    public var name: String
    /// The value without surrounding blanks.
    public var value: String
  }

  /// The header lines, in the order received.
  public private(set) var fields: [Field] = []

  /// Creates an empty list of header lines.
  public init() {}

  /// Appends a header line with a name and a value.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// The value of the first line with this name, ignoring case; `nil` when there is none.
  public subscript(name: String) -> String? {
    fields.first { $0.name.isSame(ignoringCase: name) }?.value
  }

  /// Returns the values of all lines with this name, ignoring case.
  public func all(_ name: String) -> [String] {
    fields.filter { $0.name.isSame(ignoringCase: name) }.map { $0.value }
  }

  /// Parses and appends one line, given without its line end.
  ///
  /// - Returns: `false`, with nothing appended, when the line is no header line. A header line
  ///   consists of a token, a colon, and a value without control characters.
  public mutating func append(line: ArraySlice<UInt8>) -> Bool {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy({ $0.isTokenByte })
    else { return false }
    let value = line[(colon + 1)...]
    guard value.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else { return false }
    append(line[..<colon].text, value.trimmed.text)
    return true
  }

  /// Whether the body is chunked, RFC 9112 §7.1.
  public var isChunked: Bool {
    guard let coding = self["Transfer-Encoding"] else { return false }
    return Array(coding.utf8)[...].contains(phrase: "chunked")
  }

  /// The length of the body; `nil` when it is missing or not a number.
  public var contentLength: Int? {
    self["Content-Length"].flatMap { Array($0.utf8)[...].decimalInteger }
  }
}
