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

  /// Makes a file, or takes standard output for `-`.
  init(_ path: String) throws(Failure) {
    name = path == "-" ? "standard output" : path
    descriptor =
      path == "-"
      ? STDOUT_FILENO : unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.failure(to: "write", path) }
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
