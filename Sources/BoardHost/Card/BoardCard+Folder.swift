internal import BoardFirmware
public import VirtualBoard

extension BoardCard {
  /// Puts a folder into the slot.
  ///
  /// - Throws: ``CardFolderError`` when the folder cannot be made.
  public init(folder path: String) throws(CardFolderError) {
    let slot = Slot(try CardFolder(path: path))
    self.init(
      append: { line, file, header throws(CardError) in
        try slot.folder.append(line, toFile: file, startingWith: header)
      },
      end: { file, count throws(CardError) in
        try slot.folder.end(ofFile: file, upTo: count)
      })
  }
}

/// Holds what may not be copied.
private final class Slot {
  var folder: CardFolder
  init(_ folder: consuming CardFolder) { self.folder = folder }
}
