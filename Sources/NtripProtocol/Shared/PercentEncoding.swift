import Bytes

/// Percent-encoding, RFC 3986 §2.1.
package enum PercentEncoding {
  /// Returns the text with every byte percent-encoded that is not permitted in a path.
  package static func encode(_ text: String) -> String {
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      if isFree(byte) {
        encoded.append(byte)
      } else {
        encoded.append(UInt8(ascii: "%"))
        encoded.append(hexadecimal: byte)
      }
    }
    return encoded[...].text
  }

  package static func decode(_ bytes: ArraySlice<UInt8>) throws(NtripURLError) -> String {
    var decoded: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%") {
        guard index + 2 < bytes.endIndex, let high = bytes[index + 1].hexadecimalValue,
          let low = bytes[index + 2].hexadecimalValue
        else { throw .badPercentEncoding }
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return decoded[...].text
  }

  /// Returns whether a byte is RFC 3986's `pchar` or the slash.
  private static func isFree(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "-._~!$&'()*+,;=:@/".utf8.contains(byte)
  }
}
