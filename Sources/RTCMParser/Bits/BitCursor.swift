/// A bit position in a payload, from which fields are read in sequence.
///
/// The cursor stores no bytes; every read takes the payload as an argument.
public struct BitCursor: Hashable, Sendable {
  /// The offset of the next bit, counted from the highest bit of byte 0.
  public var position: Int

  /// Creates a cursor at a bit position, 0 by default.
  public init(position: Int = 0) { self.position = position }

  /// Returns the number of bits from the cursor to the end of `payload`.
  public func remaining(in payload: Span<UInt8>) -> Int { payload.count * 8 - position }

  /// Reads the bits of one field and advances the cursor past the field.
  ///
  /// - Throws: ``RTCMDecodingError`` when the payload ends before the field does; the cursor then does not
  ///   move.
  public mutating func read(
    _ field: DataField, from payload: Span<UInt8>
  ) throws(RTCMDecodingError) -> UInt64 {
    guard field.bitCount <= remaining(in: payload) else { throw truncation(at: field, of: payload) }
    guard field.bitCount > 0 else { return 0 }
    defer { position += field.bitCount }
    return payload.bits(at: position, count: field.bitCount)
  }

  /// Returns the error of a field that extends past the payload's end.
  @inline(never)
  func truncation(at field: DataField, of payload: Span<UInt8>) -> RTCMDecodingError {
    RTCMDecodingError(
      .truncated(needed: field.bitCount, available: max(0, remaining(in: payload))),
      field: field.standardNumber, fieldName: field.nameWithoutNumber, bitOffset: position,
      messageType: RTCMFrame.messageType(ofPayload: payload))
  }
}
