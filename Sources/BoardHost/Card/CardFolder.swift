public import BoardFirmware
internal import Platform

/// A folder that serves as the memory card.
///
/// A line is one `write` to a file opened for appending, so a killed process leaves only whole lines,
/// except for the last. A torn last line of an earlier run is closed before anything follows it. A folder
/// that is moved away counts as a removed card.
public struct CardFolder: CardWriter, ~Copyable {
  private var lines: CardLines<FolderFiles>

  /// Creates a card in a folder, and the folder itself when it is missing.
  ///
  /// - Throws: ``CardFolderError`` when the path cannot be created, is no folder or is not writable.
  public init(path: String) throws(CardFolderError) { try self.init(path: path, chain: nil) }

  init(path: String, chain: CardChain?) throws(CardFolderError) {
    do throws(SystemError) {
      try Folder.make(path)
      try Folder.checkWritable(path)
    } catch {
      throw CardFolderError(path: path, code: error.code)
    }
    lines = CardLines(on: FolderFiles(path: path), chain: chain)
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

/// A folder that cannot serve as a card.
public struct CardFolderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the folder.
  public var path: String
  /// The system's error number.
  public var code: Int32

  /// A description of the error, its place and its remedy.
  public var description: String {
    "cannot use '\(path)' as the card: \(systemText(ofError: code)); "
      + "name a folder that can be written, or a new one beside others"
  }
}
