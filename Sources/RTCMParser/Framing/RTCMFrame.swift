/// The frame that RTCM 3's transport layer puts around a message: its constants and its encoding.
///
/// Source: RTCM 10403.3 §4.
public enum RTCMFrame {
  /// The first byte of a frame.
  public static let preamble: UInt8 = 0xD3
  /// The longest payload in bytes, the maximum of the 10-bit length field.
  public static let maximumPayloadLength = 1023
  /// The bytes of the header: preamble, reserved bits and length.
  public static let headerLength = 3
  /// The bytes of the CRC-24Q at the end of a frame.
  public static let checkLength = 3
  /// The length of the shortest frame in bytes, 6: that of an empty payload.
  public static let minimumLength = headerLength + checkLength
  /// The length of the longest frame in bytes, 1029.
  public static let maximumLength = headerLength + maximumPayloadLength + checkLength

  /// Encodes a payload as a frame.
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

  /// Appends the CRC-24Q of the bytes in `frame`.
  package static func appendCheck(to frame: inout [UInt8]) {
    let check = CRC24Q.checksum(frame.span)
    for shift in [UInt32(16), 8, 0] { frame.append(UInt8(truncatingIfNeeded: check >> shift)) }
  }

  /// Returns the message type, DF002, from a payload's first twelve bits; `nil` for fewer than two bytes.
  public static func messageType(ofPayload payload: Span<UInt8>) -> UInt16? {
    guard payload.count >= 2 else { return nil }
    return UInt16(payload[0]) << 4 | UInt16(payload[1] >> 4)
  }

  /// Returns the payload of a whole frame without checking its CRC; `nil` when the bytes are not a single
  /// frame.
  @_lifetime(copy frame)
  package static func payload(of frame: Span<UInt8>) -> Span<UInt8>? {
    guard frame.count >= minimumLength, frame[0] == preamble,
      case .complete(let length) = Header(at: 0, in: frame), length == frame.count
    else { return nil }
    return frame.extracting(headerLength..<(length - checkLength))
  }

  /// The header of a candidate frame that begins with a preamble.
  enum Header {
    case incomplete
    case reservedBitsSet
    case complete(frameLength: Int)

    /// Reads the header of the candidate frame at `offset`.
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
