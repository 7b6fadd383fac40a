/// The ten words of a subframe of LNAV, as in UBX-RXM-SFRBX.
///
/// Source: IS-GPS-200N §20.3.3 (telemetry and hand-over word) and §20.3.5 (parity).
struct LNAVWords {
  /// The words appended so far.
  private(set) var words: [UInt32] = []
  /// D29* and D30*, the last bits of the previous word as sent; every subframe begins after 00.
  private var lastBits: UInt32 = 0

  /// Encodes the words of a subframe.
  ///
  /// - Parameters:
  ///   - number: The subframe, `1...5`.
  ///   - timeOfWeekCount: The 17 bits of the hand-over word: units of 6 s since the week began, at the
  ///     subframe's end.
  ///   - isAntiSpoofing: The anti-spoofing flag of the hand-over word; GPS sets it, QZSS does not.
  ///   - data: The 192 source bits of words 3 to 10; the last two may have any value.
  init(subframe number: Int, timeOfWeekCount: Int, isAntiSpoofing: Bool, data: [UInt8]) {
    append(Self.preamble << 16)  // no telemetry message, no integrity status flag
    let flag: UInt32 = isAntiSpoofing ? 1 : 0
    appendSolved(UInt32(timeOfWeekCount) << 7 | flag << 5 | UInt32(number) << 2)
    for index in 0..<7 { append(UInt32(data.span.bits(at: 24 * index, count: 24))) }
    appendSolved(UInt32(data.span.bits(at: 24 * 7, count: 24)))
  }

  /// Encodes words from their 24 source bits each.
  init(sources: [UInt32]) { for source in sources { append(source) } }

  /// The preamble, 8 bits.
  static var preamble: UInt32 { 0x8B }

  /// Appends a word, with the last two source bits chosen so that the last two parity bits are 0.
  private mutating func appendSolved(_ source: UInt32) {
    let solution = (0..<4).map { source & ~3 | $0 }.first {
      Self.parity($0, after: lastBits) & 3 == 0
    }
    append(solution ?? source)
  }

  /// Appends a word of 24 source bits.
  ///
  /// Receivers keep the last two bits of the previous word in the two highest bits. They invert all 32
  /// bits where D30* has inverted the source bits, so bits 29 to 6 are always the source bits.
  private mutating func append(_ source: UInt32) {
    let parity = Self.parity(source, after: lastBits)
    let isTurned = lastBits & 1 == 1
    words.append(lastTurned(isTurned) << 30 | source << 6 | (isTurned ? ~parity & 63 : parity))
    lastBits = parity & 3
  }

  private func lastTurned(_ isTurned: Bool) -> UInt32 { isTurned ? ~lastBits & 3 : lastBits }

  /// Returns the six parity bits, D25 the highest, of 24 source bits after D29* and D30*.
  static func parity(_ source: UInt32, after lastBits: UInt32) -> UInt32 {
    equations.reduce(0) { bits, equation in
      let last = equation.usesD30 ? lastBits & 1 : lastBits >> 1
      let sum = (source & equation.mask).nonzeroBitCount & 1
      return bits << 1 | (last ^ UInt32(sum))
    }
  }

  /// The parity equations: the source bits summed in D25 to D30, with d1 as bit 23, and the last bit used
  /// (table 20-XIV).
  private static let equations: [(usesD30: Bool, mask: UInt32)] = [
    (false, 0xEC7CD2), (true, 0x763E69), (false, 0xBB1F34),
    (true, 0x5D8F9A), (true, 0xAEC7CD), (false, 0x2DEA27),
  ]
}
