/// Puts bits behind one another into bytes, the first one highest.
public struct BitWriter: Hashable, Sendable {
  /// The written bits, as far as they fill eight bytes, each as it lies in memory.
  private var whole: [UInt64] = []
  /// The bits behind, the first one highest, zeros behind them.
  private var rest: UInt64 = 0
  private var restCount = 0

  /// Creates a writer.
  ///
  /// - Parameter capacity: How many bytes to make room for.
  public init(capacity: Int = 0) { whole.reserveCapacity((capacity + 7) / 8) }

  /// The number of bits written.
  public var bitCount: Int { whole.count * 64 + restCount }

  /// The written bytes; the last one is filled up with zeros.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity((bitCount + 7) / 8)
    // Sound: the bytes are copied before the words go away.
    unsafe whole.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    for index in 0..<((restCount + 7) / 8) {
      bytes.append(UInt8(truncatingIfNeeded: rest >> UInt64(56 - 8 * index)))
    }
    return bytes
  }

  /// Appends the lowest `count` bits of a number.
  ///
  /// - Parameters:
  ///   - value: The number; what is above its lowest `count` bits is ignored.
  ///   - count: `0...64`; anything else traps.
  @inline(__always)
  public mutating func append(_ value: UInt64, count: Int) {
    precondition((0...64).contains(count), "a field has 0...64 bits")
    let leftAligned = value << UInt64(64 - count)
    rest |= leftAligned &>> UInt64(restCount)
    restCount &+= count
    if restCount >= 64 { storeRest(followedBy: leftAligned, count: count) }
  }

  /// Stores eight whole bytes and keeps what of the last field did not fit into them.
  @inline(never)
  private mutating func storeRest(followedBy leftAligned: UInt64, count: Int) {
    whole.append(rest.bigEndian)
    restCount -= 64
    rest = leftAligned << UInt64(count - restCount)
  }
}
