public import BoardFirmware
internal import Platform

/// A folder that stands for the memory card.
///
/// A line is one `write` to a file opened for appending, so whatever kills the process leaves whole
/// lines but for the last; a torn last line of an earlier run is closed before anything follows it. A
/// folder that is moved away is a card that was pulled.
public struct CardFolder: CardWriter, ~Copyable {
  private var lines: CardLines<FolderFiles>

  /// Names the folder, which is made when it is missing.
  ///
  /// - Throws: ``CardFolderError`` when it cannot be made, is no folder or may not be written.
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

  /// Appends a line, after the header where the file is new.
  public mutating func append(
    _ line: Span<UInt8>, toFile name: String, startingWith header: Span<UInt8>
  ) throws(CardError) {
    try lines.append(line, toFile: name, startingWith: header)
  }

  /// Reads the end of a file.
  public mutating func end(ofFile name: String, upTo count: Int) throws(CardError) -> [UInt8] {
    try lines.end(ofFile: name, upTo: count)
  }

  /// Signs what was chained and not signed yet.
  mutating func finish() throws(CardError) { try lines.finish() }
}

/// A folder that cannot serve as a card.
public struct CardFolderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder.
  public var path: String
  /// The system's error number.
  public var code: Int32

  /// A description of the error, its place and its remedy.
  public var description: String {
    "cannot use '\(path)' as the card: \(systemText(ofError: code)); "
      + "name a folder that can be written, or a new one beside others"
  }
}
