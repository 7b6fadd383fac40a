internal import Platform

extension CardFolder {
  /// Returns the reason why a folder is not writable; `nil` when it is writable.
  ///
  /// For a missing folder the parent folder is examined.
  static func problem(writingTo folder: String) -> String? {
    guard let error = error(writingTo: folder) else { return nil }
    guard error == .noEntry else { return "\(error)" }
    let slash = folder.dropLast(folder.hasSuffix("/") ? 1 : 0).lastIndex(of: "/")
    let parent = slash.map { String(folder[...$0]) } ?? "./"
    return Self.error(writingTo: parent).map { "\($0)" }
  }

  private static func error(writingTo folder: String) -> SystemError? {
    do throws(SystemError) {
      try Folder.checkWritable(folder)
      return nil
    } catch {
      return error
    }
  }
}
