internal import RTCMStreams

/// A file name with a placeholder for the key of the file's content.
struct NamePattern {
  private let prefix: String
  private let suffix: String

  /// Reads a pattern; `nil` unless `{key}` occurs exactly once.
  init?(_ text: String) {
    let parts = text.split(separator: "{key}", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    (prefix, suffix) = (String(parts[0]), String(parts[1]))
  }

  /// Returns the name of the file for a key.
  func path(for key: String) -> String { prefix + key + suffix }
}

/// The files that a stream is split into.
///
/// Each file is open only while it is written to, as there may be more files than a process may have open.
/// No file has its name before ``finish()``, so that a premature end leaves no partial set of files.
struct PieceFiles: ~Copyable {
  /// A file of the output.
  struct File {
    var key: String
    var path: String
    var frameCount = 0
    var byteCount = 0
    /// The file being written; `nil` before the first write.
    fileprivate var place: PendingFile?
    fileprivate var pending: [UInt8] = []
  }

  private let pattern: NamePattern
  private let input: String
  private let overwrites: Bool
  private let inPlace: Bool
  private var isWhole = false
  private var files: [File] = []
  private var indices: [FrameSplitter.Piece: Int] = [:]
  private var latest: FrameSplitter.Piece?
  private var pendingByteCount = 0

  /// Creates the files' plan, with names by a pattern; none of the files is the input.
  ///
  /// - Parameters:
  ///   - pattern: The pattern of the names.
  ///   - input: The file being split.
  ///   - overwrites: Whether existing files are replaced.
  ///   - inPlace: Whether files are written under their own names, since partial content is worth keeping,
  ///     as of a live stream.
  init(_ pattern: NamePattern, input: String, overwrites: Bool, inPlace: Bool) {
    self.pattern = pattern
    self.input = input
    self.overwrites = overwrites
    self.inPlace = inPlace
  }

  deinit {
    if !isWhole { for file in files { file.place?.discard() } }
  }

  /// The files, in the order in which they were begun.
  var written: [File] { files }

  /// Adds a frame to the file of its piece.
  ///
  /// - Throws: ``Failure`` when the file cannot be written, or exists and must not be replaced.
  mutating func append(_ frame: borrowing FrameView, to piece: FrameSplitter.Piece) throws(Failure)
  {
    // A numbered piece is complete when another begins; other pieces are buffered in memory up to 8 MiB.
    let isLeaving = piece.isNumbered && piece != latest
    if isLeaving || pendingByteCount > 8 * 1024 * 1024 { try flush() }
    latest = piece
    let index = index(of: piece)
    for position in frame.bytes.indices { files[index].pending.append(frame.bytes[position]) }
    files[index].frameCount += 1
    files[index].byteCount += frame.bytes.count
    pendingByteCount += frame.bytes.count
  }

  /// Writes the buffered frames.
  mutating func flush() throws(Failure) {
    for index in indices.values.sorted() where !files[index].pending.isEmpty {
      try write(index)
    }
    pendingByteCount = 0
    if latest?.isNumbered ?? false {
      // Earlier numbers do not occur again.
      indices = indices.filter { $0.key == latest }
    }
  }

  /// Writes the buffered frames, and gives the files their names.
  mutating func finish() throws(Failure) {
    try flush()
    for file in files { try file.place?.commit() }
    isWhole = true
  }

  private mutating func index(of piece: FrameSplitter.Piece) -> Int {
    if let index = indices[piece] { return index }
    indices[piece] = files.count
    files.append(File(key: piece.key, path: pattern.path(for: piece.key)))
    return files.count - 1
  }

  private mutating func write(_ index: Int) throws(Failure) {
    var stream = try open(index)
    try stream.write(files[index].pending)
    try stream.close()
    files[index].pending.removeAll()
  }

  private mutating func open(_ index: Int) throws(Failure) -> OutputStream {
    if let place = files[index].place { return try place.open(.append) }
    let place = try newPlace(of: files[index])
    files[index].place = place
    return try place.open(overwrites || !inPlace ? .replace : .create)
  }

  private func newPlace(of file: File) throws(Failure) -> PendingFile {
    if isSameFile(file.path, input) {
      throw Failure(message: "'\(file.path)' is the input as well; name the files otherwise")
    }
    let place = try PendingFile(file.path, inPlace: inPlace)
    guard overwrites || !place.exists else { throw .exists(file.path) }
    return place
  }
}

extension FrameSplitter.Piece {
  fileprivate var isNumbered: Bool {
    if case .number = self { true } else { false }
  }
}
