public import CRTCM
internal import RTCMParser

/// Why a call failed, as C has it.
struct Failure: Error {
  var status: Int
  var messageType: UInt16 = 0
  var field: UInt16 = 0
  var bitOffset = 0
  var text: String
}

extension Failure {
  init(_ error: RTCMDecodingError) {
    status =
      switch error.reason {
      case .truncated: RTCM_TRUNCATED
      case .unexpectedMessageType: RTCM_UNEXPECTED_TYPE
      case .tooManyCells: RTCM_TOO_MANY_CELLS
      }
    (messageType, field) = (error.messageType ?? 0, error.field ?? 0)
    (bitOffset, text) = (error.bitOffset, error.description)
  }

  init(_ error: RTCMEncodingError, bitOffset: Int = 0) {
    status =
      switch error.reason {
      case .payloadTooLong: RTCM_TOO_LONG
      case .tooManyCells: RTCM_TOO_MANY_CELLS
      case .unknownFields: RTCM_UNKNOWN_TYPE
      default: RTCM_OUT_OF_RANGE
      }
    (messageType, field) = (error.messageType ?? 0, error.field ?? 0)
    (self.bitOffset, text) = (bitOffset, error.description)
  }

  /// Writes the error down where the caller wants it.
  func report(to error: UnsafeMutablePointer<rtcm_error>?) -> rtcm_status {
    if let error {
      error.pointee = rtcm_error()
      error.pointee.status = rtcm_status(status)
      error.pointee.message_type = messageType
      error.pointee.field = field
      error.pointee.bit_offset = UInt32(clamping: bitOffset)
      withUnsafeMutableBytes(of: &error.pointee.text) { buffer in
        // The last byte stays zero.
        for (index, unit) in text.utf8.enumerated() where index < buffer.count - 1 {
          buffer[index] = unit
        }
      }
    }
    return rtcm_status(status)
  }
}

extension UnsafePointer<UInt8>? {
  /// The bytes that a caller lends.
  @_lifetime(immortal)
  func span(_ count: Int) -> Span<UInt8> {
    // Sound: the caller lends so many bytes for the length of the call, and no span outlives it.
    let bytes = UnsafeBufferPointer(start: self, count: self == nil ? 0 : count)
    return _overrideLifetime(Span(_unsafeElements: bytes), copying: ())
  }
}

/// As rtcm.h says.
@c @implementation public func rtcm_abi_version() -> UInt32 { UInt32(RTCM_ABI_VERSION) }

/// As rtcm.h says.
@c @implementation public func rtcm_crc24q(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> UInt32 {
  CRC24Q.checksum(bytes.span(count))
}
