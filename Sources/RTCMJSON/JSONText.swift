/// A JSON text whose values are decoded on demand.
final class JSONText: Sendable {
  let bytes: [UInt8]
  let tokens: [JSONToken]

  /// Tokenizes a text; throws if the text is not JSON.
  init(_ bytes: [UInt8]) throws(JSONTokenizer.NotJSON) {
    self.bytes = bytes
    tokens = try JSONTokenizer.tokens(of: bytes)
  }

  /// Returns the value that begins with a token.
  func value(at index: Int) -> JSONValue {
    let token = tokens[index]
    return switch token.kind {
    case .null: .null
    case .yes: .flag(true)
    case .no: .flag(false)
    case .number: number(in: token.range)
    case .text: text(of: token).map(JSONValue.text) ?? .unreadable
    case .array: .array(JSONElements(of: self, at: index))
    case .object: .object(JSONMembers(of: self, at: index))
    case .unreadable: .unreadable
    }
  }

  private func number(in range: Range<Int>) -> JSONValue {
    guard let number = JSONNumber(bytes, in: range) else { return .unreadable }
    let value = number.value ?? Double(String(decoding: bytes[range], as: UTF8.self)) ?? .infinity
    guard value.isFinite else { return .unreadable }
    guard value >= JSONValue.exactLimit else { return .number(value) }
    return number.integer.map(JSONValue.large) ?? .number(value)
  }

  private func text(of token: JSONToken) -> String? {
    JSONString.text(of: bytes, in: token.range, hasEscapes: token.hasEscapes)
  }

  /// Whether a token is a string equal to `wanted`.
  func isText(_ index: Int, _ wanted: String) -> Bool {
    let token = tokens[index]
    if token.hasEscapes { return text(of: token) == wanted }
    guard token.range.count == wanted.utf8.count else { return false }
    let characters = wanted.utf8.span
    var index = token.range.lowerBound
    for character in characters.indices {
      guard bytes[index] == characters[character] else { return false }
      index += 1
    }
    return true
  }
}
