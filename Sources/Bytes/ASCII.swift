// Text functions on ASCII bytes, for protocols of the 1980s and 1990s: no locale, no Unicode.

extension UInt8 {
  package static var lineFeed: UInt8 { 0x0A }
  package static var carriageReturn: UInt8 { 0x0D }

  /// The byte with `A...Z` changed to `a...z`.
  package var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

  package var isDigit: Bool { (0x30...0x39).contains(self) }

  package var isLetter: Bool { (0x61...0x7A).contains(lowercased) }

  /// Whether the byte is a printable ASCII character, from the space to `~`.
  package var isPrintable: Bool { (0x20...0x7E).contains(self) }
}

extension ArraySlice<UInt8> {
  /// The bytes without leading and trailing blanks, tabs and line ends.
  package var trimmed: ArraySlice<UInt8> {
    var rest = self
    while let first = rest.first, first <= 0x20 { rest.removeFirst() }
    while let last = rest.last, last <= 0x20 { rest.removeLast() }
    return rest
  }

  /// The bytes as UTF-8 text; U+FFFD replaces invalid bytes.
  package var text: String { String(decoding: self, as: UTF8.self) }

  /// Whether the bytes begin with `prefix`, regardless of the letters' case.
  package func begins(with prefix: String) -> Bool {
    var rest = self
    for wanted in prefix.utf8 {
      guard let byte = rest.popFirst(), byte.lowercased == wanted.lowercased else { return false }
    }
    return true
  }

  /// Whether the bytes contain `phrase`, regardless of the letters' case.
  package func contains(phrase: String) -> Bool {
    indices.contains { self[$0...].begins(with: phrase) }
  }

  /// The bytes as a decimal integer without sign; `nil` for any other text or more than 18 digits.
  private var digits: Int64? {
    guard (1...18).contains(count), allSatisfy({ $0.isDigit }) else { return nil }
    return reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  /// The bytes as a decimal integer without sign; `nil` for any other text or a value beyond `Int`.
  package var decimalInteger: Int? { digits.flatMap { Int(exactly: $0) } }

  /// The bytes as a decimal number: sign, digits, point, digits; `nil` for any other text, also with an
  /// exponent.
  ///
  /// Digits after the point are ignored from the nineteenth digit on.
  package var decimalNumber: Double? {
    var rest = self
    let sign = rest.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
    let parts = rest.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard !rest.allSatisfy({ $0 == UInt8(ascii: ".") }) else { return nil }
    guard var digits = parts[0].isEmpty ? 0 : parts[0].digits else { return nil }
    var scale = 1.0
    for byte in parts.count > 1 ? parts[1] : [] {
      guard byte.isDigit else { return nil }
      guard digits < 100_000_000_000_000_000 else { continue }
      digits = digits * 10 + Int64(byte - 0x30)
      scale *= 10
    }
    let magnitude = Double(digits) / scale
    return sign == UInt8(ascii: "-") ? -magnitude : magnitude
  }
}

extension String {
  /// Whether two texts are equal, regardless of the case of the letters `A...Z`.
  package func isSame(ignoringCase other: String) -> Bool {
    utf8.count == other.utf8.count && Array(utf8)[...].begins(with: other)
  }
}
