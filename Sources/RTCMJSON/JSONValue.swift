internal import TextOutput

/// A JSON value of any kind.
package enum JSONValue: Sendable {
  case null
  case flag(Bool)
  case number(Double)
  /// A whole number beyond the exact range of a `Double`, such as a mask of 64 bits.
  case large(UInt64)
  case text(String)
  case array(JSONElements)
  case object(JSONMembers)
  /// A number or string that cannot be represented, such as `1e999`.
  case unreadable

  /// The limit up to which a `Double` represents whole numbers exactly.
  static let exactLimit = 0x1p53

  /// The members of an object; `nil` for other kinds.
  package var members: JSONMembers? { if case .object(let members) = self { members } else { nil } }

  /// The elements of an array; `nil` for other kinds.
  package var elements: JSONElements? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The value or its kind, as text for errors.
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
  /// Parses a JSON text; throws if the text is not JSON.
  package init(parsing text: [UInt8]) throws(JSONMessageError) {
    do throws(JSONTokenizer.NotJSON) {
      self = try JSONText(text).value(at: 0)
    } catch {
      let beginning = String(decoding: text.prefix(80), as: UTF8.self)
      throw JSONMessageError(.notJSON(beginning: beginning.excerpt(40)), path: "")
    }
  }
}

extension String {
  /// Returns the first characters of a text from outside, with control characters escaped.
  func excerpt(_ length: Int) -> String {
    String(unicodeScalars.prefix(length)).withControlsEscaped
  }
}
