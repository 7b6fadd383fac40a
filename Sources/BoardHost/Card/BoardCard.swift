internal import BoardFirmware

/// A hosted board's card slot: a folder, or nothing.
struct BoardCard: CardWriter, ~Copyable {
  private var folder: CardFolder?
  /// Why there is none, where there should be one.
  private var error: CardError?

  /// Puts a folder into the slot, or nothing.
  ///
  /// - Throws: ``CardFolderError`` when the folder cannot be made.
  init(path: String?) throws(CardFolderError) {
    guard let path else { return }
    folder = try CardFolder(path: path)
  }

  /// Puts the folder into the slot that was in it before the power went.
  init(reopening path: String?) {
    guard let path else { return }
    do throws(CardFolderError) {
      folder = try CardFolder(path: path)
    } catch {
      self.error = .failed(error.description)
    }
  }

  mutating func append(
    _ line: Span<UInt8>, toFile name: String, startingWith header: Span<UInt8>
  ) throws(CardError) {
    guard let _ = try folder?.append(line, toFile: name, startingWith: header) else {
      throw error ?? .absent
    }
  }
}
