/// The checksum of an NMEA 0183 sentence: the exclusive or of the bytes between `$` and `*`.
func nmeaChecksum(of bytes: ArraySlice<UInt8>) -> UInt8 {
  var sum: UInt8 = 0
  for byte in bytes { sum ^= byte }
  return sum
}

extension [UInt8] {
  /// Appends a byte as two upper-case hexadecimal digits.
  mutating func append(hexadecimal byte: UInt8) {
    for digit in [byte >> 4, byte & 15] {
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }
}
