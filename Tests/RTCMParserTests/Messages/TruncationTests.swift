import RTCMParser
import TestSupport
import Testing

@Suite("Truncated payloads")
struct TruncationTests {
  @Test("1005: cut at any byte, the error names the field, its bit and what is left")
  func namesField() throws {
    // The number, first bit and width of each field of message 1005.
    let starts = [
      (2, 0, 12), (3, 12, 12), (21, 24, 6), (22, 30, 1), (23, 31, 1), (24, 32, 1), (141, 33, 1),
      (25, 34, 38), (142, 72, 1), (1, 73, 1), (26, 74, 38), (364, 112, 2), (27, 114, 38),
    ]
    for count in 0..<StandardExample.payload.count {
      let error = try #require(
        #expect(throws: RTCMDecodingError.self) {
          try decoded(Array(StandardExample.payload.prefix(count)))
        })
      let (field, start, width) = try #require(
        starts.first { $0.1 + $0.2 > count * 8 })
      #expect(error.reason == .truncated(needed: width, available: count * 8 - start))
      #expect(error.field == UInt16(field))
      #expect(error.bitOffset == start)
      #expect(error.messageType == (count < 2 ? nil : 1005))
    }
  }

  @Test("the error says what to do")
  func explains() {
    let error = #expect(throws: RTCMDecodingError.self) {
      try decoded(Array(StandardExample.payload.prefix(7)))
    }
    #expect(
      error?.description
        == "message 1005: needs 38 bits for DF025 at bit 34, 22 left; "
        + "pass the whole payload from DF002")
  }

  @Test(
    "cut anywhere, every message is refused as truncated there",
    .compares(with: .captures),
    arguments: CaptureRoundTripTests.typesBesideMSM + [1074, 1085, 1096, 1107, 1117, 1127, 1137])
  func refusesEveryCut(type: UInt16) throws {
    let captured = frames(of: try SharedCaptures.bytes(of: "rtcmrs__generated_shared.rtcm3"))
      .filter { $0.type == type }
    #expect(!captured.isEmpty)
    for payload in captured.map(\.payload) {
      var fields = FieldCollector()
      try decoded(payload).describe(to: &fields)
      guard fields.trailing.isEmpty else { continue }
      for count in 0..<payload.count {
        let error = try #require(
          #expect(throws: RTCMDecodingError.self) { try decoded(Array(payload.prefix(count))) })
        guard case .truncated(let needed, let available) = error.reason else {
          Issue.record("\(count) bytes: \(error)")
          continue
        }
        #expect(available < needed)
        #expect(error.bitOffset + available == count * 8)
      }
    }
  }
}
