internal import HTTPServer
internal import Locks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file or standard input, read in pieces; what was compressed by gzip is expanded.
struct InputStream: ~Copyable {
  private let descriptor: Int32
  private let name: String
  private var buffer = [UInt8](repeating: 0, count: 256 * 1024)
  /// The first bytes, until they tell whether the stream is compressed; `nil` from then on.
  private var beginning: [UInt8]?
  private var decoder: GzipDecoder?
  /// Bytes of the file so far.
  private var position = 0

  /// The file's length in bytes, expanded, where it has one.
  let length: Int?

  /// Opens a file, or standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isExpanding: Whether what was compressed is expanded, which is known by how it begins.
  /// - Throws: ``Failure`` when there is no such file, or it cannot be opened.
  init(_ path: String, isExpanding: Bool = true) throws(Failure) {
    beginning = isExpanding ? [] : nil
    name = path == "-" ? "standard input" : path
    // Sound: the path is only read, and `stat` is filled.
    descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system("open", path) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system("look at", path) }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw Failure(message: "'\(path)' is a folder; name a file in it")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      length = nil
      return
    }
    let size = Int(status.st_size)
    length = isExpanding ? Self.expandedLength(of: descriptor, size: size) ?? size : size
  }

  /// Returns the original length in the last four bytes of a compressed file (RFC 1952, ISIZE); `nil` for
  /// another file.
  private static func expandedLength(of descriptor: Int32, size: Int) -> Int? {
    let shortest = 18  // head and tail
    var (head, tail) = ([UInt8](repeating: 0, count: 2), [UInt8](repeating: 0, count: 4))
    // Sound: the buffers are alive during the calls and give their own lengths.
    guard size >= shortest,
      unsafe head.withUnsafeMutableBytes({ unsafe pread(descriptor, $0.baseAddress, 2, 0) }) == 2,
      GzipDecoder.isBeginning(head),
      unsafe tail.withUnsafeMutableBytes({
        unsafe pread(descriptor, $0.baseAddress, 4, off_t(size - 4))
      }) == 4
    else { return nil }
    return tail.reversed().reduce(0) { $0 << 8 | Int($1) }
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
    position += count
    if let beginning {
      // One byte does not tell.
      let begun = beginning + buffer[..<count]
      let isOpen = count > 0 && begun == [0x1F]
      self.beginning = isOpen ? begun : nil
      if GzipDecoder.isBeginning(begun) {
        decoder = GzipDecoder()
        try expand(begun, body)
      } else if !isOpen, !begun.isEmpty {
        try body(begun.span)
      }
    } else if decoder?.state != nil {
      try expand(Array(buffer[..<count]), body)
    } else if count > 0 {
      try body(buffer.span.extracting(0..<count))
    }
    return count > 0
  }

  /// Hands over what comes of the next bytes; without any, the end has come.
  private mutating func expand<E: Error>(
    _ bytes: [UInt8], _ body: (Span<UInt8>) throws(E) -> Void
  ) throws(E) {
    let before = decoder?.state
    if bytes.isEmpty, before == .inside { tell("is cut off") }
    var rest = bytes[...]
    while !rest.isEmpty {
      let expanded = decoder?.decode(Array(rest.prefix(Self.expandedAtOnce))) ?? []
      rest = rest.dropFirst(Self.expandedAtOnce)
      if !expanded.isEmpty { try body(expanded.span) }
    }
    if before != .damaged, decoder?.state == .damaged { tell("is damaged") }
  }

  private func tell(_ what: String) {
    let sentence =
      "\(name): what gzip compressed \(what) in its first \(position) bytes; what comes before that "
      + "is read, but get the file again"
    if Self.told.withLock({ $0.insert(sentence).inserted }) { Console.note(sentence) }
  }

  /// The remarks told already, as a command may read a file more than once.
  private static let told = Lock<Set<String>>([])

  /// The number of bytes expanded at once, which become 16 MB at most.
  private static var expandedAtOnce: Int { 16 * 1024 }

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
