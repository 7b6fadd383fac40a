import RTCMParser
import RTCMTestKit
import TestSupport
import Testing

@Suite("Vectors cut short")
struct TruncationTests {
  /// The vectors whose messages become invalid when cut.
  ///
  /// u-blox's message is complete after its sub-type; all bytes after it are kept unchanged. A draft's layout
  /// is not recognised once it is cut.
  let vectors: [TestVector]

  init() throws { vectors = try TestVector.all().filter { $0.type != 4072 && !$0.message.isDraft } }

  @Test("every vector, cut at every byte, is refused at the very field that is not whole")
  func namesField() throws {
    #expect(vectors.count > 180)
    for vector in vectors {
      for count in 0..<vector.payload.count {
        let error = #expect(throws: RTCMDecodingError.self, "\(vector.name) to \(count) bytes") {
          try decoded(Array(vector.payload.prefix(count)))
        }
        let expected = try vector.error(payloadCutTo: count)
        #expect(error == expected, "\(vector.name) to \(count) bytes")
      }
      #expect(try vector.error(payloadCutTo: vector.payload.count) == nil)
    }
  }

  @Test("the last field ends in the last byte of each payload")
  func fieldsFillPayload() throws {
    for vector in vectors {
      let end = try #require(try vector.message.wireFields().last).endOffset
      #expect((end + 7) / 8 == vector.payload.count, "\(vector.name)")
    }
  }

  @Test("every field's bits are where it is said that they are")
  func fieldsAreInPlace() throws {
    for vector in vectors {
      let payload = vector.payload
      for field in try vector.message.wireFields() {
        var bits: UInt64 = 0
        for place in field.bitOffset..<field.endOffset {
          let bit = payload[place / 8] >> UInt8(7 - place % 8) & 1
          bits = bits << 1 | UInt64(bit)
        }
        guard bits != field.bits else { continue }
        Issue.record("\(vector.name): \(field.field.name) at bit \(field.bitOffset)")
      }
    }
  }

  @Test("a malformed frame is found, and its message refused for the reason given")
  func refusesMalformed() throws {
    let malformed = try TestVector.all().flatMap { try $0.malformed() }
    #expect(Set(malformed.map(\.name)).count == malformed.count)
    #expect(malformed.count == 2 * vectors.count + 49)  // one more for each of the 49 MSMs
    for malformed in malformed {
      let frame = malformed.frame
      #expect(scan([frame]).map(\.bytes) == [frame])
      let error = #expect(throws: RTCMDecodingError.self) {
        try decoded(Array(frame[3..<(frame.count - 3)]))
      }
      #expect(error == malformed.error, "\(malformed.name)")
    }
  }
}
