// The little of text handling that protocols of the 1980s and 1990s need, on bytes: no locale, no Unicode.

extension UInt8 {
  package static var lineFeed: UInt8 { 0x0A }
  package static var carriageReturn: UInt8 { 0x0D }

  /// The byte with `A...Z` made `a...z`.
  package var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

  package var isDigit: Bool { (0x30...0x39).contains(self) }

  package var isLetter: Bool { (0x61...0x7A).contains(lowercased) }

  /// Space to `~`.
  package var isPrintable: Bool { (0x20...0x7E).contains(self) }
}

extension ArraySlice<UInt8> {
  /// The bytes without blanks, tabs and line ends around them.
  package var trimmed: ArraySlice<UInt8> {
    var rest = self
    while let first = rest.first, first <= 0x20 { rest.removeFirst() }
    while let last = rest.last, last <= 0x20 { rest.removeLast() }
    return rest
  }

  /// The bytes as text; what is no UTF-8 becomes U+FFFD.
  package var text: String { String(decoding: self, as: UTF8.self) }

  /// Whether the bytes begin with `prefix`, letters of either case taken as one.
  package func begins(with prefix: String) -> Bool {
    var rest = self
    for wanted in prefix.utf8 {
      guard let byte = rest.popFirst(), byte.lowercased == wanted.lowercased else { return false }
    }
    return true
  }

  /// Whether `phrase` is anywhere in the bytes, letters of either case taken as one.
  package func contains(phrase: String) -> Bool {
    indices.contains { self[$0...].begins(with: phrase) }
  }

  /// The bytes as a decimal integer without sign; `nil` for anything else or beyond 18 digits.
  private var digits: Int64? {
    guard (1...18).contains(count), allSatisfy({ $0.isDigit }) else { return nil }
    return reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  /// The bytes as a decimal integer without sign; `nil` for anything else or beyond `Int`.
  package var decimalInteger: Int? { digits.flatMap { Int(exactly: $0) } }

  /// The bytes as a decimal number: sign, digits, point, digits; no exponent, `nil` for anything else.
  ///
  /// Digits beyond the eighteenth are read over when they are behind the point.
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
  /// Whether two texts are the same, letters `A...Z` of either case taken as one.
  package func isSame(ignoringCase other: String) -> Bool {
    utf8.count == other.utf8.count && Array(utf8)[...].begins(with: other)
  }
}
