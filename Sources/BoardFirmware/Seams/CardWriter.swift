/// A memory card, as the firmware sees it: lines appended to named files, whose ends can be read.
public protocol CardWriter: ~Copyable {
  /// Appends one line to a file, which begins with `header` when it was new or empty.
  ///
  /// Both end with a line feed already. A line is on the card as a whole when the call returns; after
  /// a throw the firmware goes on with the next sample's line.
  ///
  /// - Parameters:
  ///   - line: The line's bytes, the line feed included.
  ///   - name: A file name of the form `YYYYMMDD.CSV`.
  ///   - header: The first line of a new file, the line feed included.
  /// - Throws: ``CardError``; the line is lost.
  mutating func append(
    _ line: Span<UInt8>, toFile name: String, startingWith header: Span<UInt8>
  ) throws(CardError)

  /// Reads the end of a file, as it was left: its last line may be torn.
  ///
  /// - Parameters:
  ///   - name: A file name of eight characters at most, a point and three.
  ///   - count: How many bytes at most.
  /// - Returns: The last bytes; none where there is no such file.
  /// - Throws: ``CardError``.
  mutating func end(ofFile name: String, upTo count: Int) throws(CardError) -> [UInt8]
}

/// A failure to write a line to the card, or to read one.
public enum CardError: Error, Hashable, Sendable {
  /// There is no card in the slot.
  case absent
  /// The card has no room left.
  case full
  /// The card or the file may not be written.
  case writeProtected
  /// Anything else, in the words of whatever failed.
  case failed(String)
}

extension CardError: CustomStringConvertible {
  /// The failure and its remedy.
  public var description: String {
    switch self {
    case .absent: "there is no card; put one in, or name a folder for it"
    case .full: "the card is full; make room, or put in another"
    case .writeProtected: "the card may not be written; move its lock, or change its permissions"
    case .failed(let text): text
    }
  }
}

/// The slot of a board that has no card.
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
