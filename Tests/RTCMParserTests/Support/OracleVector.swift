import TestSupport
import RTCMParser
import Testing

/// A payload of ours, its fields filled by chance, and what another decoder reads from it.
struct OracleVector: CustomTestStringConvertible, Sendable {
  let type: UInt16
  let payload: [UInt8]
  /// The numbers of the fields behind DF002, unscaled, under the keys that pyrtcm uses.
  let numbers: [String: Int64]

  var testDescription: String { "\(type)" }

  /// Takes the payload in hexadecimal and the numbers as `DF059=131 DF072=0`.
  init(type: UInt16, _ payload: String, _ numbers: String) {
    self.type = type
    let digits = payload.compactMap(\.hexDigitValue)
    self.payload = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
    var pairs: [String: Int64] = [:]
    for word in numbers.split(separator: " ") {
      let parts = word.split(separator: "=")
      pairs[String(parts[0])] = Int64(parts[1])
    }
    self.numbers = pairs
  }

  /// Expects that our decoder reads the same, and that the message encodes to the payload again.
  func check() throws {
    let message = try decoded(payload)
    #expect(message.type == type)
    var fields = FieldCollector()
    try message.describe(to: &fields)
    fields.numbers["DF002"] = nil
    #expect(fields.numbers == numbers)
    #expect(try message.encode() == payload)
  }
}
