/// A message that decodes, encodes and describes itself.
///
/// ```swift
/// let station = try AntennaReferencePoint(decoding: frame.payload)
/// let copy = try station.frame()
/// ```
/// ``RTCMMessage``, which holds any message that the module knows, conforms to this protocol, and so does
/// each of those messages. For a custom message, conform to ``FieldList``, which implies this protocol: see
/// <doc:AddingAMessage>.
public protocol RTCMCodable {
  /// The message type, DF002.
  var messageType: UInt16 { get }

  /// Decodes a payload, which runs from DF002 up to the CRC.
  ///
  /// - Throws: ``RTCMDecodingError`` when the payload ends early or is of another type.
  init(decoding payload: Span<UInt8>) throws(RTCMDecodingError)

  /// Encodes the message as a payload, from DF002 on.
  ///
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field.
  func encode() throws(RTCMEncodingError) -> [UInt8]

  /// Encodes the message as a whole frame.
  ///
  /// - Returns: The frame, from 0xD3 to the last byte of the CRC.
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field, or the payload does not fit into a
  ///   frame.
  func frame() throws(RTCMEncodingError) -> [UInt8]

  /// Shows the message to a visitor, field by field from DF002 on.
  ///
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field and so has no bits to show. A
  ///   decoded message never throws.
  func describe(to visitor: inout some FieldVisitor) throws(RTCMEncodingError)
}

extension RTCMCodable {
  /// Encodes the message as a whole frame.
  ///
  /// - Returns: The frame, from 0xD3 to the last byte of the CRC.
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field, or the payload does not fit into a
  ///   frame.
  public func frame() throws(RTCMEncodingError) -> [UInt8] {
    let payload = try encode()
    return try RTCMFrame.encoding(payload: payload.span)
  }
}
