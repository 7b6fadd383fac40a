/// The format of a stream without RTCM 3 frames, recognised by its first bytes.
///
/// ```swift
/// let file = ForeignStream(beginning: Array(bytes.prefix(ForeignStream.beginningLength)))
/// print("no RTCM 3: \(file.sentence)")  // no RTCM 3: these are NMEA 0183 sentences, …
/// ```
public enum ForeignStream: Hashable, Sendable {
  /// A stream without bytes.
  case empty
  /// A compressed file, with the names of the compressor and of the program that unpacks it.
  case packed(String, unpacker: String)
  /// A web page.
  case webPage
  /// An HTTP response of a caster or a web server, including its head.
  case answer
  /// A caster's sourcetable, which lists mountpoints.
  case sourcetable
  /// RINEX observations or ephemerides as text.
  case rinex
  /// JSON, perhaps JSON Lines of messages.
  case json
  /// The binary protocol of u-blox receivers.
  case ubx
  /// The binary protocol of Septentrio receivers.
  case sbf
  /// NMEA 0183 sentences of any receiver.
  case nmea
  /// RTCM 2 corrections, whose bytes hold six bits each.
  case rtcm2
  /// Text of any other kind.
  case text
  /// Bytes of any other kind.
  case unknown

  /// The largest number of bytes that the recognition reads.
  public static let beginningLength = 4096

  /// Recognises a stream by its first bytes.
  ///
  /// - Parameter bytes: The first bytes; at most ``beginningLength`` of them are read.
  public init(beginning bytes: [UInt8]) {
    let beginning = Beginning(bytes: bytes.prefix(Self.beginningLength))
    self =
      beginning.packed ?? beginning.document ?? beginning.receiverOutput ?? beginning.anyText
      ?? .unknown
  }

  /// The format and its remedy, as the end of an error text after a colon.
  public var sentence: String {
    let verb = self == .nmea ? "these are" : "it is"
    return self == .unknown
      ? "its bytes are of no kind that is known here" : "\(verb) \(name)\(remedy)"
  }

  /// The format's name, as part of a sentence.
  public var name: String {
    switch self {
    case .empty: "empty"
    case .packed(let name, _): "packed by \(name)"
    case .webPage: "a web page (HTML)"
    case .answer: "a server's answer, head and all"
    case .sourcetable: "a caster's sourcetable, which lists mountpoints"
    case .rinex: "RINEX, which is made from a receiver's stream"
    case .json: "JSON"
    case .ubx: "UBX, a u-blox receiver's own output"
    case .sbf: "SBF, a Septentrio receiver's own output"
    case .nmea: "NMEA 0183 sentences, a receiver's positions"
    case .rtcm2: "RTCM 2, an older format"
    case .text: "text"
    case .unknown: "bytes of no kind that is known here"
    }
  }

  /// Whether the format is readable text other than a receiver's output.
  package var isWords: Bool {
    switch self {
    case .webPage, .answer, .sourcetable, .json, .text: true
    default: false
    }
  }

  /// The remedy for a file of this format, as the end of a sentence.
  private var remedy: String {
    switch self {
    case .packed(_, let unpacker): "; unpack it with \(unpacker) first"
    case .webPage: "; look at it in a browser, and download the file itself"
    case .answer: "; take the stream with 'boardsim ntrip get'"
    case .sourcetable: "; take one of them"
    case .rinex: "; take that stream"
    case .json: "; of JSON Lines, 'boardsim rtcm convert' makes a stream"
    case .ubx: "; let the receiver send RTCM 3 too"
    case .sbf: "; let the receiver send RTCM 3"
    case .nmea: "; corrections go into it"
    case .rtcm2: "; take a stream of RTCM 3"
    case .empty, .text, .unknown: ""
    }
  }
}

/// The first bytes of a stream, with one test for each group of formats.
private struct Beginning {
  let bytes: ArraySlice<UInt8>

  /// The format of an empty stream or a compressed file; `nil` for others.
  var packed: ForeignStream? {
    if bytes.isEmpty { return .empty }
    let packers: [(signature: [UInt8], name: String, unpacker: String)] = [
      ([0x1F, 0x8B], "gzip", "gunzip"),
      ([0x1F, 0x9D], "compress", "gunzip"),
      ([0x50, 0x4B, 0x03, 0x04], "zip", "unzip"),
      (Array("BZh".utf8), "bzip2", "bunzip2"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz", "unxz"),
      ([0x28, 0xB5, 0x2F, 0xFD], "zstd", "unzstd"),
      ([0x37, 0x7A, 0xBC, 0xAF], "7-Zip", "7z"),
    ]
    let packer = packers.first { bytes.starts(with: $0.signature) }
    return packer.map { .packed($0.name, unpacker: $0.unpacker) }
  }

  /// The document format recognised by its first words; `nil` for none.
  var document: ForeignStream? {
    let visible = bytes.drop { $0 <= UInt8(ascii: " ") }
    let words = visible.prefix(32).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    func begins(with text: String) -> Bool { words.starts(with: text.utf8) }
    if begins(with: "<!doctype") || begins(with: "<html") { return .webPage }
    if begins(with: "sourcetable") || begins(with: "str;") { return .sourcetable }
    if begins(with: "http/1.") || begins(with: "icy ") { return .answer }
    if begins(with: "{\"") || begins(with: "[{") { return .json }
    // Compact files begin with a line of their own (Hatanaka, Bulletin of the GSI 55 (2008) 21).
    let title = bytes.dropFirst(60)
    if title.starts(with: "RINEX VERSION".utf8) || title.starts(with: "CRINEX VERS".utf8) {
      return .rinex
    }
    return nil
  }

  /// The receiver format of the bytes, which may begin within a message; `nil` for none.
  var receiverOutput: ForeignStream? {
    if contains(where: isUBX) { return .ubx }
    if contains(where: isSentence) { return .nmea }
    if contains(where: { $0.starts(with: Array("$@".utf8)) }) { return .sbf }
    // RTCM 2: both upper bits are 01 in every byte; a long enough text has a blank or a digit.
    let isRTCM2 = Set(bytes).count >= 16 && bytes.allSatisfy { $0 & 0xC0 == 0x40 }
    return isRTCM2 ? .rtcm2 : nil
  }

  /// Whether the bytes begin with UBX's two sync bytes and a known message class.
  private func isUBX(_ rest: ArraySlice<UInt8>) -> Bool {
    let classes: [UInt8] = [1, 2, 4, 5, 6, 0x0A, 0x0B, 0x0D, 0x10, 0x13, 0x21, 0x27, 0x28, 0x29]
    return rest.starts(with: [0xB5, 0x62]) && rest.dropFirst(2).first.map(classes.contains) ?? false
  }

  /// Whether the bytes begin like `$GPGGA,` or `$PUBX,`: a dollar sign, capitals or digits, a comma.
  private func isSentence(_ rest: ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: "$") else { return false }
    let address = rest.dropFirst().prefix(6).prefix {
      (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
    }
    return (4...5).contains(address.count)
      && rest.dropFirst(1 + address.count).first == UInt8(ascii: ",")
  }

  private func contains(where isThere: (ArraySlice<UInt8>) -> Bool) -> Bool {
    bytes.indices.contains { isThere(bytes[$0...]) }
  }

  /// The text format, if all bytes are printable ASCII, blanks or line ends; `nil` otherwise.
  var anyText: ForeignStream? {
    bytes.allSatisfy { (0x20...0x7E).contains($0) || (0x09...0x0D).contains($0) } ? .text : nil
  }
}
