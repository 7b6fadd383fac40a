internal import RTCMParser

/// A file name with a place for the key of what is in the file.
struct NamePattern {
  private let prefix: String
  private let suffix: String

  /// Reads a pattern; `nil` unless `{key}` is in it once.
  init?(_ text: String) {
    let parts = text.split(separator: "{key}", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    (prefix, suffix) = (String(parts[0]), String(parts[1]))
  }

  /// The name of a file.
  func path(for key: String) -> String { prefix + key + suffix }
}

/// The files that a stream is split into.
///
/// Each is open only while it is written to, as there may be more of them than a process may have open.
struct PieceFiles {
  /// One file.
  struct File {
    var key: String
    var path: String
    var frameCount = 0
    var byteCount = 0
    fileprivate var isMade = false
    fileprivate var pending: [UInt8] = []
  }

  private let pattern: NamePattern
  private let input: String
  private let overwrites: Bool
  private var files: [File] = []
  private var indices: [FrameSplitter.Piece: Int] = [:]
  private var latest: FrameSplitter.Piece?
  private var pendingByteCount = 0

  /// Prepares files with names by a pattern, none of which is the input.
  init(_ pattern: NamePattern, input: String, overwrites: Bool) {
    self.pattern = pattern
    self.input = input
    self.overwrites = overwrites
  }

  /// The files, in the order in which they were begun.
  var written: [File] { files }

  /// Puts a frame into the file of its piece.
  ///
  /// - Throws: ``Failure`` when the file cannot be written, or exists and must not be replaced.
  mutating func append(_ frame: borrowing FrameView, to piece: FrameSplitter.Piece) throws(Failure)
  {
    // A numbered piece is whole when another begins; of others, some go into memory for a while.
    let isLeaving = piece.isNumbered && piece != latest
    if isLeaving || pendingByteCount > 8 * 1024 * 1024 { try flush() }
    latest = piece
    let index = index(of: piece)
    for position in frame.bytes.indices { files[index].pending.append(frame.bytes[position]) }
    files[index].frameCount += 1
    files[index].byteCount += frame.bytes.count
    pendingByteCount += frame.bytes.count
  }

  /// Writes what is only in memory.
  mutating func flush() throws(Failure) {
    for index in indices.values.sorted() where !files[index].pending.isEmpty {
      try write(&files[index])
    }
    pendingByteCount = 0
    if latest?.isNumbered ?? false {
      // Earlier numbers do not come again.
      indices = indices.filter { $0.key == latest }
    }
  }

  private mutating func index(of piece: FrameSplitter.Piece) -> Int {
    if let index = indices[piece] { return index }
    indices[piece] = files.count
    files.append(File(key: piece.key, path: pattern.path(for: piece.key)))
    return files.count - 1
  }

  private func write(_ file: inout File) throws(Failure) {
    if !file.isMade && isSameFile(file.path, input) {
      throw Failure(message: "'\(file.path)' is the input as well; name the files otherwise")
    }
    var stream = try OutputStream(
      file.path, mode: file.isMade ? .append : overwrites ? .replace : .create)
    try stream.write(file.pending)
    try stream.close()
    file.isMade = true
    file.pending.removeAll()
  }
}

extension FrameSplitter.Piece {
  fileprivate var isNumbered: Bool {
    if case .number = self { true } else { false }
  }
}
