#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file or standard output, written in pieces through a buffer.
struct OutputStream: ~Copyable {
  private let descriptor: Int32
  private let name: String
  private var buffer: [UInt8] = []

  /// What becomes of a file that exists.
  enum Mode {
    /// It is written anew.
    case replace
    /// It is an error.
    case create
    /// It is gone on with.
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
  init(_ path: String, mode: Mode = .replace) throws(Failure) {
    name = path == "-" ? "standard output" : path
    descriptor =
      path == "-"
      ? STDOUT_FILENO : unsafe open(path, O_WRONLY | O_CLOEXEC | mode.flags, 0o666)
    guard descriptor >= 0 else {
      if errno == EEXIST {
        throw Failure(message: "'\(path)' exists; name another, or replace it with --force")
      }
      throw Self.failure(to: "write", path)
    }
  }

  /// Writes bytes; they may stay in the buffer until ``flush()``.
  mutating func write(_ bytes: [UInt8]) throws(Failure) {
    buffer += bytes
    if buffer.count >= 64 * 1024 { try flush() }
  }

  /// Writes what is in the buffer.
  mutating func flush() throws(Failure) {
    var rest = buffer[...]
    while !rest.isEmpty {
      // Sound: the buffer is alive during the call and gives its own length.
      let count = unsafe rest.withUnsafeBytes {
        unsafe writeBytes(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno != EINTR { throw Self.failure(to: "write", name) }
      rest = rest.dropFirst(max(count, 0))
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes what is left and closes the file.
  consuming func close() throws(Failure) {
    try flush()
  }

  deinit {
    if descriptor > STDERR_FILENO { closeDescriptor(descriptor) }
  }

  private static func failure(to verb: String, _ name: String) -> Failure {
    Failure(message: "cannot \(verb) '\(name)': \(unsafe String(cString: strerror(errno)))")
  }
}
