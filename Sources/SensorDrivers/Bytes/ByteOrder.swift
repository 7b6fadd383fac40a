extension Span where Element == UInt8 {
  /// Returns the integer at `offset`, least significant byte first.
  package func littleEndian<Value: FixedWidthInteger>(at offset: Int, as _: Value.Type = Value.self)
    -> Value
  {
    var bits: UInt64 = 0
    for index in (0..<Value.bitWidth / 8).reversed() {
      bits = bits << 8 | UInt64(self[offset + index])
    }
    return Value(truncatingIfNeeded: bits)
  }

  /// Returns the integer at `offset`, most significant byte first.
  func bigEndian<Value: FixedWidthInteger>(at offset: Int, as _: Value.Type = Value.self) -> Value {
    var bits: UInt64 = 0
    for index in 0..<Value.bitWidth / 8 { bits = bits << 8 | UInt64(self[offset + index]) }
    return Value(truncatingIfNeeded: bits)
  }
}

extension Array where Element == UInt8 {
  /// Appends the first `byteCount` bytes of an integer, least significant byte first.
  package mutating func append(littleEndian value: UInt64, byteCount: Int) {
    for index in 0..<byteCount { append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(index)))) }
  }
}
