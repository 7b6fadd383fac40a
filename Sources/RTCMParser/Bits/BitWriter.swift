/// Puts bits behind one another into bytes, the first one highest.
public struct BitWriter: Hashable, Sendable {
  private var whole: [UInt8] = []
  /// Bits that do not fill a byte yet, the last one lowest.
  private var rest: UInt64 = 0
  private var restCount = 0

  /// Creates a writer.
  ///
  /// - Parameter capacity: How many bytes to make room for.
  public init(capacity: Int = 0) { whole.reserveCapacity(capacity) }

  /// How many bits have been written.
  public var bitCount: Int { whole.count * 8 + restCount }

  /// What has been written; the last byte is filled up with zeros.
  public var bytes: [UInt8] {
    if restCount == 0 { return whole }
    return whole + [UInt8(truncatingIfNeeded: rest << UInt64(8 - restCount))]
  }

  /// Appends the lowest `count` bits of a number.
  ///
  /// - Parameters:
  ///   - value: The number; what is above its lowest `count` bits is ignored.
  ///   - count: `0...64`; anything else traps.
  public mutating func append(_ value: UInt64, count: Int) {
    precondition((0...64).contains(count), "a field has 0...64 bits")
    if count > 32 {
      appendShort(value >> 32, count: count - 32)
      appendShort(value, count: 32)
    } else {
      appendShort(value, count: count)
    }
  }

  /// The same for up to 32 bits, which fit beside the seven that may be left.
  @inline(__always)
  private mutating func appendShort(_ value: UInt64, count: Int) {
    rest = rest << UInt64(count) | value & (1 << UInt64(count) - 1)
    restCount += count
    while restCount >= 8 {
      restCount -= 8
      whole.append(UInt8(truncatingIfNeeded: rest >> UInt64(restCount)))
    }
    rest &= 1 << UInt64(restCount) - 1
  }
}
