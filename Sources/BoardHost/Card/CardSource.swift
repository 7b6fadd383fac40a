internal import BoardFirmware
public import VirtualBoard

/// The files that serve as boards' memory cards.
public struct CardSource: Sendable {
  /// The location of the card files.
  public enum Place: Hashable, Sendable {
    /// A folder.
    case folder(String)
    /// An image; `size` is the size of a new image, bytes, ``CardImage/standardSize`` when `nil`.
    case image(String, size: Int?)
  }

  /// The location of the card files.
  ///
  /// With several boards, each board has a folder inside this folder, or an image beside this image.
  public var place: Place
  /// The key that signs chained lines; `nil` for unchained lines.
  public var key: CardKey?

  /// Creates a source at a location, with an optional key.
  public init(_ place: Place, key: CardKey? = nil) {
    self.place = place
    self.key = key
  }

  /// Returns the card for a board's slot.
  ///
  /// - Parameter number: The number of the board; `nil` for the only board.
  /// - Returns: The card, used by this board alone.
  /// - Throws: ``CardFolderError`` or ``CardImageError``.
  public func slot(of number: Int? = nil) throws -> BoardCard {
    let chain = key.map { CardChain(key: $0) }
    switch place {
    case .folder(let path):
      guard let number else {
        return BoardCard(try CardFolder(path: path, chain: chain), isChained: chain != nil)
      }
      _ = try CardFolder(path: path)
      return BoardCard(
        try CardFolder(path: "\(path)/\(number)", chain: chain), isChained: chain != nil)
    case .image(let path, let size):
      let own = number.map { Self.path(path, of: $0) } ?? path
      return BoardCard(
        try CardImage(path: own, size: size, chain: chain), isChained: chain != nil)
    }
  }

  /// Returns the image path of a board: `card.img` becomes `card-7.img` for board 7.
  static func path(_ path: String, of number: Int) -> String {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[start...].dropFirst().lastIndex(of: ".") else {
      return "\(path)-\(number)"
    }
    return "\(path[..<dot])-\(number)\(path[dot...])"
  }
}

extension BoardCard {
  /// Creates a card from a folder.
  ///
  /// - Throws: ``CardFolderError`` when the folder cannot be created or written.
  public init(folder path: String) throws(CardFolderError) {
    self.init(try CardFolder(path: path))
  }

  fileprivate init(_ folder: consuming CardFolder, isChained: Bool = false) {
    let slot = Slot(folder)
    self.init(
      append: { line, file, header throws(CardError) in
        try slot.card.append(line, toFile: file, startingWith: header)
      },
      end: { file, count throws(CardError) in try slot.card.end(ofFile: file, upTo: count) },
      finish: isChained ? { () throws(CardError) in try slot.card.finish() } : nil)
  }

  fileprivate init(_ image: consuming CardImage, isChained: Bool) {
    let slot = Slot(image)
    self.init(
      append: { line, file, header throws(CardError) in
        try slot.card.append(line, toFile: file, startingWith: header)
      },
      end: { file, count throws(CardError) in try slot.card.end(ofFile: file, upTo: count) },
      finish: isChained ? { () throws(CardError) in try slot.card.finish() } : nil)
  }
}

/// A reference to a noncopyable card.
private final class Slot<Card: CardWriter & ~Copyable> {
  var card: Card
  init(_ card: consuming Card) { self.card = card }
}
