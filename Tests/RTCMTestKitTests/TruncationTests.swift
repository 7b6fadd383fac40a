import RTCMParser
import RTCMTestKit
import Testing

@Suite("Vectors cut short")
struct TruncationTests {
  /// u-blox's message is whole after its sub-type; what follows is kept as it is.
  let vectors: [TestVector]

  init() throws { vectors = try TestVector.all().filter { $0.type != 4072 } }

  @Test("every vector, cut at every byte, is refused at the very field that is not whole")
  func namesField() throws {
    #expect(vectors.count > 180)
    for vector in vectors {
      let fields = try vector.message.wireFields()
      for count in 0..<vector.payload.count {
        let expected = Self.error(cutting: fields, of: vector.type, to: count)
        let error = #expect(throws: RTCMDecodingError.self, "\(vector.name) to \(count) bytes") {
          try decoded(Array(vector.payload.prefix(count)))
        }
        #expect(error == expected, "\(vector.name) to \(count) bytes")
      }
    }
  }

  /// What a decoder must say: which field is the first that is not whole, where, and what is left.
  private static func error(
    cutting fields: [WireField], of type: UInt16, to count: Int
  ) -> RTCMDecodingError? {
    guard let field = fields.first(where: { $0.endOffset > count * 8 }) else { return nil }
    return RTCMDecodingError(
      .truncated(needed: field.field.bitCount, available: count * 8 - field.bitOffset),
      field: field.field.number == 0 ? nil : field.field.number, bitOffset: field.bitOffset,
      messageType: count < 2 ? nil : type)
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
        let bits = (field.bitOffset..<field.endOffset).reduce(UInt64(0)) { bits, place in
          bits << 1 | UInt64(payload[place / 8] >> UInt8(7 - place % 8) & 1)
        }
        guard bits != field.bits else { continue }
        Issue.record("\(vector.name): \(field.field.name) at bit \(field.bitOffset)")
      }
    }
  }

  @Test("a frame whose payload was cut before it was framed is valid, and its message refused")
  func framesCutPayload() throws {
    let vector = try #require(vectors.first { $0.type == 1006 })
    let frame = try vector.frame(payloadCutTo: 12)
    #expect(scan([frame]).map(\.bytes) == [frame])
    #expect(frame[3..<15] == vector.frame[3..<15])
    #expect(throws: RTCMDecodingError.self) { try decoded(Array(frame[3..<15])) }
  }
}
