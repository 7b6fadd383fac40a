/// A valid RTCM 3 frame, lent by the scanner for the length of a call.
///
/// ```
/// 0xD3 | 000000, length (10 bits) | payload, 0...1023 bytes | CRC-24Q, 3 bytes
/// ```
public struct FrameView: ~Escapable {
  /// The frame's bytes, from 0xD3 to the last byte of the CRC.
  public let bytes: Span<UInt8>
  /// The offset of the frame in the stream, counted from its first byte.
  public let offset: Int

  @_lifetime(copy bytes)
  init(bytes: Span<UInt8>, offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  /// The message: what lies between the length and the CRC, from DF002 on.
  public var payload: Span<UInt8> {
    @_lifetime(copy self) get {
      bytes.extracting(RTCMFrame.headerLength..<(bytes.count - RTCMFrame.checkLength))
    }
  }

  /// DF002, or `nil` when the payload is shorter than the two bytes that hold it.
  public var messageType: UInt16? { RTCMFrame.messageType(ofPayload: payload) }
}
