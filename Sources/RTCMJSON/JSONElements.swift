/// An iterator over the elements of a JSON array.
package struct JSONElements: Sequence, IteratorProtocol, Sendable {
  private let text: JSONText
  private var token: Int
  /// The number of elements left.
  private(set) var count: Int

  init(of text: JSONText, at index: Int) {
    self.text = text
    token = index + 1
    count = text.tokens[index].count
  }

  /// Returns the next element; `nil` at the end.
  package mutating func next() -> JSONValue? {
    guard count > 0 else { return nil }
    defer { (token, count) = (text.tokens[token].end, count - 1) }
    return text.value(at: token)
  }
}
