/// A value of a request's body, as far as the operations tell values apart.
public enum BodyValue: Hashable, Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case flag(Bool)
  /// A number
  case number(Double)
  /// Text
  case text(String)
  /// An object or an array
  case nested

  /// The value's kind, for errors.
  var kind: String {
    switch self {
    case .null: "null"
    case .flag: "a Boolean"
    case .number: "a number"
    case .text: "text"
    case .nested: "an object or an array"
    }
  }
}

/// Reads a body that should be a JSON object; `nil` when it is none.
///
/// Reading JSON is a library's work, and not this module's.
public typealias BodyReader = @Sendable ([UInt8]) -> [String: BodyValue]?
