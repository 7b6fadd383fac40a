/// The transport layer's frame around a message.
///
/// Source: RTCM 10403.3 §4.
public enum RTCMFrame {
  /// The first byte of a frame.
  public static let preamble: UInt8 = 0xD3
  /// The longest payload that ten bits of length allow.
  public static let maximumPayloadLength = 1023
  /// Preamble, reserved bits and length.
  public static let headerLength = 3
  /// The CRC.
  public static let checkLength = 3
  /// The shortest frame, whose payload is empty.
  public static let minimumLength = headerLength + checkLength
  /// The longest frame.
  public static let maximumLength = headerLength + maximumPayloadLength + checkLength

  /// Frames a payload.
  ///
  /// - Parameter payload: A message from DF002 on, at most 1023 bytes.
  /// - Returns: The frame, from 0xD3 to the last byte of the CRC.
  /// - Throws: ``RTCMEncodingError`` with ``RTCMEncodingError/Reason/payloadTooLong(byteCount:)``.
  public static func encoding(payload: Span<UInt8>) throws(RTCMEncodingError) -> [UInt8] {
    guard payload.count <= maximumPayloadLength else {
      throw RTCMEncodingError(
        .payloadTooLong(byteCount: payload.count), messageType: messageType(ofPayload: payload))
    }
    var frame: [UInt8] = []
    frame.reserveCapacity(headerLength + payload.count + checkLength)
    frame.append(preamble)
    frame.append(UInt8(payload.count >> 8))
    frame.append(UInt8(payload.count & 0xFF))
    // Sound: the bytes are copied before the span ends.
    unsafe payload.withUnsafeBufferPointer { unsafe frame.append(contentsOf: $0) }
    appendCheck(to: &frame)
    return frame
  }

  /// Appends the CRC of what is there.
  package static func appendCheck(to frame: inout [UInt8]) {
    let check = CRC24Q.checksum(frame.span)
    for shift in [UInt32(16), 8, 0] { frame.append(UInt8(truncatingIfNeeded: check >> shift)) }
  }

  /// DF002, the first twelve bits of a payload; `nil` when it is too short for the two bytes they are in.
  public static func messageType(ofPayload payload: Span<UInt8>) -> UInt16? {
    guard payload.count >= 2 else { return nil }
    return UInt16(payload[0]) << 4 | UInt16(payload[1] >> 4)
  }

  /// The payload of one whole frame, whose CRC is not checked; `nil` when the bytes are no frame.
  @_lifetime(copy frame)
  package static func payload(of frame: Span<UInt8>) -> Span<UInt8>? {
    guard frame.count >= minimumLength, frame[0] == preamble,
      case .complete(let length) = Header(at: 0, in: frame), length == frame.count
    else { return nil }
    return frame.extracting(headerLength..<(length - checkLength))
  }

  /// The header of a candidate, the preamble being there.
  enum Header {
    case incomplete
    case reservedBitsSet
    case complete(frameLength: Int)

    /// Reads the header at the start of some bytes.
    @inline(__always)
    init(at offset: Int, in bytes: Span<UInt8>) {
      let available = bytes.count - offset
      if available >= 2 && bytes[offset + 1] & 0xFC != 0 {
        self = .reservedBitsSet
      } else if available < headerLength {
        self = .incomplete
      } else {
        let payloadLength = Int(bytes[offset + 1] & 0x03) << 8 | Int(bytes[offset + 2])
        self = .complete(frameLength: headerLength + payloadLength + checkLength)
      }
    }
  }
}
