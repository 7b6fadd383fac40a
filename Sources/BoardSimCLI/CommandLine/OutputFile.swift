/// A file that has its name only once it is whole: until then it stands beside as `.NAME.partial`.
///
/// What ends the work before ``finish()``, an error or an interruption, leaves no file behind and one of
/// that name as it was.
struct OutputFile: ~Copyable {
  private let file: PendingFile
  private var stream: OutputStream
  private var isWhole = false

  /// Begins a file; `-` is standard output.
  ///
  /// - Parameters:
  ///   - path: The file. One of that name is replaced.
  ///   - inPlace: Whether what has come is worth keeping however the work ends, as of a live stream.
  /// - Throws: ``Failure`` when it cannot be written.
  init(_ path: String, inPlace: Bool = false) throws(Failure) {
    let file = try PendingFile(path, inPlace: inPlace)
    let stream = try file.open()
    self.file = file
    self.stream = stream
  }

  /// The path written to until the file is whole.
  var workingPath: String { file.workingPath }

  /// Writes bytes; they may stay in memory until ``flush()``.
  mutating func write(_ bytes: [UInt8]) throws(Failure) { try stream.write(bytes) }

  /// Writes what is in memory.
  mutating func flush() throws(Failure) { try stream.flush() }

  /// Writes what is left and gives the file its name.
  mutating func finish() throws(Failure) {
    try stream.close()
    try file.commit()
    isWhole = true
  }

  deinit {
    if !isWhole { file.discard() }
  }
}
