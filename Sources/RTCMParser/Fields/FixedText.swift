/// A text that stands in the program, such as a data field's name.
///
/// It needs no heap, and two are equal when their characters are.
///
/// ```swift
/// let name: FixedText = "station_id"
/// ```
public struct FixedText: ExpressibleByStringLiteral, Sendable {
  /// The characters where they stand in the program.
  package let text: StaticString

  /// Creates a text from a literal.
  @inline(__always)
  public init(stringLiteral text: StaticString) { self.text = text }

  /// Whether the two are the same literal of the program; others may be equal all the same.
  package func isSame(as other: Self) -> Bool {
    // Sound: the addresses are compared, and nothing is read.
    guard text.hasPointerRepresentation, other.text.hasPointerRepresentation else { return false }
    return unsafe text.utf8Start == other.text.utf8Start
  }

  /// Whether there is no character in it.
  public var isEmpty: Bool { text.utf8CodeUnitCount == 0 }
}

extension FixedText: Hashable {
  /// Whether the characters are the same.
  public static func == (a: Self, b: Self) -> Bool {
    // Sound: neither buffer is used outside its closure.
    a.text.withUTF8Buffer { first in
      b.text.withUTF8Buffer { second in unsafe first.elementsEqual(second) }
    }
  }

  /// Hashes the characters.
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
