/// A message that decodes, encodes and describes itself.
///
/// ```swift
/// let station = try AntennaReferencePoint(decoding: frame.payload)
/// let copy = try station.frame()
/// ```
/// ``RTCMMessage`` is one, which holds any message that the module knows, and so is each of those. One of
/// your own conforms to ``FieldList``, which makes it one: see <doc:AddingAMessage>.
public protocol RTCMCodable {
  /// DF002.
  var messageType: UInt16 { get }

  /// Decodes a payload, which runs from DF002 up to the CRC.
  ///
  /// - Throws: ``RTCMDecodingError`` when it ends early or is of another type.
  init(decoding payload: Span<UInt8>) throws(RTCMDecodingError)

  /// Encodes the message as a payload, from DF002 on.
  ///
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field.
  func encode() throws(RTCMEncodingError) -> [UInt8]

  /// Encodes the message and frames it.
  ///
  /// - Returns: The frame, from 0xD3 to the last byte of the CRC.
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field, or all of them do not fit
  ///   into a frame.
  func frame() throws(RTCMEncodingError) -> [UInt8]

  /// Shows the message to a visitor, field by field from DF002 on.
  ///
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field, so has no bits to show; never
  ///   for a message that was decoded.
  func describe(to visitor: inout some FieldVisitor) throws(RTCMEncodingError)
}

extension RTCMCodable {
  /// Encodes the message and frames it.
  ///
  /// - Returns: The frame, from 0xD3 to the last byte of the CRC.
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field, or all of them do not fit
  ///   into a frame.
  public func frame() throws(RTCMEncodingError) -> [UInt8] {
    let payload = try encode()
    return try RTCMFrame.encoding(payload: payload.span)
  }
}
