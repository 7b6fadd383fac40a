/// A value of a JSON text or a member's name, where it stands.
struct JSONToken {
  enum Kind: UInt8 {
    case null, no, yes, number, text, array, object
    /// A text with a broken escape, or one that is no UTF-8.
    case unreadable
  }

  let kind: Kind
  /// Whether the text between the quotes is not the characters themselves.
  var hasEscapes = false
  /// The bytes that say it, without quotes.
  var range: Range<Int>
  /// The number of elements or members.
  var count = 0
  /// The first token behind it and what it holds.
  var end: Int
}
