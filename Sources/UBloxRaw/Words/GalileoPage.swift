internal import RTCMParser

/// A pair of I/NAV pages, of E1-B, around one word of 128 bits.
///
/// Source: Galileo OS SIS ICD 2.1, §4.3.2 (page layout), §5.1.9.4 (CRC); u-blox ZED-F9P integration manual,
/// "Galileo" (32-bit words).
struct GalileoPage {
  /// The word, 16 bytes.
  let word: [UInt8]
  /// The index of the page in its 30 s, from 0; the secondary synchronisation patterns go by it.
  let index: Int

  /// The words of UBX-RXM-SFRBX: four of the even page, four of the odd one, each page of 120 bits and
  /// 8 more, and a ninth without a described content, by which E1-B is told from E5b.
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
  /// SSP 1, 2 and 3, which come in turn.
  private static var synchronisationPatterns: [UInt64] { [0x04, 0x2B, 0x2F] }

  /// Even, nominal, and the word's first 112 bits.
  private var evenPart: [(bits: UInt64, count: Int)] {
    [(0b00, 2), (wordBits(0, 56), 56), (wordBits(56, 56), 56)]
  }

  /// Odd, nominal, the word's last 16 bits, then what no ephemeris has: OSNMA, search and rescue, spare.
  private var oddPart: [(bits: UInt64, count: Int)] {
    [(0b10, 2), (wordBits(112, 16), 16), (0, 40), (0, 22), (0, 2)]
  }

  /// CRC-24Q of both parts; zeros in front, which fill the first byte, do not change it.
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
