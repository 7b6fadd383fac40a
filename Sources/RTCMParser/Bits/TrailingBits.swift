/// The bits of a payload behind the last field that its message is known to have.
///
/// Kept so that a message encodes to the very bytes it was decoded from. The usual end, fewer than
/// eight zero bits that fill the last byte, is kept as nothing.
public struct TrailingBits: Hashable, Sendable {
  /// Up to 64 bits, the first one highest and zeros behind: a few are not rare, and need no heap.
  private var word: UInt64 = 0
  /// All of them, where there are more.
  private var long: [UInt8] = []
  /// The number of bits.
  public private(set) var bitCount = 0

  /// Creates the usual end: nothing.
  public init() {}

  /// Creates whole bytes.
  public init(bytes: [UInt8]) {
    bitCount = bytes.count * 8
    if bitCount > 64 {
      long = bytes
    } else {
      for index in bytes.indices { word |= UInt64(bytes[index]) << UInt64(56 - 8 * index) }
    }
  }

  /// Whether there is nothing but the usual end.
  public var isEmpty: Bool { bitCount == 0 }

  /// The bits, the first one highest; the last byte is filled up with zeros.
  public var bytes: [UInt8] {
    if bitCount > 64 { return long }
    return (0..<(bitCount + 7) / 8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
  }

  /// Reads everything from the cursor to the end of the payload.
  init(from cursor: BitCursor, of payload: Span<UInt8>) {
    var (rest, position) = (cursor.remaining(in: payload), cursor.position)
    if rest <= 0 || (rest < 8 && payload.bits(at: position, count: rest) == 0) { return }
    bitCount = rest
    if rest <= 64 {
      word = payload.bits(at: position, count: rest) << UInt64(64 - rest)
      return
    }
    var writer = BitWriter(capacity: (rest + 7) / 8)
    while rest > 0 {
      let step = min(rest, 64)
      writer.append(payload.bits(at: position, count: step), count: step)
      position += step
      rest -= step
    }
    long = writer.bytes
  }

  /// Gives the bits in parts, each as the lowest bits of a number and how many these are.
  func forEachPart(_ body: (_ value: UInt64, _ count: Int) -> Void) {
    if bitCount <= 64 { return body(word >> UInt64(64 - bitCount), bitCount) }
    for index in long.indices {
      let step = min(8, bitCount - index * 8)
      body(UInt64(long[index] >> UInt8(8 - step)), step)
    }
  }
}
