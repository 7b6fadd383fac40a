/// The bits of a payload after the last known field of its message.
///
/// A message keeps its trailing bits, so that it encodes to the exact bytes it was decoded from. The usual
/// padding, fewer than eight zero bits that fill the last byte, is stored as no bits.
public struct TrailingBits: Hashable, Sendable {
  /// Up to 64 bits, left-aligned and padded with zeros.
  ///
  /// Short trailing bits are common, and need no heap memory.
  private var word: UInt64 = 0
  /// All bytes, when there are more than 64 bits.
  private var long: [UInt8] = []
  /// The number of trailing bits, 0 for the usual padding.
  public private(set) var bitCount = 0

  /// Creates empty trailing bits, which stand for the usual padding.
  public init() {}

  /// Creates trailing bits from whole bytes.
  public init(bytes: [UInt8]) {
    bitCount = bytes.count * 8
    if bitCount > 64 {
      long = bytes
    } else {
      for index in bytes.indices { word |= UInt64(bytes[index]) << UInt64(56 - 8 * index) }
    }
  }

  /// Whether the payload ends with the usual padding only.
  public var isEmpty: Bool { bitCount == 0 }

  /// The bits as bytes, most significant bit first; the last byte is padded with zeros.
  public var bytes: [UInt8] {
    if bitCount > 64 { return long }
    return (0..<(bitCount + 7) / 8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
  }

  /// Reads all bits from the cursor to the end of the payload.
  init(from cursor: BitCursor, of payload: Span<UInt8>) {
    var (rest, position) = (cursor.remaining(in: payload), cursor.position)
    if rest <= 0 { return }
    if rest < 8 && payload[payload.count - 1] << UInt8(8 - rest) == 0 { return }
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

  /// Passes the bits to `body` in parts of at most 64 bits, each as a number and its bit count.
  func forEachPart(_ body: (_ value: UInt64, _ count: Int) -> Void) {
    if bitCount <= 64 { return body(word >> UInt64(64 - bitCount), bitCount) }
    for index in long.indices {
      let step = min(8, bitCount - index * 8)
      body(UInt64(long[index] >> UInt8(8 - step)), step)
    }
  }
}
