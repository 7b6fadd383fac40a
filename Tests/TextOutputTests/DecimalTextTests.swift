import Foundation
import Mathematics
import TestSupport
import Testing
import TextOutput

@Suite("Decimal text")
struct DecimalTextTests {
  static func text(_ value: Double, _ decimals: Int) -> String {
    var bytes: [UInt8] = []
    bytes.append(decimal: value, decimals: decimals)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "rounds as printf does, ties included",
    arguments: [
      (0.125, 2), (0.375, 2), (2.5, 0), (3.5, 0), (2.675, 2), (1.005, 2), (0.045, 2), (9.995, 2),
      (99_999.995, 2), (0.5, 0), (1.5, 0), (0.025, 2), (0.085, 2), (0.015, 2), (0.075, 2),
      (35.5, 0), (45.478_129_123_5, 9), (0.1 + 0.2, 15), (1e-9, 9), (4e-10, 9), (0, 2),
    ])
  func agreesWithPrintf(value: Double, decimals: Int) {
    #expect(Self.text(value, decimals) == String(format: "%.\(decimals)f", value))
    if value > 0 {
      #expect(Self.text(-value, decimals).hasSuffix(Self.text(value, decimals)))
    }
  }

  @Test("agrees with printf on a thousand numbers of all sizes", arguments: [1, 2] as [UInt64])
  func agreesOnMany(seed: UInt64) {
    var generator = Xoshiro256(seed: seed, part: "decimals")
    for _ in 0..<500 {
      let size = pow(10, Double.random(in: -6...8, using: &generator))
      let value = Double.random(in: -1...1, using: &generator) * size
      let decimals = Int.random(in: 0...6, using: &generator)
      let expected = String(format: "%.\(decimals)f", value)
      let isNegativeZero = expected.allSatisfy { "-0.".contains($0) }
      #expect(
        Self.text(value, decimals) == (isNegativeZero ? expected.filter { $0 != "-" } : expected))
    }
  }

  @Test("stands to the right of its columns, as printf has it, and what is left of it stays")
  func columns() {
    var generator = Xoshiro256(seed: 3, part: "columns")
    for _ in 0..<2000 {
      let value = Double.random(in: -1e6...1e6, using: &generator)
      let decimals = Int.random(in: 1...6, using: &generator)
      var bytes = [UInt8](repeating: UInt8(ascii: "."), count: 20)
      let isWritten = bytes.write(decimal: value, decimals: decimals, columns: 2..<18)
      #expect(isWritten)
      let number = Self.text(value, decimals)
      let dots = String(repeating: ".", count: 18 - number.utf8.count)
      #expect(String(decoding: bytes, as: UTF8.self) == dots + number + "..")
    }
  }

  @Test(
    "writes nothing where it has no room",
    arguments: [
      (99.999, 6, true), (99.9996, 6, false), (-9.999, 6, true), (-99.999, 6, false),
      (-0.0001, 5, true), (0.5, 4, false), (-0.5, 5, false), (.nan, 20, false), (1e13, 20, false),
    ])
  func room(value: Double, columns: Int, fits: Bool) {
    let blank = [UInt8](repeating: UInt8(ascii: " "), count: 20)
    var bytes = blank
    let isWritten = bytes.write(decimal: value, decimals: 3, columns: 0..<columns)
    #expect(isWritten == fits && (bytes == blank) == !fits)
  }

  @Test("more room than a number has digits is room enough")
  func muchRoom() {
    for (decimals, columns) in [(2, 17), (2, 19), (15, 19)] {
      var bytes = [UInt8](repeating: UInt8(ascii: " "), count: columns)
      let isWritten = bytes.write(decimal: 1.25, decimals: decimals, columns: 0..<columns)
      #expect(isWritten)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.hasPrefix(" ") && text.drop { $0 == " " } == Self.text(1.25, decimals)[...])
    }
  }

  @Test("has as many decimals as are asked for", arguments: 0...15)
  func decimals(count: Int) {
    for value in [1.234_567_890_123_456_7, 0.000_000_000_000_001, 7] {
      #expect(Self.text(value, count) == String(format: "%.\(count)f", value))
    }
  }

  @Test("never says minus zero")
  func noNegativeZero() {
    #expect(Self.text(-0.001, 2) == "0.00")
    #expect(Self.text(-0.0, 0) == "0")
  }

  @Test("refuses what has no decimal text", arguments: [Double.nan, .infinity, -.infinity, 1e16])
  func refuses(value: Double) {
    var bytes: [UInt8] = [1]
    let isWritten = bytes.append(decimal: value, decimals: 2)
    #expect(!isWritten)
    #expect(bytes == [1])
  }

  @Test(
    "writes what is below 9·10¹⁵ steps of the last decimal, and nothing from there on",
    arguments: [(9e15, 0), (9e13, 2), (9, 15)])
  func limit(value: Double, decimals: Int) {
    #expect(Self.text(value, decimals).isEmpty)
    #expect(
      Self.text(value.nextDown, decimals) == String(format: "%.\(decimals)f", value.nextDown))
  }

  @Test(
    "pads integers with zeros",
    arguments: [
      (7, 3, "007"), (123, 3, "123"), (1234, 3, "1234"), (0, 1, "0"), (9, 2, "09"), (10, 2, "10"),
      (99, 3, "099"), (100, 3, "100"), (5, 0, "5"),
    ])
  func pads(value: Int, width: Int, expected: String) {
    var bytes: [UInt8] = []
    bytes.append(integer: value, width: width)
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test("writes integers of any size", arguments: [Int64.min, -1, 0, 1, 10, .max])
  func integers(value: Int64) {
    var bytes: [UInt8] = []
    bytes.append(integer: value)
    #expect(String(decoding: bytes, as: UTF8.self) == "\(value)")
  }
}
