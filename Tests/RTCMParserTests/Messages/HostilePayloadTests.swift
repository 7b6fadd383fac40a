import TestSupport
import Mathematics
import RTCMParser
import Testing

@Suite("Payloads of random bytes")
struct HostilePayloadTests {
  static let types: [UInt16] =
    [63, 1001, 1002, 1003, 1004, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1020, 1029, 1032]
    + [1041, 1042, 1043, 1044, 1045, 1046, 4072]

  @Test("are refused as truncated, or kept bit by bit", arguments: types)
  func survives(type: UInt16) throws {
    var random = Xoshiro256(seed: UInt64(type), part: "payloads")
    var refused = 0
    for _ in 0..<100 {
      var payload = (0..<(random.next() % 300 + 2)).map { _ in
        UInt8(truncatingIfNeeded: random.next())
      }
      payload[0] = UInt8(type >> 4)
      payload[1] = UInt8(type & 0xF) << 4 | payload[1] & 0xF
      do {
        let message = try decoded(payload)
        #expect(message.type == type)
        #expect(try message.encode() == payload)
        var fields = FieldCollector()
        try message.describe(to: &fields)
      } catch let error as RTCMDecodingError {
        guard case .truncated(let needed, let available) = error.reason else { throw error }
        #expect(available < needed)
        refused += 1
      }
    }
    // Hardly any payload is too short for 4072, whose only field is the sub-type.
    #expect((refused > 0 || type == 4072) && refused < 100)
  }
}
