/// Base 64 of RFC 4648: with `+` and `/` for Basic authentication (section 4), with `-` and `_` for tokens
/// (section 5).
package enum Base64 {
  /// Returns the encoded text, padded, on one line.
  package static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var text = unpadded(bytes)
    while text.count % 4 != 0 { text.append(padding) }
    return text
  }

  /// Returns the encoded text for URLs, without padding.
  package static func encodeForURL(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    unpadded(bytes).map { digit in
      switch digit {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: digit
      }
    }
  }

  private static func unpadded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var (bits, count): (UInt32, Int) = (0, 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(digit(for: UInt8(bits >> UInt32(count) & 63)))
      }
    }
    if count > 0 { text.append(digit(for: UInt8(bits << UInt32(6 - count) & 63))) }
    return text
  }

  /// Decodes a text; returns `nil` if the text is no Base 64.
  ///
  /// Missing padding is accepted, since small clients leave it out; both sets of digits are accepted.
  package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count, digits): (UInt32, Int, Int) = (0, 0, 0)
    var isPadded = false
    for byte in text {
      if byte == padding {
        isPadded = true
        continue
      }
      guard !isPadded, let value = value(of: byte) else { return nil }
      bits = (bits << 6 | UInt32(value)) & 0xFFFF
      count += 6
      digits += 1
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return digits % 4 == 1 ? nil : bytes
  }

  private static let padding = UInt8(ascii: "=")

  private static func digit(for value: UInt8) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") + value - 26
    case 52..<62: UInt8(ascii: "0") + value - 52
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
