internal import Bytes
public import BoardFirmware

/// The content of a board's card slot; it stays there when the power goes.
public struct BoardCard: CardWriter {
  /// Appends a line to a file, which begins with a header when it is new.
  public typealias Append = (
    _ line: Span<UInt8>, _ file: String, _ header: Span<UInt8>
  ) throws(CardError) -> Void

  /// Reads the last bytes of a file, as many as that at most.
  public typealias End = (_ file: String, _ count: Int) throws(CardError) -> [UInt8]

  /// Does what is to be done before the card is taken out.
  public typealias Finish = () throws(CardError) -> Void

  private let write: Append
  private let readEnd: End
  /// `nil` where there is nothing to be done.
  let close: Finish?

  /// Puts something into the slot that does as `CardWriter.append(_:toFile:startingWith:)` and
  /// `CardWriter.end(ofFile:upTo:)` say; a line without a line feed is a torn one, which the next one
  /// does not go on with.
  ///
  /// - Parameters:
  ///   - append: Appends a line.
  ///   - end: Reads the end of a file.
  ///   - finish: Called once, when the board is stopped and not killed; `nil` where there is nothing to
  ///     be done.
  public init(
    append: @escaping Append, end: @escaping End,
    finish: Finish? = nil
  ) {
    write = append
    readEnd = end
    close = finish
  }

  /// Nothing in the slot.
  public static var none: Self {
    Self(
      append: { _, _, _ throws(CardError) in throw .absent },
      end: { _, _ throws(CardError) in throw .absent })
  }

  /// Appends one line.
  public mutating func append(
    _ line: Span<UInt8>, toFile name: String, startingWith header: Span<UInt8>
  ) throws(CardError) {
    try write(line, name, header)
  }

  /// Reads the end of a file.
  public mutating func end(ofFile name: String, upTo count: Int) throws(CardError) -> [UInt8] {
    try readEnd(name, count)
  }

  /// Does what is to be done before the card is taken out, such as signing what is on it.
  public func finish() throws(CardError) { try close?() }
}

/// A memory card in memory: its files can be looked at.
///
/// ```swift
/// let card = MemoryCard()
/// let board = try Board(card: card.slot)
/// board.run(until: .seconds(60))
/// print(card.text(of: "20260601.CSV") ?? "nothing was written")
/// ```
public final class MemoryCard {
  /// The files' bytes, by name.
  public private(set) var files: [String: [UInt8]] = [:]

  /// Creates an empty card.
  public init() {}

  /// The card, in a board's slot.
  public var slot: BoardCard {
    BoardCard(
      append: { line, file, header throws(CardError) in
        self.add(line, to: file, startingWith: header)
      },
      end: { file, count throws(CardError) in Array((self.files[file] ?? []).suffix(count)) })
  }

  /// Takes all files off the card.
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

  /// A file as text; `nil` when there is none of that name.
  public func text(of file: String) -> String? {
    files[file].map { String(decoding: $0, as: UTF8.self) }
  }
}
