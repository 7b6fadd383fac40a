internal import Bytes

/// A header field of a request or a response: a case-insensitive name, and a value.
public struct HTTPField: Hashable, Sendable {
  /// The field's name.
  public var name: String
  /// The field's value, without line breaks.
  public var value: String

  /// Creates a field.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [HTTPField] {
  /// Returns the value of the field of a name, in any case.
  ///
  /// The values of several fields are joined by commas (RFC 9110, section 5.2). So a field that may occur
  /// only once is invalid when it occurs twice.
  func value(of name: String) -> String? {
    var values: String?
    for field in self where field.name.isSame(ignoringCase: name) {
      values = values.map { "\($0), \(field.value)" } ?? field.value
    }
    return values
  }
}
