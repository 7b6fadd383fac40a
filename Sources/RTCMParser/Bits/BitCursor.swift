/// A position in a payload, from which fields are read.
///
/// It stores no bytes: each read is told where from.
public struct BitCursor: Hashable, Sendable {
  /// The next bit, counted from the highest bit of byte 0.
  public var position: Int

  /// Creates a cursor, at the first bit unless told otherwise.
  public init(position: Int = 0) { self.position = position }

  /// How many bits are left.
  public func remaining(in payload: Span<UInt8>) -> Int { payload.count * 8 - position }

  /// Reads the bits of one field and moves behind it.
  ///
  /// - Throws: ``RTCMDecodingError`` when the payload ends before it; the cursor then stays.
  @inline(__always)
  public mutating func read(
    _ field: DataField, from payload: Span<UInt8>
  ) throws(RTCMDecodingError) -> UInt64 {
    guard let bits = read(field.bitCount, from: payload) else {
      throw truncation(at: field, of: payload)
    }
    return bits
  }

  /// Reads so many bits and moves behind them; `nil` when the payload ends before.
  @inline(never)
  mutating func read(_ bitCount: Int, from payload: Span<UInt8>) -> UInt64? {
    guard bitCount <= remaining(in: payload) else { return nil }
    guard bitCount > 0 else { return 0 }
    defer { position += bitCount }
    return payload.bits(at: position, count: bitCount)
  }

  /// The error of a field that does not fit.
  @inline(__always)
  func truncation(at field: DataField, of payload: Span<UInt8>) -> RTCMDecodingError {
    truncation(field: field.standardNumber, needed: field.bitCount, of: payload)
  }

  /// The same, out of the way of what goes well.
  @inline(never)
  private func truncation(
    field: UInt16?, needed: Int, of payload: Span<UInt8>
  ) -> RTCMDecodingError {
    RTCMDecodingError(
      .truncated(needed: needed, available: max(0, remaining(in: payload))),
      field: field, bitOffset: position,
      messageType: RTCMFrame.messageType(ofPayload: payload))
  }
}
