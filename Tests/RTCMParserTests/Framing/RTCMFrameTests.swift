import TestSupport
import RTCMParser
import Testing

@Suite("Frames")
struct RTCMFrameTests {
  @Test("encoding gives the standard's frame")
  func encodesExample() throws {
    #expect(
      try framed(StandardExample.payload) == StandardExample.frame)
  }

  @Test("a payload of more than 1023 bytes is refused")
  func refusesLongPayload() {
    let payload = [UInt8](repeating: 0x3E, count: 1024)
    let error = #expect(throws: RTCMEncodingError.self) {
      try framed(payload)
    }
    #expect(error?.reason == .payloadTooLong(byteCount: 1024))
    #expect(
      error?.description
        == "message 995: a payload of 1024 bytes fits no frame; split the message into payloads "
        + "of at most 1023")
  }
}
