internal import Bytes
public import BoardFirmware

/// The content of a board's card slot, which outlives a loss of power.
public struct BoardCard: CardWriter {
  /// An operation that appends a line to a file; a new file begins with the header.
  public typealias Append = (
    _ line: Span<UInt8>, _ file: String, _ header: Span<UInt8>
  ) throws(CardError) -> Void

  /// Returns the last bytes of a file, at most `count`.
  public typealias End = (_ file: String, _ count: Int) throws(CardError) -> [UInt8]

  /// The last work before the card is taken out, such as signing its files.
  public typealias Finish = () throws(CardError) -> Void

  private let write: Append
  private let readEnd: End
  /// The last work before the card is taken out; `nil` for none.
  let close: Finish?

  /// Creates a card from closures.
  ///
  /// The closures do what `CardWriter.append(_:toFile:startingWith:)` and
  /// `CardWriter.end(ofFile:upTo:)` specify. A last line without a line feed is torn, and the next
  /// line must not continue it.
  ///
  /// - Parameters:
  ///   - append: Appends a line.
  ///   - end: Reads the end of a file.
  ///   - finish: Called once when the board is stopped, but not when the process is killed; `nil` for
  ///     no last work.
  public init(
    append: @escaping Append, end: @escaping End,
    finish: Finish? = nil
  ) {
    write = append
    readEnd = end
    close = finish
  }

  /// An empty slot, whose every access fails as `absent`.
  public static var none: Self {
    Self(
      append: { _, _, _ throws(CardError) in throw .absent },
      end: { _, _ throws(CardError) in throw .absent })
  }

  /// Appends one line to a file; a new file begins with the header.
  public mutating func append(
    _ line: Span<UInt8>, toFile name: String, startingWith header: Span<UInt8>
  ) throws(CardError) {
    try write(line, name, header)
  }

  /// Returns the last bytes of a file, at most `count`.
  public mutating func end(ofFile name: String, upTo count: Int) throws(CardError) -> [UInt8] {
    try readEnd(name, count)
  }

  /// Does the last work before the card is taken out, such as signing the card's files.
  public func finish() throws(CardError) { try close?() }
}

/// A memory card in memory, whose files a test can read.
///
/// ```swift
/// let card = MemoryCard()
/// let board = try Board(card: card.slot)
/// board.run(until: .seconds(60))
/// print(card.text(of: "20260601.CSV") ?? "nothing was written")
/// ```
public final class MemoryCard {
  /// The bytes of each file, by file name.
  public private(set) var files: [String: [UInt8]] = [:]

  /// Creates an empty card.
  public init() {}

  /// The card as the content of a board's slot.
  public var slot: BoardCard {
    BoardCard(
      append: { line, file, header throws(CardError) in
        self.add(line, to: file, startingWith: header)
      },
      end: { file, count throws(CardError) in Array((self.files[file] ?? []).suffix(count)) })
  }

  /// Removes all files from the card.
  public func empty() { files = [:] }

  private func add(
    _ line: Span<UInt8>, to file: String, startingWith header: Span<UInt8>
  ) {
    var bytes = files.removeValue(forKey: file) ?? []
    if bytes.isEmpty {
      bytes.append(contentsOf: header)
    } else if bytes.last != .lineFeed {
      bytes.append(.lineFeed)
    }
    bytes.append(contentsOf: line)
    files[file] = bytes
  }

  /// Returns a file as text; `nil` when the card has no file of that name.
  public func text(of file: String) -> String? {
    files[file].map { String(decoding: $0, as: UTF8.self) }
  }
}
