import RTCMParser
import Testing

@testable import RTCMJSON

@Suite("Limits of JSON")
struct JSONLimitTests {
  private static func number(_ text: String) -> JSONNumber? {
    let bytes = Array(text.utf8)
    return JSONNumber(bytes, in: 0..<bytes.count)
  }

  @Test(
    "a whole number is exact up to 64 bits, however it is written",
    arguments: [
      ("0", 0), ("18446744073709551615", .max), ("18446744073709551616", nil),
      ("18446744073709551619", nil), ("184467440737095516150", nil),
      ("1e19", 10_000_000_000_000_000_000),
      ("2e19", nil), ("1844674407370955161.5e1", .max), ("1844674407370955161.6e1", nil),
      ("10e-1", 1), ("15e-1", nil), ("1.0", 1), ("1.5", nil), ("0e19", 0), ("0e20", nil),
      ("10000000000000000000e-19", 1), ("-1", nil), ("1E+2", 100), ("1e-0", 1),
    ] as [(String, UInt64?)])
  func integers(text: String, number: UInt64?) throws {
    #expect(try #require(Self.number(text)).integer == number)
  }

  @Test(
    "a number of up to 2⁵³ and 22 powers of ten is the nearest Double at once, others are not",
    arguments: [
      ("9007199254740992", 0x1p53), ("9007199254740993", nil), ("1e22", 1e22), ("1e23", nil),
      ("1e-22", 1e-22), ("1e-23", nil), ("-2.5", -2.5), ("18446744073709551616", nil),
      ("0.1", 0.1), ("1e100000", nil), ("1e999999999999999999999", nil),
    ] as [(String, Double?)])
  func values(text: String, value: Double?) throws {
    #expect(try #require(Self.number(text)).value == value)
  }

  @Test(
    "a number has RFC 8259's form",
    arguments: [
      ("", false), ("-", false), ("0", true), ("00", false), ("01", false), ("10", true),
      ("-0", true), ("1.", false), (".5", false), ("0.5", true), ("1e", false), ("1e+", false),
      ("1e5", true), ("1e05", true), ("1e5.", false), ("+1", false), ("1-", false),
    ])
  func forms(text: String, isNumber: Bool) {
    #expect((Self.number(text) != nil) == isNumber)
  }

  @Test("arrays and objects are at most 512 deep", arguments: [(512, true), (513, false)])
  func depth(count: Int, isJSON: Bool) {
    let arrays = String(repeating: "[", count: count) + String(repeating: "]", count: count)
    let objects =
      String(repeating: "{\"a\":", count: count) + "1" + String(repeating: "}", count: count)
    for text in [arrays, objects] {
      let value = try? JSONValue(parsing: Array(text.utf8))
      #expect((value != nil) == isJSON)
    }
  }

  @Test(
    "a line has at most a mebibyte, and the next one is read as ever",
    arguments: [(0, true), (1, false)])
  func lineLength(excess: Int, isRead: Bool) {
    let message = Array(#"{"message_type":4095,"payload":"fff0"}"#.utf8)
    let blanks = JSONLinesReader.maximumLineLength + excess - message.count
    let line = message + [UInt8](repeating: 0x20, count: blanks)
    var reader = JSONLinesReader()
    var results: [Bool] = []
    let file = line + [0x0A] + message
    reader.consume(file.span) { _, result in results.append((try? result.get()) != nil) }
    reader.finish { _, result in results.append((try? result.get()) != nil) }
    #expect(results == [isRead, true])
    #expect(reader.byteCount == file.count && reader.lineCount == 2)
    #expect((reader.messageCount, reader.badLineCount) == (isRead ? 2 : 1, isRead ? 0 : 1))
  }

  @Test(
    "a line of nothing but blanks is none",
    arguments: [("", 0), ("  \t\r", 0), (" \u{0}", 0), ("!", 1)])
  func blankLines(text: String, count: Int) {
    var reader = JSONLinesReader()
    var lines = 0
    let bytes = Array((text + "\n").utf8)
    reader.consume(bytes.span) { _, _ in lines += 1 }
    #expect(lines == count && reader.lineCount == 1)
  }
}
