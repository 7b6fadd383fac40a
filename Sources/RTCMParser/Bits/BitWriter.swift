/// Puts bits behind one another into bytes, the first one highest.
public struct BitWriter: Hashable, Sendable {
  /// What has been written; the last byte is filled up with zeros.
  public private(set) var bytes: [UInt8] = []
  /// How many bits have been written.
  public private(set) var bitCount = 0

  /// Creates a writer.
  ///
  /// - Parameter capacity: How many bytes to make room for.
  public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// Appends the lowest `count` bits of a number.
  ///
  /// - Parameters:
  ///   - value: The number; what is above its lowest `count` bits is ignored.
  ///   - count: `0...64`; anything else traps.
  public mutating func append(_ value: UInt64, count: Int) {
    precondition((0...64).contains(count), "a field has 0...64 bits")
    var left = count
    while left > 0 {
      let used = bitCount & 7
      if used == 0 { bytes.append(0) }
      let step = min(8 - used, left)
      let piece =
        UInt8(truncatingIfNeeded: value >> UInt64(left - step)) & (0xFF >> UInt8(8 - step))
      bytes[bytes.count - 1] |= piece << UInt8(8 - used - step)
      left -= step
      bitCount += step
    }
  }
}
