/// The wire format of Sensirion parts: 16-bit words, big-endian, each followed by its CRC.
enum SPS30Words {
  /// Returns the CRC-8 of a word, with polynomial 0x31 and initial value 0xFF.
  ///
  /// Source: Sensirion SPS30 datasheet, §6.2.
  static func checksum(_ high: UInt8, _ low: UInt8) -> UInt8 {
    var crc: UInt8 = 0xFF
    for byte in [high, low] {
      crc ^= byte
      for _ in 0..<8 { crc = crc & 0x80 != 0 ? crc << 1 ^ 0x31 : crc << 1 }
    }
    return crc
  }

  /// Returns words in their encoding on the wire, each followed by its CRC.
  static func encoding(_ words: [UInt16]) -> [UInt8] {
    words.flatMap { word in
      let (high, low) = (UInt8(word >> 8), UInt8(truncatingIfNeeded: word))
      return [high, low, checksum(high, low)]
    }
  }

  /// Returns a 32-bit number as two words, the high one first.
  static func words(_ number: UInt32) -> [UInt16] {
    [UInt16(number >> 16), UInt16(truncatingIfNeeded: number)]
  }

  /// Returns the words in encoded bytes without CRC bytes; an incomplete word at the end is dropped.
  static func words(in bytes: ArraySlice<UInt8>) -> [UInt16] {
    stride(from: bytes.startIndex, to: bytes.endIndex - 2, by: 3).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
  }

  /// Returns the index of the first word with a wrong CRC; `nil` if all are right.
  static func firstWrong(in bytes: [UInt8]) -> Int? {
    (0..<bytes.count / 3).first {
      checksum(bytes[3 * $0], bytes[3 * $0 + 1]) != bytes[3 * $0 + 2]
    }
  }

  /// Returns ASCII text as words, two characters each, padded with zeros to `count` characters.
  static func words(_ text: String, count: Int) -> [UInt16] {
    let characters = Array(text.utf8.prefix(count))
    let bytes = characters + [UInt8](repeating: 0, count: count - characters.count)
    return stride(from: 0, to: count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
  }
}
