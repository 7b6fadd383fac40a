/// A position in a payload, from which fields are read.
///
/// It stores no bytes: each read is told where from.
public struct BitCursor: Hashable, Sendable {
  /// The next bit, counted from the highest bit of byte 0.
  public var position: Int

  /// Creates a cursor, at the first bit unless told otherwise.
  public init(position: Int = 0) { self.position = position }

  /// Returns the number of bits left.
  public func remaining(in payload: Span<UInt8>) -> Int { payload.count * 8 - position }

  /// Reads the bits of one field and moves behind it.
  ///
  /// - Throws: ``RTCMDecodingError`` when the payload ends before it; the cursor then stays.
  public mutating func read(
    _ field: DataField, from payload: Span<UInt8>
  ) throws(RTCMDecodingError) -> UInt64 {
    guard field.bitCount <= remaining(in: payload) else { throw truncation(at: field, of: payload) }
    guard field.bitCount > 0 else { return 0 }
    defer { position += field.bitCount }
    return payload.bits(at: position, count: field.bitCount)
  }

  /// The error of a field that does not fit.
  @inline(never)
  func truncation(at field: DataField, of payload: Span<UInt8>) -> RTCMDecodingError {
    RTCMDecodingError(
      .truncated(needed: field.bitCount, available: max(0, remaining(in: payload))),
      field: field.standardNumber, fieldName: field.nameWithoutNumber, bitOffset: position,
      messageType: RTCMFrame.messageType(ofPayload: payload))
  }
}
