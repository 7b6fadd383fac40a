import Testing

@testable import RTCMParser

@Suite("Data fields")
struct DataFieldTests {
  /// A GLONASS coordinate: `intS27` in steps of 2⁻¹¹ km.
  static let signMagnitude = DataField(112, "xn", .signMagnitude, 27, stepsPerUnit: 0x1p11)

  @Test(
    "a value is rounded to the nearest step and read back",
    arguments: [0.0, 0.0001, -0.0001, 13_743_895.3471, -13_743_895.3471, 3.141_59])
  func readsBack(value: Double) throws {
    let field = DataField.df025
    let bits = try field.bits(of: value)
    #expect(bits >> 38 == 0)
    let back = try #require(field.value(of: bits))
    #expect(abs(back - value) <= 0.000_05)
    #expect(try field.bits(of: back) == bits)
  }

  @Test("a value that does not fit is refused with the field's limits")
  func refusesOutOfRange() {
    for value in [13_743_895.3472, 1e300, .infinity, -.infinity, .nan] {
      let error = #expect(throws: RTCMEncodingError.self) { try DataField.df025.bits(of: value) }
      guard case .outOfRange(_, let minimum, let maximum) = error?.reason else {
        Issue.record("\(value): \(error?.description ?? "no error")")
        continue
      }
      #expect(minimum == -13_743_895.3472)
      #expect(maximum == 13_743_895.3471)
      #expect(error?.field == 25)
    }
  }

  @Test("no value makes the bits that say \"not available\"")
  func avoidsNotAvailable() throws {
    #expect(DataField.df423.value(of: 0x8000) == nil)
    #expect(try DataField.df423.bits(of: nil) == 0x8000)
    #expect(throws: RTCMEncodingError.self) { try DataField.df423.bits(of: -655.36) }
    #expect(try DataField.df423.bits(of: -655.34) == 0x8001)
    #expect(throws: RTCMEncodingError.self) { try DataField.df397.bits(of: 255) }
    #expect(throws: RTCMEncodingError.self) { try DataField.df408.bits(ofInteger: 0) }
  }

  @Test("a value of 0 is not written where that says \"not available\"")
  func avoidsZero() {
    #expect(throws: RTCMEncodingError.self) { try DataField.df403.bits(of: 0.0) }
    #expect(throws: RTCMEncodingError.self) { try DataField.df403.bits(of: 0.3) }
  }

  @Test("a value that must be there is refused when it is not")
  func refusesMissing() {
    let error = #expect(throws: RTCMEncodingError.self) { try DataField.df025.bits(of: nil) }
    #expect(error?.reason == .notAvailable)
  }

  @Test("sign and magnitude keep a negative zero")
  func keepsNegativeZero() throws {
    let field = Self.signMagnitude
    let bits = try field.bits(of: -0.0)
    #expect(bits == 1 << 26)
    #expect(field.value(of: bits)?.sign == .minus)
    #expect(field.integer(of: bits) == 0)
    #expect(try field.bits(of: 0.0) == 0)
    #expect(try field.bits(ofInteger: -5) == 1 << 26 | 5)
    #expect(field.integer(of: 1 << 26 | 5) == -5)
    let signed = DataField(112, "xn", .signed, 27)
    #expect(try signed.bits(ofInteger: -5) == 1 << 27 - 5)
  }

  @Test("a number in the midst that says \"not available\" has no room, its neighbours have")
  func leavesOutOne() {
    let field = DataField(1, "x", .unsigned, 4, notAvailable: 5)
    #expect((-1...16).filter { field.hasRoom(for: $0) } == [0, 1, 2, 3, 4] + Array(6...15))
    let last = DataField(1, "x", .unsigned, 4, notAvailable: 15)
    #expect((-1...16).filter { last.hasRoom(for: $0) } == Array(0...14))
  }

  @Test("a field of 64 bits holds every mask")
  func holdsMask() throws {
    #expect(try DataField.df394.bits(ofInteger: UInt64.max) == .max)
    #expect(try DataField.df394.bits(ofInteger: UInt64(1) << 63) == 1 << 63)
  }

  @Test("labels have three digits", arguments: [(1, "DF001"), (25, "DF025"), (423, "DF423")])
  func labels(number: UInt16, label: String) { #expect(DataField.label(number) == label) }
}
