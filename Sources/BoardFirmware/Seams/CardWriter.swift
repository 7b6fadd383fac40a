/// A memory card: lines are appended to named files, and the ends of files can be read.
public protocol CardWriter: ~Copyable {
  /// Appends one line to a file; a new or empty file begins with `header`.
  ///
  /// Line and header already end with a line feed. The complete line is on the card when the call
  /// returns. After an error the firmware continues with the next sample's line.
  ///
  /// - Parameters:
  ///   - line: The line's bytes, the line feed included.
  ///   - name: A file name of the form `YYYYMMDD.CSV`.
  ///   - header: The first line of a new file, the line feed included.
  /// - Throws: ``CardError``; the line is lost.
  mutating func append(
    _ line: Span<UInt8>, toFile name: String, startingWith header: Span<UInt8>
  ) throws(CardError)

  /// Reads the end of a file, whose last line may be torn.
  ///
  /// - Parameters:
  ///   - name: A file name of at most eight characters, a dot and three characters.
  ///   - count: The greatest number of bytes to read.
  /// - Returns: The last bytes of the file; none when there is no such file.
  /// - Throws: ``CardError``.
  mutating func end(ofFile name: String, upTo count: Int) throws(CardError) -> [UInt8]
}

/// The error of a failed write or read on the card.
public enum CardError: Error, Hashable, Sendable {
  /// A slot without a card.
  case absent
  /// A card without room for the line.
  case full
  /// A write-protected card or file.
  case writeProtected
  /// Any other error, in the words of the failed layer.
  case failed(String)
}

extension CardError: CustomStringConvertible {
  /// The error and its remedy, in words.
  public var description: String {
    switch self {
    case .absent: "there is no card; put one in, or name a folder for it"
    case .full: "the card is full; make room, or put in another"
    case .writeProtected: "the card may not be written; move its lock, or change its permissions"
    case .failed(let text): text
    }
  }
}

/// The slot of a board without a card.
public struct NoCard: CardWriter {
  /// Creates the empty slot.
  public init() {}

  /// Always throws ``CardError/absent``.
  public mutating func append(
    _ line: Span<UInt8>, toFile name: String, startingWith header: Span<UInt8>
  ) throws(CardError) {
    throw .absent
  }

  /// Always throws ``CardError/absent``.
  public mutating func end(ofFile name: String, upTo count: Int) throws(CardError) -> [UInt8] {
    throw .absent
  }
}
