#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file or standard input, read in pieces.
struct InputStream: ~Copyable {
  private let descriptor: Int32
  private let name: String
  private var buffer = [UInt8](repeating: 0, count: 256 * 1024)

  /// The file's length in bytes, where it has one.
  let length: Int?

  /// Opens a file, or standard input for `-`.
  init(_ path: String) throws(Failure) {
    name = path == "-" ? "standard input" : path
    // Sound: the path is only read, and `stat` is filled.
    descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system("open", path) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system("look at", path) }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw Failure(message: "'\(path)' is a folder; name a file in it")
    }
    length = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  deinit {
    if descriptor > STDERR_FILENO { _ = closeDescriptor(descriptor) }
  }

  /// Reads what is there and hands it to `body`; `false` at the end.
  ///
  /// When the process is asked to end, a pipe or a terminal, which has no length, has come to its end.
  ///
  /// - Throws: ``Failure/interrupted`` for a file, of which some has not been read then.
  mutating func read<E: Error>(_ body: (Span<UInt8>) throws(E) -> Void) throws -> Bool {
    if length == nil { Interruption.wait(for: descriptor) }
    guard !Interruption.isRequested else { return try end() }
    // Sound: the buffer is alive during the call and gives its own length.
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe readBytes(descriptor, $0.baseAddress, $0.count)
    }
    if count < 0 {
      if errno == EINTR { return true }
      throw Failure.system("read", name)
    }
    guard count > 0 else { return false }
    try body(buffer.span.extracting(0..<count))
    return true
  }

  private func end() throws(Failure) -> Bool {
    if length != nil { throw .interrupted }
    return false
  }
}

extension InputStream {
  /// The bytes of a file, or of standard input for `-`, to the end.
  ///
  /// - Throws: ``Failure`` when it cannot be read, or the process is asked to end before that.
  static func bytes(of path: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var input = try InputStream(path)
    while try input.read({ chunk in
      for index in chunk.indices { bytes.append(chunk[index]) }
    }) {}
    try Interruption.check()
    return bytes
  }
}
