/// A JSON value in a request's body, as far as the operations distinguish values.
public enum BodyValue: Hashable, Sendable {
  /// The value `null`.
  case null
  /// The value `true` or `false`.
  case flag(Bool)
  /// A number, read as a `Double`.
  case number(Double)
  /// A string.
  case text(String)
  /// An object or an array, whose content is not read.
  case nested

  /// The name of the value's kind, for error messages.
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

/// A function that reads a body as a JSON object, and returns `nil` for anything else.
///
/// JSON is read by a library outside this module.
public typealias BodyReader = @Sendable ([UInt8]) -> [String: BodyValue]?
