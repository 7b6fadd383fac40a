extension UInt8 {
  /// The value of an ASCII hexadecimal digit of either case; `nil` for any other character.
  package var hexadecimalValue: UInt8? {
    switch lowercased {
    case let digit where digit.isDigit: digit - 0x30
    case let letter where (0x61...0x66).contains(letter): letter - 0x61 + 10
    default: nil
    }
  }
}

extension [UInt8] {
  /// The bytes as two lower-case hexadecimal digits each.
  package var hexadecimal: String {
    let digits = Array<UInt8>("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(2 * count)
    for byte in self {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends a byte as two upper-case hexadecimal digits.
  package mutating func append(hexadecimal byte: UInt8) {
    for digit in [byte >> 4, byte & 15] {
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }
}

extension [UInt8] {
  /// Creates bytes from a text of two hexadecimal digits each; `nil` for any other text.
  package init?(hexadecimalText text: some Collection<UInt8>) {
    let digits = text.compactMap(\.hexadecimalValue)
    guard digits.count == text.count, digits.count % 2 == 0 else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
