internal import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension CardFolder {
  /// Why a folder, or the one it would be made in, cannot be written; `nil` when it can.
  static func problem(writingTo folder: String) -> String? {
    // The dot makes a file of that name an error.
    // Sound: paths are only read.
    if unsafe access("\(folder)/.", W_OK | X_OK) == 0 { return nil }
    let code = errno
    guard code == ENOENT else { return systemText(ofError: code) }
    let slash = folder.dropLast(folder.hasSuffix("/") ? 1 : 0).lastIndex(of: "/")
    let parent = slash.map { String(folder[...$0]) } ?? "./"
    guard unsafe access("\(parent).", W_OK | X_OK) != 0 else { return nil }
    return systemText(ofError: errno)
  }
}
