public import BoardFirmware
internal import FATVolumes
internal import Platform

/// An image of a memory card with FAT16 or FAT32, which other systems can mount.
///
/// Data are in the file when the call that writes them returns. A killed process leaves every counted line
/// intact; `fsck.fat -a` removes the unfinished rest. An image that is moved away counts as a removed card.
public struct CardImage: CardWriter, ~Copyable {
  private var lines: CardLines<ImageFiles>

  /// The default size of a new image, bytes: 64 MiB.
  public static let standardSize = 64 << 20

  /// Opens an image, and creates it when it is missing.
  ///
  /// - Parameters:
  ///   - path: The path of the image file.
  ///   - size: The size of a new image, bytes: 4 MiB to 32 GiB, a multiple of 512; ``standardSize`` when
  ///     `nil`. An existing image must have this size.
  /// - Throws: ``CardImageError`` when the image cannot be created, read or written.
  public init(path: String, size: Int? = nil) throws(CardImageError) {
    try self.init(path: path, size: size, chain: nil)
  }

  init(path: String, size: Int?, chain: CardChain?) throws(CardImageError) {
    if let found = try Self.size(of: path) {
      guard size == nil || size == found else {
        throw .wrongSize(path, is: found, not: size ?? found)
      }
    } else {
      try Self.make(path, size: size ?? Self.standardSize)
    }
    var files = ImageFiles(path: path)
    do throws(CardError) {
      _ = try files.names()
    } catch {
      throw .unusable(error.description)
    }
    lines = CardLines(on: files, chain: chain)
  }

  /// Returns the size of a file, bytes; `nil` when the file does not exist.
  private static func size(of path: String) throws(CardImageError) -> Int? {
    do throws(SystemError) {
      return try BlockFile(path: path, for: .writing).byteCount
    } catch {
      if error == .noEntry { return nil }
      throw .system(path, error.code, isBusy: error.isBusy)
    }
  }

  /// Creates an image under a temporary name, so that a file of the final name is always complete.
  private static func make(_ path: String, size: Int) throws(CardImageError) {
    let partial = path + ".partial"
    BlockFile.remove(partial)
    defer { BlockFile.remove(partial) }
    var blocks: ImageBlocks
    do throws(SystemError) {
      blocks = ImageBlocks(try BlockFile(making: partial, byteCount: size))
    } catch {
      throw .system(path, error.code, isBusy: false)
    }
    do throws(FATError) {
      try FATLayout(blockCount: blocks.blockCount).format(&blocks)
    } catch {
      throw .unusable("cannot make '\(path)': \(error)")
    }
    do throws(SystemError) {
      try BlockFile.move(partial, to: path)
    } catch {
      throw .system(path, error.code, isBusy: false)
    }
  }

  /// Appends a line; a new file gets the header first.
  public mutating func append(
    _ line: Span<UInt8>, toFile name: String, startingWith header: Span<UInt8>
  ) throws(CardError) {
    try lines.append(line, toFile: name, startingWith: header)
  }

  /// Returns the last bytes of a file, at most `count`.
  public mutating func end(ofFile name: String, upTo count: Int) throws(CardError) -> [UInt8] {
    try lines.end(ofFile: name, upTo: count)
  }

  /// Signs the chained lines that have no signature yet.
  mutating func finish() throws(CardError) { try lines.finish() }
}

/// A file that cannot serve as a card image.
public enum CardImageError: Error, Hashable, Sendable {
  /// The system refused the file, by its error number.
  case system(String, Int32, isBusy: Bool)
  /// An existing file of another size than the requested one, both in bytes.
  case wrongSize(String, is: Int, not: Int)
  /// A file that is no image, or an image that cannot be created, with a sentence that says why.
  case unusable(String)
}

extension CardImageError: CustomStringConvertible {
  /// A description of the error, its place and its remedy.
  public var description: String {
    switch self {
    case .system(let path, _, isBusy: true):
      "'\(path)' is another board's card already; name another file"
    case .system(let path, let code, _):
      "cannot use '\(path)' as the card: \(systemText(ofError: code)); "
        + "name a file that can be written, or a new one beside others"
    case .wrongSize(let path, let size, let wanted):
      "'\(path)' is there and has \(size) bytes, not \(wanted); leave out --card-size, or name a new file"
    case .unusable(let text): text + "; or name a new file"
    }
  }
}
