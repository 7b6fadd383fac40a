#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The name of a file and the one under which it is written, beside it, until it is whole.
///
/// Devices, pipes and standard output have no second name, and neither has a file in a folder where
/// none can be made: those are written in place.
///
/// Sound throughout: the system's calls read the paths and fill the `stat` they are given; what
/// realpath(3) makes is copied and freed.
struct PendingFile {
  /// The file as its user calls it.
  let path: String
  /// The path written to: `.NAME.partial` in the same folder, or ``path``.
  let workingPath: String
  /// The file that ``path`` leads to.
  private let target: String

  /// Decides where to write; nothing is made yet.
  init(_ path: String, inPlace: Bool = false) throws(Failure) {
    self.path = path
    target = Self.target(of: path) ?? path
    workingPath = inPlace ? path : try Self.neighbour(of: target, named: path) ?? path
  }

  /// Whether the file is whole only for those who wait.
  var isInPlace: Bool { workingPath == path }

  /// Whether there is something under the name already.
  var exists: Bool { unsafe access(target, F_OK) == 0 }

  /// Whether a path leads to a file that can be written more than once, rather than to a device, a pipe or
  /// standard output; one that is not there yet would be such.
  static func isFile(_ path: String) -> Bool { path != "-" && target(of: path) != nil }

  /// Opens what is written to.
  func open(_ mode: OutputStream.Mode = .replace) throws(Failure) -> OutputStream {
    let stream = try OutputStream(workingPath, mode: mode, name: path)
    keepPermissions()
    return stream
  }

  /// Gives the whole file its name.
  func commit() throws(Failure) {
    guard !isInPlace else { return }
    guard unsafe rename(workingPath, target) == 0 else { throw .system("write", path) }
  }

  /// Removes what is not whole; a file written in place stays.
  func discard() {
    if !isInPlace { _ = unsafe unlink(workingPath) }
  }

  /// A file that is replaced hands its permissions on.
  private func keepPermissions() {
    var status = stat()
    guard !isInPlace, unsafe stat(target, &status) == 0 else { return }
    _ = unsafe chmod(workingPath, status.st_mode & 0o7777)
  }

  /// The regular file that a path leads to, or would; `nil` when it leads elsewhere.
  private static func target(of path: String) -> String? {
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG, let real = unsafe realpath(path, nil) else {
        return nil
      }
      defer { unsafe free(real) }
      return unsafe String(cString: real)
    }
    // A link that leads nowhere yet is written through.
    return unsafe lstat(path, &status) == 0 ? nil : path
  }

  private static func neighbour(
    of target: String, named path: String
  ) throws(Failure) -> String? {
    guard isFile(path) else { return nil }
    if unsafe access(target, F_OK) == 0, unsafe access(target, W_OK) != 0 {
      throw .system("write", path)
    }
    let start = target.lastIndex(of: "/").map(target.index(after:)) ?? target.startIndex
    let (folder, name) = (target[..<start], target[start...])
    let longestName = 240  // of 255 bytes that file systems allow
    guard !name.isEmpty, name.utf8.count <= longestName,
      unsafe access(folder.isEmpty ? "." : String(folder), W_OK | X_OK) == 0
    else { return nil }
    return "\(folder).\(name).partial"
  }
}
