/// A field of a request's or response's head: a name, in whatever case, and a value.
public struct HTTPField: Hashable, Sendable {
  /// The field's name.
  public var name: String
  /// Its value, without line breaks.
  public var value: String

  /// Creates a field.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [HTTPField] {
  /// The value of the field of this name in any case; those of several are joined by commas, as RFC 9110
  /// has it (section 5.2), so that one that may come once only is refused when it comes twice.
  func value(of name: String) -> String? {
    var values: String?
    for field in self where field.name.hasSameLetters(as: name) {
      values = values.map { "\($0), \(field.value)" } ?? field.value
    }
    return values
  }
}

extension String {
  /// Whether two names are the same but for the case of their ASCII letters.
  fileprivate func hasSameLetters(as other: String) -> Bool {
    utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.lowered == $1.lowered }
  }
}

extension UInt8 {
  fileprivate var lowered: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
