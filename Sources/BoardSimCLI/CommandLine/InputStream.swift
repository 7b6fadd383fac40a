internal import HTTPServer
internal import Locks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file or standard input, read in pieces; gzip-compressed content is expanded.
struct InputStream: ~Copyable {
  private let descriptor: Int32
  private let name: String
  private var buffer = [UInt8](repeating: 0, count: 256 * 1024)
  /// The first bytes, kept until they show whether the stream is compressed; `nil` afterwards.
  private var beginning: [UInt8]?
  private var decoder: GzipDecoder?
  /// The number of bytes read from the file.
  private var position = 0

  /// The length of the file's expanded content, bytes; `nil` for pipes and terminals.
  let length: Int?

  /// Opens a file, or standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isExpanding: Whether compressed content is expanded; it is recognised by its first bytes.
  /// - Throws: ``Failure`` when the file is missing or cannot be opened.
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
    let shortest = 18  // bytes of gzip's header and trailer
    var (head, tail) = ([UInt8](repeating: 0, count: 2), [UInt8](repeating: 0, count: 4))
    // Sound: the buffers outlive the calls, and the lengths passed are theirs.
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

  /// Reads the available bytes and passes them to `body`; returns `false` at the end.
  ///
  /// A pipe or a terminal counts as being at its end once the process is asked to end.
  ///
  /// - Throws: ``Failure/interrupted`` for a file, because its rest is then unread.
  mutating func read<E: Error>(_ body: (Span<UInt8>) throws(E) -> Void) throws -> Bool {
    if length == nil { Interruption.wait(for: descriptor) }
    guard !Interruption.isRequested else { return try end() }
    // Sound: the buffer outlives the call, and the length passed is its own.
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe readBytes(descriptor, $0.baseAddress, $0.count)
    }
    if count < 0 {
      if errno == EINTR { return true }
      throw Failure.system("read", name)
    }
    position += count
    if let beginning {
      // A single byte does not show whether the stream is compressed.
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

  /// Passes the expanded bytes on; an empty input means the end of the stream.
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

  /// The remarks already reported, since a command may read a file more than once.
  private static let told = Lock<Set<String>>([])

  /// The number of compressed bytes expanded at once, which become at most 16 MB.
  private static var expandedAtOnce: Int { 16 * 1024 }

  private func end() throws(Failure) -> Bool {
    if length != nil { throw .interrupted }
    return false
  }
}

extension InputStream {
  /// Returns all bytes of a file, or of standard input for `-`.
  ///
  /// - Throws: ``Failure`` when the file cannot be read, or the process is asked to end before the file's
  ///   end.
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
