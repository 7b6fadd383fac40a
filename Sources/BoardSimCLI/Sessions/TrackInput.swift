internal import Bytes
internal import Platform
internal import Sessions

/// A file or a folder with a track; its content tells its kind.
struct TrackInput {
  /// A form of tracks.
  enum Kind: String {
    /// A card's folder or image.
    case card
    /// A daily file of a card.
    case cardFile = "card file"
    /// The recording of a run.
    case recording
    /// A GPX track.
    case gpx

    /// Whether the lines have dates.
    var hasDates: Bool { self == .recording || self == .gpx }
  }

  /// The path, or `-` for standard input.
  let path: String
  let kind: Kind
  /// The bytes read so far, which told the kind.
  private(set) var beginning: [UInt8] = []
  /// The rest of a file; `nil` for a card.
  private var rest: Rest?

  /// Opens an input.
  ///
  /// - Throws: ``Failure`` for an input that cannot be read or is of another form.
  init(_ path: String) throws {
    self.path = path
    if Folder.isAt(path) {
      kind = .card
      return
    }
    var stream = try InputStream(path)
    var beginning: [UInt8] = []
    while beginning.count < Self.telling,
      try stream.read({ beginning.append(contentsOf: Array($0)) })
    {}
    guard !beginning.isEmpty else { throw Failure(message: "'\(path)' is empty; \(Self.accepted)") }
    guard let kind = Self.kind(of: beginning, path) else {
      throw Failure(message: "'\(path)' has no track; \(Self.accepted)")
    }
    self.kind = kind
    self.beginning = beginning
    if kind != .card { rest = Rest(stream) }
  }

  /// The forms of input, for errors.
  static let accepted =
    "name the folder, image or daily file of a card, a recording of --record, or a GPX track"

  /// The number of bytes that tell the kind.
  private static let telling = 512

  /// The name of the input, for titles.
  var title: String {
    path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The length of the input, bytes; `nil` where it is unknown.
  var length: Int? { rest?.stream.length }

  private static func kind(of bytes: [UInt8], _ path: String) -> Kind? {
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let first = bytes.dropFirst(hasMark ? 3 : 0).drop { $0 <= 0x20 }
    if first.starts(with: "board_time,".utf8) { return .cardFile }
    if first.starts(with: "{\"recording\":".utf8) { return .recording }
    if first.first == UInt8(ascii: "<") { return .gpx }
    // The signature of a boot sector or a partition table (FAT: fatgen103, section 3.1).
    let isImage = bytes.count >= telling && bytes[510] == 0x55 && bytes[511] == 0xAA
    return isImage && path != "-" ? .card : nil
  }

  /// Calls a closure with the bytes of a file, piece by piece.
  func read(_ body: (Span<UInt8>) throws -> Void) throws {
    if !beginning.isEmpty { try body(beginning.span) }
    while try rest?.stream.read(body) ?? false {}
    try Interruption.check()
  }
}

/// A reference to the rest of a noncopyable stream.
private final class Rest {
  var stream: InputStream
  init(_ stream: consuming InputStream) { self.stream = stream }
}
