internal import Platform

extension CardFolder {
  /// Returns the reason for which a folder, or the one it would be made in, cannot be written; `nil` when it
  /// can.
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
