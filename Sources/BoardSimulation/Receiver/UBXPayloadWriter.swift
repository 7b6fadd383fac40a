/// A writer of a UBX message's payload, field by field, least significant byte first.
struct UBXPayloadWriter {
  /// The bytes written so far.
  private(set) var bytes: [UInt8] = []

  /// Appends an integer in its own width.
  mutating func field<Value: FixedWidthInteger>(_ value: Value) {
    for index in 0..<Value.bitWidth / 8 {
      bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index)))
    }
  }

  /// Appends a number, rounded and limited to its field's range; NaN becomes 0.
  mutating func field<Value: FixedWidthInteger>(_ value: Double, as _: Value.Type) {
    field(Value(clamping: Int64(exactly: value.rounded()) ?? 0))
  }

  /// Appends a number in single precision.
  mutating func field(single value: Double) { field(Float(value).bitPattern) }

  /// Appends reserved bytes, all zero.
  mutating func reserved(_ count: Int) { bytes += [UInt8](repeating: 0, count: count) }
}

extension Span<UInt8> {
  /// Returns the 32-bit integer at `offset`, least significant byte first.
  func littleEndian32(at offset: Int) -> UInt32 {
    (0..<4).reversed().reduce(0) { $0 << 8 | UInt32(self[offset + $1]) }
  }
}

extension UInt32 {
  /// The four bytes, least significant first.
  var littleEndianBytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) } }
}
