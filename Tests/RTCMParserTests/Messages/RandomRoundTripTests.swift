import TestSupport
import Mathematics
import RTCMParser
import Testing

@Suite("Messages filled by chance")
struct RandomRoundTripTests {
  /// The length of the longest payload in bytes; only a 1033 with long texts does not fit.
  static let byteCount = 1023

  @Test(
    "any bits are kept by decode and encode",
    arguments: CaptureRoundTripTests.typesBesideMSM + [63, 1043])
  func keepsAnyBits(type: UInt16) throws {
    var kept = 0
    for seed in 0..<8 as Range<UInt64> {
      var random = Xoshiro256(seed: seed << 16 | UInt64(type), part: "payload")
      var payload = (0..<Self.byteCount).map { _ in UInt8.random(in: 0...255, using: &random) }
      payload[0] = UInt8(type >> 4)
      payload[1] = UInt8(type & 0xF) << 4 | payload[1] & 0xF
      guard let message = try? decoded(payload) else { continue }
      #expect(message.type == type)
      #expect(try message.encode() == payload, "seed \(seed)")
      kept += 1
    }
    #expect(kept >= (type == 1033 ? 1 : 8))
  }
}
