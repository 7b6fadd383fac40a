internal import TextOutput

/// Any JSON value.
enum JSONValue: Sendable {
  case null
  case flag(Bool)
  case number(Double)
  /// A whole number that a `Double` cannot hold for sure, such as a mask of 64 bits.
  case large(UInt64)
  case text(String)
  case array(JSONElements)
  case object(JSONMembers)
  /// A number or text that cannot be represented, such as `1e999`.
  case unreadable

  /// Whole numbers are exact in a `Double` up to here.
  static let exactLimit = 0x1p53

  /// The members, where it is an object.
  var members: JSONMembers? { if case .object(let members) = self { members } else { nil } }

  /// The elements, where it is an array.
  var elements: JSONElements? { if case .array(let elements) = self { elements } else { nil } }

  /// The value's kind, in words.
  var kind: String {
    switch self {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    case .large(let number): "\(number)"
    case .text(let text): "the text \"\(text.excerpt(20))\""
    case .array: "an array"
    case .object: "an object"
    case .unreadable: "a number too large or written wrongly, or a text with a broken escape,"
    }
  }
}

extension JSONValue {
  /// Parses a text.
  init(parsing text: [UInt8]) throws(JSONMessageError) {
    do throws(JSONTokenizer.NotJSON) {
      self = try JSONText(text).value(at: 0)
    } catch {
      let beginning = String(decoding: text.prefix(80), as: UTF8.self)
      throw JSONMessageError(.notJSON(beginning: beginning.excerpt(40)), path: "")
    }
  }
}

extension String {
  /// The beginning of a text from outside, fit to be shown.
  func excerpt(_ length: Int) -> String {
    String(unicodeScalars.prefix(length)).withControlsEscaped
  }
}
