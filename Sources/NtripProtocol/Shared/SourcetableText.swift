import Bytes

/// The text of a sourcetable, out of whatever it came in: compressed by gzip or zlib, or in UTF-16.
struct SourcetableText {
  /// Longest text, bytes.
  static let longest = 4_194_304

  /// The text, in UTF-8 or what the caster took for it.
  private(set) var bytes: [UInt8]
  /// Whether it was cut off or damaged where it was compressed.
  private(set) var isTorn = false
  /// Whether it goes on behind ``longest``.
  private(set) var isTooLong = false

  /// The text of a body.
  init(_ body: [UInt8]) {
    bytes = body
    if let inflation = Inflation(of: body[...], limit: Self.longest) {
      bytes = inflation.output
      isTooLong = inflation.end == .tooLong
      isTorn = inflation.end != .whole && !isTooLong
    }
    if let isBigEndian = Self.utf16(bytes[...]) { bytes = Self.utf8(bytes, isBigEndian) }
  }

  /// Whether a body may be read as it stands.
  static func isPlain(_ body: ArraySlice<UInt8>) -> Bool {
    utf16(body) == nil && Inflation(of: body.prefix(2), limit: 0) == nil
  }

  /// Whether a line ends the table.
  var hasEnd: Bool {
    bytes.split(separator: .lineFeed).contains { $0.lineText.begins(with: Sourcetable.end) }
  }

  /// Whether bytes are UTF-16 with the upper byte first; `nil` when they are none.
  ///
  /// A byte order mark says so, or a letter of ASCII beside a zero.
  private static func utf16(_ bytes: ArraySlice<UInt8>) -> Bool? {
    let first = Array(bytes.prefix(4))
    if first.starts(with: [0xFE, 0xFF]) { return true }
    if first.starts(with: [0xFF, 0xFE]) { return false }
    guard first.count == 4 else { return nil }
    if first[0] == 0, first[2] == 0, first[1] != 0, first[3] != 0 { return true }
    return first[1] == 0 && first[3] == 0 && first[0] != 0 && first[2] != 0 ? false : nil
  }

  private static func utf8(_ bytes: [UInt8], _ isBigEndian: Bool) -> [UInt8] {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      let (upper, lower) = isBigEndian ? (index, index + 1) : (index + 1, index)
      return UInt16(bytes[upper]) << 8 | UInt16(bytes[lower])
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

extension ArraySlice<UInt8> {
  /// A line without the blanks around it, and without byte order marks in front.
  var lineText: ArraySlice<UInt8> {
    var line = trimmed
    while line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3).trimmed }
    return line
  }
}
