internal import Platform

/// A folder for output files.
enum OutputFolder {
  /// Creates a folder and the missing ones above it, unless it exists.
  ///
  /// - Throws: ``Failure`` when the system refuses.
  static func make(_ path: String) throws(Failure) {
    do {
      try Folder.makeAll(path)
    } catch {
      throw Failure(message: "cannot make the folder '\(path)': \(error)")
    }
  }
}
