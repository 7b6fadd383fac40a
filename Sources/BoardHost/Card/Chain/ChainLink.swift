internal import CSodium

/// A hash that ties a line to all lines before it: SHA-256 in hexadecimal digits, as written in the line.
struct ChainLink: Hashable {
  /// The hash as 64 lower-case hexadecimal digits.
  let digits: [UInt8]

  /// The link before the very first line: zeros.
  static let first = ChainLink(unchecked: [UInt8](repeating: 0x30, count: 64))

  private init(unchecked digits: [UInt8]) { self.digits = digits }

  /// Creates a link from its digits; `nil` for any other text.
  init?(_ digits: ArraySlice<UInt8>) {
    guard digits.count == 64, digits.allSatisfy(Self.isDigit) else { return nil }
    self.digits = Array(digits)
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }

  /// Returns the link of the next line: SHA-256 of these digits and the next line's text before its last
  /// comma.
  func next(_ content: some Collection<UInt8>) -> ChainLink {
    let text = digits + content
    var hash = [UInt8](repeating: 0, count: 32)
    // Sound: `text` has the counted elements, and `hash` has the 32 bytes that are written.
    _ = unsafe crypto_hash_sha256(&hash, text, UInt64(text.count))
    return ChainLink(unchecked: Self.digits(of: hash))
  }

  /// Returns the link of a file's header, which covers these digits, the file name, a comma and the header.
  func next(header: [UInt8], of name: String) -> ChainLink {
    next(Array(name.utf8) + [UInt8(ascii: ",")] + header.prefix { $0 != UInt8(ascii: "\n") })
  }

  static func digits(of bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }
}
