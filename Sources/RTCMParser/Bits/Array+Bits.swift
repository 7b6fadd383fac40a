extension [UInt8] {
  /// Overwrites `bitCount` bits with the lowest bits of `value`.
  ///
  /// - Parameters:
  ///   - position: The first bit, counted from the highest bit of byte 0.
  ///   - bitCount: `0...64`. The last bit must lie inside the array; anything else traps.
  ///   - value: The number whose lowest `bitCount` bits are written.
  package mutating func replaceBits(at position: Int, count bitCount: Int, with value: UInt64) {
    for bit in 0..<bitCount {
      let mask = UInt8(0x80) >> UInt8((position + bit) & 7)
      let isSet = value >> UInt64(bitCount - 1 - bit) & 1 == 1
      if isSet {
        self[(position + bit) >> 3] |= mask
      } else {
        self[(position + bit) >> 3] &= ~mask
      }
    }
  }
}
