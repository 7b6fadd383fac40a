internal import Bytes

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
    for field in self where field.name.isSame(ignoringCase: name) {
      values = values.map { "\($0), \(field.value)" } ?? field.value
    }
    return values
  }
}
