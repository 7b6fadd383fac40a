extension Span<UInt8> {
  /// Returns the eight bytes from `offset` as a big-endian number.
  ///
  /// - Parameter offset: The index of the first byte, `0...(count - 8)`; anything else traps.
  /// - Returns: The eight bytes as an unsigned number.
  @inline(__always)
  func bigEndianWord(at offset: Int) -> UInt64 { littleEndianWord(at: offset).byteSwapped }

  /// Returns the eight bytes from `offset` as a little-endian number.
  ///
  /// - Parameter offset: The index of the first byte, `0...(count - 8)`; anything else traps.
  /// - Returns: The eight bytes as an unsigned number.
  @inline(__always)
  func littleEndianWord(at offset: Int) -> UInt64 {
    // Sound: the load checks its bounds, and every pattern of eight bytes is a UInt64.
    let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    return UInt64(littleEndian: word)
  }

  /// Returns up to 64 bits as a number, the first bit highest.
  ///
  /// - Parameters:
  ///   - position: The offset of the first bit, counted from the highest bit of byte 0.
  ///   - bitCount: The number of bits, `1...64`. The last bit must lie inside the span; anything else traps.
  /// - Returns: The bits, with the last bit lowest.
  @inline(__always)
  package func bits(at position: Int, count bitCount: Int) -> UInt64 {
    let (first, lead) = (position >> 3, position & 7)
    guard first + 8 <= count, lead + bitCount <= 64 else {
      return bitsByByte(at: position, count: bitCount)
    }
    return (bigEndianWord(at: first) &<< UInt64(lead)) &>> UInt64(64 &- bitCount)
  }

  /// Returns up to 64 bits byte by byte: near the end of the span, or when the bits span nine bytes.
  private func bitsByByte(at position: Int, count bitCount: Int) -> UInt64 {
    let end = position + bitCount
    let last = (end - 1) >> 3
    var value: UInt64 = 0
    for index in (position >> 3)..<last { value = value << 8 | UInt64(self[index]) }
    let bitsInLast = end - last * 8
    value = value << UInt64(bitsInLast) | UInt64(self[last] >> UInt8(8 - bitsInLast))
    return bitCount == 64 ? value : value & (1 << UInt64(bitCount) - 1)
  }
}
