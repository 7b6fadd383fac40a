import Bytes

/// The text of a sourcetable, decoded from gzip, zlib or UTF-16.
struct SourcetableText {
  /// The maximum length of the text in bytes.
  static let longest = 4_194_304

  /// The text before the line that ends the table, in UTF-8 or the caster's own encoding.
  private(set) var bytes: [UInt8]
  /// Whether the text has the line that ends the table.
  private(set) var hasEnd = false
  /// Whether compressed data was cut off or damaged.
  private(set) var isTorn = false
  /// Whether the text is longer than ``longest``.
  private(set) var isTooLong = false

  /// Decodes the text of a body.
  init(_ body: [UInt8]) {
    bytes = body
    if let inflation = Inflation(of: body[...], limit: Self.longest) {
      bytes = inflation.output
      isTooLong = inflation.end == .tooLong
      isTorn = inflation.end != .whole && !isTooLong
    }
    if let order = Self.utf16ByteOrder(of: bytes[...]) { bytes = Self.utf8(bytes, order) }
    // Bytes after the end are not part of the table, whether they came with it or later.
    let end = bytes.split(separator: .lineFeed).first {
      $0.lineText.begins(with: Sourcetable.end)
    }
    guard let end else { return }
    hasEnd = true
    bytes.removeSubrange(end.startIndex...)
  }

  /// Returns whether a body is neither compressed nor in UTF-16.
  static func isPlain(_ body: ArraySlice<UInt8>) -> Bool {
    utf16ByteOrder(of: body) == nil && Inflation(of: body.prefix(2), limit: 0) == nil
  }

  private enum ByteOrder { case bigEndian, littleEndian }

  /// Returns the byte order of UTF-16; `nil` for bytes that are not UTF-16.
  ///
  /// UTF-16 is recognised by a byte order mark, or by two ASCII characters with zero bytes.
  private static func utf16ByteOrder(of bytes: ArraySlice<UInt8>) -> ByteOrder? {
    let first = Array(bytes.prefix(4))
    if first.starts(with: [0xFE, 0xFF]) { return .bigEndian }
    if first.starts(with: [0xFF, 0xFE]) { return .littleEndian }
    guard first.count == 4 else { return nil }
    if first[0] == 0, first[2] == 0, first[1] != 0, first[3] != 0 { return .bigEndian }
    let isLittle = first[1] == 0 && first[3] == 0 && first[0] != 0 && first[2] != 0
    return isLittle ? .littleEndian : nil
  }

  private static func utf8(_ bytes: [UInt8], _ order: ByteOrder) -> [UInt8] {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      let (upper, lower) = order == .bigEndian ? (index, index + 1) : (index + 1, index)
      return UInt16(bytes[upper]) << 8 | UInt16(bytes[lower])
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

extension ArraySlice<UInt8> {
  /// The line without surrounding blanks and leading byte order marks.
  var lineText: ArraySlice<UInt8> {
    var line = trimmed
    while line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3).trimmed }
    return line
  }
}
