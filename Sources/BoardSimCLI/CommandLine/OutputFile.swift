internal import HTTPServer

/// A file written under the name `.NAME.partial` beside it, and renamed once it is complete.
///
/// An error or an interruption before ``finish()`` leaves no partial file, and an existing file of the name
/// unchanged.
struct OutputFile: ~Copyable {
  private let file: PendingFile
  private var stream: OutputStream
  /// The compressor; `nil` for a file that is written as it is.
  private var encoder: GzipEncoder?
  private var isWhole = false

  /// Creates a file; `-` is standard output.
  ///
  /// - Parameters:
  ///   - path: The file; an existing file is replaced.
  ///   - inPlace: Whether the file is written under its own name, since partial content is worth keeping,
  ///     as of a live stream.
  ///   - isCompressed: Whether the file is compressed by gzip.
  /// - Throws: ``Failure`` when the file cannot be written.
  init(_ path: String, inPlace: Bool = false, isCompressed: Bool = false) throws(Failure) {
    let file = try PendingFile(path, inPlace: inPlace)
    let stream = try file.open()
    self.file = file
    self.stream = stream
    encoder = isCompressed ? GzipEncoder(level: 6) : nil
  }

  /// The path written to until the file is complete.
  var workingPath: String { file.workingPath }

  /// Writes bytes; they may stay in the buffer until ``flush()``.
  mutating func write(_ bytes: [UInt8]) throws(Failure) {
    try stream.write(encoder?.encode(bytes) ?? bytes)
  }

  /// Writes the buffered bytes.
  mutating func flush() throws(Failure) {
    if let rest = encoder?.encode([], flushing: true) { try stream.write(rest) }
    try stream.flush()
  }

  /// Writes the buffered bytes, and gives the file its name.
  mutating func finish() throws(Failure) {
    if let rest = encoder?.finish() { try stream.write(rest) }
    try stream.close()
    try file.commit()
    isWhole = true
  }

  deinit {
    if !isWhole { file.discard() }
  }
}
