#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file or standard output, written in pieces through a buffer.
///
/// What is in the file is there at once, whole or not; ``OutputFile`` is for what must be whole.
struct OutputStream: ~Copyable {
  private var descriptor: Int32
  private let name: String
  private var buffer: [UInt8] = []

  /// The treatment of a file that exists.
  enum Mode {
    /// Replaces the file.
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

  /// Makes a file, or takes standard output for `-`.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - mode: What becomes of one that exists.
  ///   - name: What messages call it, where that is not the path.
  /// - Throws: ``Failure`` when it cannot be written, or is in the way.
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

  /// Writes what is in the buffer.
  mutating func flush() throws(Failure) {
    try writeBytes(buffer, to: descriptor, name: name)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes what is left and closes the file; some systems tell only then that it has no room.
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
  /// A file is in the way.
  static func exists(_ path: String) -> Failure {
    Failure(message: "'\(path)' exists; name another, or replace it with --force")
  }
}
