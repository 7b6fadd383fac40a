internal import GNSSBasics
internal import RINEX

/// An observation file of RINEX, compact and compressed as its name says: `.crx` and `.26d`, and `.gz` behind.
struct ObservationTextFile: ~Copyable {
  private var file: OutputFile
  private var compact: HatanakaWriter?
  private let path: String

  /// Opens a file, or standard output for `-`.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isCompact: Whether the file is compact whatever its name says.
  ///   - date: The date in a compact file's second line; `nil` for none.
  /// - Throws: ``Failure`` when the file cannot be written.
  init(_ path: String, isCompact: Bool, date: UnixTime?) throws(Failure) {
    let ending = FileEnding(ofCompressed: path)
    self.path = path
    file = try OutputFile(path, isCompressed: FileEnding.isGzip(path))
    compact = isCompact || ending.isCompact ? HatanakaWriter(program: "boardsim", date: date) : nil
  }

  /// The path written to until the file is complete.
  var workingPath: String { file.workingPath }

  /// Writes text of RINEX, cut anywhere.
  mutating func write(_ text: [UInt8]) throws(Failure) {
    guard compact != nil else { return try file.write(text) }
    var lines: [UInt8] = []
    compact?.consume(text.span, into: &lines)
    try file.write(lines)
  }

  /// Completes the file.
  mutating func finish() throws(Failure) {
    var lines: [UInt8] = []
    compact?.finish(into: &lines)
    try file.write(lines)
    if let failure = compact?.failure {
      throw Failure(message: "'\(path)' cannot be made compact: \(failure)")
    }
    try file.finish()
  }
}
