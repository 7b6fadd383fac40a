/// The members of a JSON object; reading them in their order is fastest.
///
/// Of two members with the same name the first one counts.
package struct JSONMembers: Sendable {
  private let text: JSONText?
  /// The token of the first member's name.
  private let start: Int
  /// The number of members.
  let count: Int
  /// The token and the index of the member after those that were taken in order.
  private var (next, nextIndex): (Int, Int)
  /// A bit for each taken member among the first 128.
  private var taken: UInt128 = 0

  /// Whether the object has no members.
  var isEmpty: Bool { count == 0 }

  /// An object without members.
  static let none = JSONMembers()

  private init() { (text, start, count, next, nextIndex) = (nil, 0, 0, 0, 0) }

  init(of text: JSONText, at index: Int) {
    self.text = text
    (start, count) = (index + 1, text.tokens[index].count)
    (next, nextIndex) = (start, 0)
  }

  /// The value of a member; `nil` if there is none of the name.
  package subscript(name: String) -> JSONValue? {
    guard let text, let place = place(of: name) else { return nil }
    return text.value(at: place.token + 1)
  }

  /// Returns the value of a member, and marks the member as taken.
  mutating func take(_ name: String) -> JSONValue? {
    guard let text else { return nil }
    if nextIndex < count, text.isText(next, name) {
      let value = next + 1
      note(nextIndex)
      (next, nextIndex) = (text.tokens[value].end, nextIndex + 1)
      return text.value(at: value)
    }
    guard let place = place(of: name) else { return nil }
    note(place.index)
    return text.value(at: place.token + 1)
  }

  private mutating func note(_ index: Int) { taken |= index < 128 ? 1 << UInt128(index) : 0 }

  /// Whether all members are known to be taken.
  ///
  /// The value may stay `false` if names are repeated, and does so for more than 128 members.
  var areAllTaken: Bool { taken.nonzeroBitCount == count }

  /// Returns a member's position: the token of its name, and the number of members before it.
  private func place(of name: String) -> (token: Int, index: Int)? {
    guard let text else { return nil }
    let length = name.utf8.count
    var token = start
    for index in 0..<count {
      let candidate = text.tokens[token]
      if candidate.range.count == length || candidate.hasEscapes, text.isText(token, name) {
        return (token, index)
      }
      token = text.tokens[token + 1].end
    }
    return nil
  }

  /// The names and values of all members.
  var all: [(name: String, value: JSONValue)] {
    var (token, members) = (start, [(name: String, value: JSONValue)]())
    while let text, members.count < count {
      if case .text(let name) = text.value(at: token) {
        members.append((name, text.value(at: token + 1)))
      }
      token = text.tokens[token + 1].end
    }
    return members
  }
}
