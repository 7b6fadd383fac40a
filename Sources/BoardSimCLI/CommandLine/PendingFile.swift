#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file's name, and the path beside it that is written to until the file is complete.
///
/// Devices, pipes and standard output have no second name, and neither has a file in a folder that allows
/// no new files; these are written in place.
///
/// Sound throughout: the system calls read the paths and fill the given `stat`; the result of realpath(3)
/// is copied and freed.
struct PendingFile {
  /// The file's path as the user gave it.
  let path: String
  /// The path written to: `.NAME.partial` in the same folder, or ``path``.
  let workingPath: String
  /// The file that ``path`` leads to, with links resolved.
  private let target: String

  /// Chooses the path to write to; nothing is created yet.
  init(_ path: String, inPlace: Bool = false) throws(Failure) {
    self.path = path
    target = Self.target(of: path) ?? path
    workingPath = inPlace ? path : try Self.neighbour(of: target, named: path) ?? path
  }

  /// Whether the file is written under its own name.
  var isInPlace: Bool { workingPath == path }

  /// Whether a file of the name exists already.
  var exists: Bool { isThere(target) }

  /// Returns whether a path leads to a regular file, or to none yet.
  ///
  /// Devices, pipes and standard output, which cannot be written more than once, return `false`.
  static func isFile(_ path: String) -> Bool { path != "-" && target(of: path) != nil }

  /// Opens the path to write to.
  func open(_ mode: OutputStream.Mode = .replace) throws(Failure) -> OutputStream {
    let stream = try OutputStream(workingPath, mode: mode, name: path)
    keepPermissions()
    return stream
  }

  /// Renames the complete file to its own name.
  func commit() throws(Failure) {
    guard !isInPlace else { return }
    guard unsafe rename(workingPath, target) == 0 else { throw .system("write", path) }
  }

  /// Removes the incomplete file; a file written in place stays.
  func discard() {
    if !isInPlace { _ = unsafe unlink(workingPath) }
  }

  /// Copies the permissions of the file to be replaced.
  private func keepPermissions() {
    var status = stat()
    guard !isInPlace, unsafe stat(target, &status) == 0 else { return }
    _ = unsafe chmod(workingPath, status.st_mode & 0o7777)
  }

  /// Returns the regular file, existing or not, that a path leads to; `nil` when the path leads to anything
  /// else.
  private static func target(of path: String) -> String? {
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG, let real = unsafe realpath(path, nil) else {
        return nil
      }
      defer { unsafe free(real) }
      return unsafe String(cString: real)
    }
    // A dangling link is written through.
    return unsafe lstat(path, &status) == 0 ? nil : path
  }

  private static func neighbour(
    of target: String, named path: String
  ) throws(Failure) -> String? {
    guard isFile(path) else { return nil }
    if isThere(target), unsafe access(target, W_OK) != 0 {
      throw .system("write", path)
    }
    let start = target.lastIndex(of: "/").map(target.index(after:)) ?? target.startIndex
    let (folder, name) = (target[..<start], target[start...])
    let longestName = 240  // file systems allow 255 bytes
    guard !name.isEmpty, name.utf8.count <= longestName,
      unsafe access(folder.isEmpty ? "." : String(folder), W_OK | X_OK) == 0
    else { return nil }
    return "\(folder).\(name).partial"
  }
}
