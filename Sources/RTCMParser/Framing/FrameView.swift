/// A valid RTCM 3 frame, lent by the scanner for the length of a call.
///
/// ```
/// 0xD3 | 000000, length (10 bits) | payload, 0...1023 bytes | CRC-24Q, 3 bytes
/// ```
public struct FrameView: ~Escapable {
  /// The frame's bytes, from 0xD3 to the last byte of the CRC.
  public let bytes: Span<UInt8>
  /// The offset of the frame's first byte from the start of the stream.
  public let offset: Int

  /// Creates the view of a valid frame.
  @_lifetime(copy bytes)
  package init(bytes: Span<UInt8>, offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  /// The message: the bytes from DF002 up to the CRC.
  public var payload: Span<UInt8> {
    @_lifetime(copy self) get {
      bytes.extracting(RTCMFrame.headerLength..<(bytes.count - RTCMFrame.checkLength))
    }
  }

  /// The message type, DF002; `nil` when the payload is shorter than the two bytes that hold DF002.
  public var messageType: UInt16? { RTCMFrame.messageType(ofPayload: payload) }
}
