import TestSupport
import RTCMParser
import Testing

/// A payload that we encoded with random fields, and the values that another decoder reads from it.
struct OracleVector: CustomTestStringConvertible, Sendable {
  let type: UInt16
  let payload: [UInt8]
  /// The raw numbers of the fields after DF002, under pyrtcm's keys.
  let numbers: [String: Int64]

  var testDescription: String { "\(type)" }

  /// Creates a vector from the payload in hexadecimal and the numbers as `DF059=131 DF072=0`.
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

  /// Expects that our decoder reads the same numbers, and that the message encodes to the same payload.
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
