/// A token of a JSON text: a value or a member's name, with its position.
struct JSONToken {
  enum Kind: UInt8 {
    case null, no, yes, number, text, array, object
    /// A string with an invalid escape, or one that is not UTF-8.
    case unreadable
  }

  let kind: Kind
  /// Whether the text between the quotes contains escapes.
  var hasEscapes = false
  /// The range of the token's bytes, without quotes.
  var range: Range<Int>
  /// The number of elements or members.
  var count = 0
  /// The index of the first token after this one and its contents.
  var end: Int
}
