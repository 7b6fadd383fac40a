#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file or standard output, written in pieces through a buffer.
///
/// Content appears in the file at once, complete or not; ``OutputFile`` is for files that must be complete.
struct OutputStream: ~Copyable {
  private var descriptor: Int32
  private let name: String
  private var buffer: [UInt8] = []

  /// The treatment of an existing file.
  enum Mode {
    /// Replaces an existing file.
    case replace
    /// Fails if the file already exists.
    case create
    /// Appends to the file.
    case append

    fileprivate var flags: Int32 {
      switch self {
      case .replace: O_CREAT | O_TRUNC
      case .create: O_CREAT | O_EXCL
      case .append: O_APPEND
      }
    }
  }

  /// Opens a file for writing, or standard output for `-`.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - mode: The treatment of an existing file.
  ///   - name: The file's name in messages; `nil` for the path.
  /// - Throws: ``Failure`` when the file cannot be written, or exists already.
  init(_ path: String, mode: Mode = .replace, name: String? = nil) throws(Failure) {
    self.name = path == "-" ? "standard output" : name ?? path
    // Sound: the path is only read.
    descriptor =
      path == "-"
      ? STDOUT_FILENO : unsafe open(path, O_WRONLY | O_CLOEXEC | mode.flags, 0o666)
    guard descriptor >= 0 else {
      throw errno == EEXIST ? .exists(self.name) : .system("write", self.name)
    }
  }

  /// Writes bytes; they may stay in the buffer until ``flush()``.
  mutating func write(_ bytes: [UInt8]) throws(Failure) {
    buffer += bytes
    if buffer.count >= 64 * 1024 { try flush() }
  }

  /// Writes the buffered bytes.
  mutating func flush() throws(Failure) {
    try writeBytes(buffer, to: descriptor, name: name)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the buffered bytes and closes the file; some systems report a full disk only then.
  mutating func close() throws(Failure) {
    try flush()
    guard descriptor > STDERR_FILENO else { return }
    let isWhole = closeDescriptor(descriptor)
    descriptor = -1
    if !isWhole { throw .system("write", name) }
  }

  deinit {
    if descriptor > STDERR_FILENO { _ = closeDescriptor(descriptor) }
  }
}

extension Failure {
  /// Returns the failure for a file that exists already.
  static func exists(_ path: String) -> Failure {
    Failure(message: "'\(path)' exists; name another, or replace it with --force")
  }
}
