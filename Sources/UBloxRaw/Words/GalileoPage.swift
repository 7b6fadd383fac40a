internal import RTCMParser

/// A pair of I/NAV pages on E1-B, with one word of 128 bits.
///
/// Source: Galileo OS SIS ICD 2.1, §4.3.2 (page layout), §5.1.9.4 (CRC); u-blox ZED-F9P integration
/// manual, "Galileo" (32-bit words).
struct GalileoPage {
  /// The I/NAV word, 16 bytes.
  let word: [UInt8]
  /// The index of the pair of pages in its 30 s, from 0, which selects the secondary synchronisation pattern.
  let index: Int

  /// The nine words of UBX-RXM-SFRBX.
  ///
  /// Four words are the even page and four the odd page, each page of 120 bits and 8 more. The ninth word
  /// has no documented content; its presence distinguishes E1-B from E5b.
  var words: [UInt32] {
    var writer = BitWriter(capacity: 36)
    writer.append(evenPart)
    writer.append(0, count: Self.tail + Self.padding)
    writer.append(oddPart)
    writer.append(UInt64(checksum), count: 24)
    writer.append(Self.synchronisationPatterns[index % 3], count: 8)
    writer.append(0, count: Self.tail + Self.padding + 32)
    let bytes = writer.bytes
    return (0..<9).map { UInt32(bytes.span.bits(at: 32 * $0, count: 32)) }
  }

  private static var tail: Int { 6 }
  private static var padding: Int { 8 }
  /// The secondary synchronisation patterns SSP 1, 2 and 3, used in turn.
  private static var synchronisationPatterns: [UInt64] { [0x04, 0x2B, 0x2F] }

  /// The even page: even, nominal, and the word's first 112 bits.
  private var evenPart: [(bits: UInt64, count: Int)] {
    [(0b00, 2), (wordBits(0, 56), 56), (wordBits(56, 56), 56)]
  }

  /// The odd page: odd, nominal, the word's last 16 bits, then fields that no ephemeris has: OSNMA,
  /// search and rescue, spare.
  private var oddPart: [(bits: UInt64, count: Int)] {
    [(0b10, 2), (wordBits(112, 16), 16), (0, 40), (0, 22), (0, 2)]
  }

  /// The CRC-24Q of both pages; the zeros in front, which fill the first byte, do not change it.
  private var checksum: UInt32 {
    var writer = BitWriter(capacity: 25)
    writer.append(0, count: 4)
    writer.append(evenPart)
    writer.append(oddPart)
    return CRC24Q.checksum(writer.bytes.span)
  }

  private func wordBits(_ position: Int, _ count: Int) -> UInt64 {
    word.span.bits(at: position, count: count)
  }
}

extension BitWriter {
  fileprivate mutating func append(_ runs: [(bits: UInt64, count: Int)]) {
    for run in runs { append(run.bits, count: run.count) }
  }
}
