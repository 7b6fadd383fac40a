/// The CRC byte that follows every 16-bit word on an SPS30's bus.
public enum SPS30CRC {
  /// Returns the CRC-8 of a word: polynomial 0x31, initial value 0xFF, not reflected, not inverted.
  public static func checksum(_ high: UInt8, _ low: UInt8) -> UInt8 {
    shifted(shifted(0xFF ^ high) ^ low)
  }

  private static func shifted(_ byte: UInt8) -> UInt8 {
    var crc = byte
    for _ in 0..<8 { crc = crc & 0x80 != 0 ? crc << 1 ^ 0x31 : crc << 1 }
    return crc
  }
}

/// The words with their CRC bytes, as transmitted on an SPS30's bus.
public enum SPS30Words {
  /// The number of transmitted bytes per word.
  public static var bytesPerWord: Int { 3 }

  /// Returns a word's three bytes: high, low, CRC.
  public static func encode(_ word: UInt16) -> InlineArray<3, UInt8> {
    let (high, low) = (UInt8(word >> 8), UInt8(truncatingIfNeeded: word))
    return [high, low, SPS30CRC.checksum(high, low)]
  }

  /// Returns the index of the first word with a wrong CRC; `nil` when all CRCs are correct.
  public static func firstCorruptWord(in bytes: Span<UInt8>) -> Int? {
    for word in 0..<bytes.count / bytesPerWord {
      let at = word * bytesPerWord
      if bytes[at + 2] != SPS30CRC.checksum(bytes[at], bytes[at + 1]) { return word }
    }
    return nil
  }

  /// Returns the word at an index.
  public static func word(_ index: Int, in bytes: Span<UInt8>) -> UInt16 {
    bytes.bigEndian(at: index * bytesPerWord)
  }

  /// Returns the 32 bits of two words, high word first; `index` is the first word's.
  public static func doubleWord(_ index: Int, in bytes: Span<UInt8>) -> UInt32 {
    UInt32(word(index, in: bytes)) << 16 | UInt32(word(index + 1, in: bytes))
  }
}
