/// What a payload holds behind the last field that its message is known to have.
///
/// Kept so that a message encodes to the very bytes it was decoded from. The usual end, fewer than
/// eight zero bits that fill the last byte, is kept as nothing.
public struct TrailingBits: Hashable, Sendable {
  /// The bits, the first one highest; the last byte is filled up with zeros.
  public private(set) var bytes: [UInt8] = []
  /// How many bits there are.
  public private(set) var bitCount = 0

  /// Creates the usual end: nothing.
  public init() {}

  /// Creates whole bytes.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
    bitCount = bytes.count * 8
  }

  /// Whether there is nothing but the usual end.
  public var isEmpty: Bool { bitCount == 0 }

  /// Reads everything from the cursor to the end of the payload.
  init(from cursor: BitCursor, of payload: Span<UInt8>) {
    var (rest, position) = (cursor.remaining(in: payload), cursor.position)
    if rest <= 0 || (rest < 8 && payload.bits(at: position, count: rest) == 0) { return }
    var writer = BitWriter(capacity: (rest + 7) / 8)
    while rest > 0 {
      let step = min(rest, 8)
      writer.append(payload.bits(at: position, count: step), count: step)
      position += step
      rest -= step
    }
    bitCount = writer.bitCount
    bytes = writer.bytes
  }

  /// Appends the bits.
  func write(to writer: inout BitWriter) {
    for index in bytes.indices {
      let step = min(8, bitCount - index * 8)
      writer.append(UInt64(bytes[index] >> UInt8(8 - step)), count: step)
    }
  }
}
