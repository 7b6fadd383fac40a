extension String {
  /// The string with its control characters escaped, so that a terminal or a log shows them: `\u001b`.
  ///
  /// Escaped are the ASCII control characters, line feeds included, DEL, the control characters of ISO 8859-1
  /// (U+0080 to U+009F), and the marks that end a line or change the writing direction (U+061C, U+200E,
  /// U+200F, U+2028 to U+202E, U+2066 to U+2069). A backslash stays unchanged, so an escaped string is not
  /// escaped again.
  public var withControlsEscaped: String {
    if isPrintableASCII { return self }
    var text: [UInt8] = []
    text.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      if scalar.isControl {
        text.append(escaping: scalar)
      } else {
        text.append(contentsOf: scalar.utf8)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether all characters are printable ASCII, from the space to the tilde.
  var isPrintableASCII: Bool { utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}

extension Unicode.Scalar {
  /// Whether a terminal or a log may interpret the character instead of showing it.
  var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension [UInt8] {
  /// Appends a JSON escape of a character below U+10000: `\u001b`.
  mutating func append(escaping scalar: Unicode.Scalar) {
    append(contentsOf: "\\u".utf8)
    for shift in [12, 8, 4, 0] as [UInt32] {
      let digit = UInt8(scalar.value >> shift & 15)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
