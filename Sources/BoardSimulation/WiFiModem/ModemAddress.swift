internal import Bytes

/// The texts of addresses in commands.
enum ModemAddress {
  /// Whether a text is an IPv4 address; others are names.
  static func isAddress(_ text: String) -> Bool {
    let parts = Array(text.utf8).split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in part.decimalInteger.map { $0 <= 255 } ?? false }
  }

  /// Whether a text is an address on the radio, six bytes in hexadecimal with colons between.
  static func isMAC(_ text: String) -> Bool {
    let parts = Array(text.utf8).split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    return parts.count == 6
      && parts.allSatisfy { part in
        part.count == 2 && part.allSatisfy { $0.isDigit || (0x61...0x66).contains($0.lowercased) }
      }
  }
}
