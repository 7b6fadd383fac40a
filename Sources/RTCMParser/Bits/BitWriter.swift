/// A writer that packs bits into bytes, most significant bit first.
public struct BitWriter: Hashable, Sendable {
  /// The completed groups of 64 written bits, each stored in big-endian byte order.
  private var whole: [UInt64] = []
  /// The written bits after `whole`, left-aligned and padded with zeros.
  private var rest: UInt64 = 0
  private var restCount = 0

  /// Creates a writer without any bits.
  ///
  /// - Parameter capacity: The number of bytes to reserve.
  public init(capacity: Int = 0) { whole.reserveCapacity((capacity + 7) / 8) }

  /// The number of bits written.
  public var bitCount: Int { whole.count * 64 + restCount }

  /// The written bytes; the last byte is padded with zeros.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity((bitCount + 7) / 8)
    // Sound: the bytes are copied while the words are alive.
    unsafe whole.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    for index in 0..<((restCount + 7) / 8) {
      bytes.append(UInt8(truncatingIfNeeded: rest >> UInt64(56 - 8 * index)))
    }
    return bytes
  }

  /// Appends the lowest `count` bits of a number.
  ///
  /// - Parameters:
  ///   - value: The number; bits above the lowest `count` are ignored.
  ///   - count: The number of bits, `0...64`; anything else traps.
  @inline(__always)
  public mutating func append(_ value: UInt64, count: Int) {
    precondition((0...64).contains(count), "a field has 0...64 bits")
    let leftAligned = value << UInt64(64 - count)
    rest |= leftAligned &>> UInt64(restCount)
    restCount &+= count
    if restCount >= 64 { storeRest(followedBy: leftAligned, count: count) }
  }

  /// Appends a full group of 64 bits to `whole` and keeps the remaining bits of the last field.
  @inline(never)
  private mutating func storeRest(followedBy leftAligned: UInt64, count: Int) {
    whole.append(rest.bigEndian)
    restCount -= 64
    rest = leftAligned << UInt64(count - restCount)
  }
}
