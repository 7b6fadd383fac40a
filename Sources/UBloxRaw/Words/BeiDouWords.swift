internal import RTCMParser

/// The ten words of a subframe of D1 or D2, as in UBX-RXM-SFRBX.
///
/// Each word has 30 bits behind two bits of padding: 26 or 22 information bits, and the parity of each 11
/// coded bits. The satellite interleaves the halves of a word bit by bit; the receiver has undone that.
///
/// Source: BDS-SIS-ICD-B1I-3.0, §5.1.3 and §5.2.2.
struct BeiDouWords {
  /// The ten words of the subframe.
  let words: [UInt32]

  /// Encodes the words of a subframe.
  ///
  /// - Parameter data: The 224 information bits, from the preamble on.
  init(data: [UInt8]) {
    // The first 15 bits have no parity.
    let first = UInt32(data.span.bits(at: 0, count: 26))
    words =
      [first << 4 | Self.parity(first & 0x7FF)]
      + (0..<9).map { index in
        let bits = UInt32(data.span.bits(at: 26 + 22 * index, count: 22))
        return bits << 8 | Self.parity(bits >> 11) << 4 | Self.parity(bits & 0x7FF)
      }
  }

  /// Returns the 224 information bits of ten words.
  static func data(of words: [UInt32]) -> [UInt8] {
    var writer = BitWriter(capacity: 28)
    writer.append(UInt64(words[0] >> 4), count: 26)
    for word in words[1..<10] { writer.append(UInt64(word >> 8), count: 22) }
    return writer.bytes
  }

  /// The preamble, 11 bits.
  static var preamble: UInt64 { 0b111_0001_0010 }

  /// Returns the four parity bits of 11 bits by BCH(15,11): the remainder by X⁴ + X + 1.
  static func parity(_ information: UInt32) -> UInt32 {
    var remainder = information << 4
    for bit in stride(from: 14, through: 4, by: -1) where remainder >> UInt32(bit) & 1 == 1 {
      remainder ^= 0b1_0011 << UInt32(bit - 4)
    }
    return remainder
  }
}
