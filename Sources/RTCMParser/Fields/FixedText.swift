/// A text from a string literal of the program, such as a data field's name.
///
/// A fixed text needs no heap memory. Two texts are equal when their characters are.
///
/// ```swift
/// let name: FixedText = "station_id"
/// ```
public struct FixedText: ExpressibleByStringLiteral, Sendable {
  /// The literal that holds the characters.
  package let text: StaticString

  /// Creates a text from a literal.
  @inline(__always)
  public init(stringLiteral text: StaticString) { self.text = text }

  /// Whether both texts are the same literal of the program.
  ///
  /// Distinct literals may still have equal characters.
  package func isSame(as other: Self) -> Bool {
    // Sound: only the addresses are compared; no memory is read.
    guard text.hasPointerRepresentation, other.text.hasPointerRepresentation else { return false }
    return unsafe text.utf8Start == other.text.utf8Start
  }

  /// Whether the text has no characters.
  public var isEmpty: Bool { text.utf8CodeUnitCount == 0 }
}

extension FixedText: Hashable {
  /// Whether two texts have the same characters.
  public static func == (a: Self, b: Self) -> Bool {
    // Sound: neither buffer is used outside its closure.
    a.text.withUTF8Buffer { first in
      b.text.withUTF8Buffer { second in unsafe first.elementsEqual(second) }
    }
  }

  /// Feeds the text's characters into a hasher.
  public func hash(into hasher: inout Hasher) {
    // Sound: the buffer is not used outside the closure.
    text.withUTF8Buffer { bytes in
      for index in bytes.indices { hasher.combine(unsafe bytes[index]) }
    }
  }
}

extension FixedText: CustomStringConvertible {
  /// The text as a string.
  public var description: String { text.description }
}
