#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import TextOutput

/// Any JSON value, as the JSON parser gives it.
enum JSONValue: Hashable, Sendable {
  case null
  case flag(Bool)
  case number(Double)
  /// A whole number that a `Double` cannot hold for sure, such as a mask of 64 bits.
  case large(UInt64)
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])
  /// What the parser lets pass but cannot give, such as `1e999`.
  case unreadable

  /// The members, where it is an object.
  var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }

  /// The elements, where it is an array.
  var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// What it is, in words.
  var kind: String {
    switch self {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    case .large(let number): "\(number)"
    case .text(let text): "the text \"\(text.excerpt(20))\""
    case .array: "an array"
    case .object: "an object"
    case .unreadable: "a number too large, or a text with a broken escape,"
    }
  }
}

extension JSONValue: Decodable {
  /// Whole numbers are exact in a `Double` up to here.
  private static let exactLimit = 0x1p53

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    // Numbers first: a message has little else.
    if value.decodeNil() {
      self = .null
    } else if let number = try? value.decode(Double.self) {
      let exact = number >= Self.exactLimit ? try? value.decode(UInt64.self) : nil
      self = exact.map(JSONValue.large) ?? .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let object = try? decoder.container(keyedBy: MemberKey.self) {
      self = .object(try Self.members(of: object))
    } else if var array = try? decoder.unkeyedContainer() {
      self = .array(try Self.elements(of: &array))
    } else {
      self = (try? value.decode(Bool.self)).map(JSONValue.flag) ?? .unreadable
    }
  }

  private static func members(
    of object: KeyedDecodingContainer<MemberKey>
  ) throws -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    for key in object.allKeys {
      members[key.stringValue] = try object.decode(JSONValue.self, forKey: key)
    }
    return members
  }

  private static func elements(of array: inout any UnkeyedDecodingContainer) throws -> [JSONValue] {
    var elements: [JSONValue] = []
    while !array.isAtEnd { elements.append(try array.decode(JSONValue.self)) }
    return elements
  }
}

/// Any member's name.
private struct MemberKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension JSONValue {
  /// Parses a text.
  init(parsing text: [UInt8]) throws(JSONMessageError) {
    do {
      self = try JSONDecoder().decode(JSONValue.self, from: Data(text))
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
