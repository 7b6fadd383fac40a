import Bytes
import Testing

@Suite("Text in bytes")
struct ASCIITests {
  @Test("letters of either case are one, and nothing else is")
  func comparesLetters() {
    for first in UInt8(0)..<128 {
      for second in UInt8(0)..<128 {
        let isLetter = (65...90).contains(first & 0xDF)
        let isSame = first == second || isLetter && first ^ second == 0x20
        let (one, other) = (String(UnicodeScalar(first)), String(UnicodeScalar(second)))
        #expect(one.isSame(ignoringCase: other) == isSame, "\(first) \(second)")
      }
    }
    #expect(!"ab".isSame(ignoringCase: "abc") && !"abc".isSame(ignoringCase: "ab"))
  }

  @Test("digits and printable characters are those of ASCII")
  func knowsKinds() {
    for byte in UInt8.min...UInt8.max {
      let text = String(UnicodeScalar(byte))
      #expect(byte.isDigit == "0123456789".contains(text), "\(byte)")
      #expect(byte.isPrintable == (32..<127).contains(byte), "\(byte)")
      let value = byte < 128 && text != "+" && text != "-" ? UInt8(text, radix: 16) : nil
      #expect(byte.hexadecimalValue == value, "\(byte)")
    }
  }

  @Test("a byte is written as two upper-case hexadecimal digits")
  func writesHexadecimal() {
    var bytes: [UInt8] = []
    for byte in [0x00, 0x09, 0x0A, 0x5F, 0xA0, 0xFF] as [UInt8] { bytes.append(hexadecimal: byte) }
    #expect(bytes == Array("00090A5FA0FF".utf8))
  }

  @Test("a line of the protocols ends with carriage return and line feed")
  func endsLines() {
    #expect([.carriageReturn, .lineFeed] == Array("\r\n".utf8))
  }

  @Test("blanks and control characters around a text go, what is printable stays")
  func trims() {
    #expect(Array("\t\r\n !a b! \u{1}".utf8)[...].trimmed.text == "!a b!")
    #expect(Array(" \n".utf8)[...].trimmed.isEmpty)
  }

  @Test(
    "whole numbers have digits only, at most eighteen",
    arguments: [
      ("0", 0), ("007", 7), ("999999999999999999", 999_999_999_999_999_999),
      ("1000000000000000000", nil), ("", nil), ("-1", nil), ("1.", nil), ("/", nil), (":", nil),
    ] as [(String, Int?)])
  func readsIntegers(text: String, number: Int?) {
    #expect(Array(text.utf8)[...].decimalInteger == number)
  }

  @Test(
    "numbers are read as Double reads them",
    arguments: [
      "0", "12", "-12.5", "+.5", "3.", "0.1", "45.4641234567", "0.000000123456789",
      "123456789.123456789012345678901234567890", "-.00000000000000000000001",
      "999999999999999999.9",
    ])
  func readsNumbers(text: String) throws {
    let number = try #require(Array(text.utf8)[...].decimalNumber)
    let expected = try #require(Double(text.hasPrefix("+.") ? "0.5" : text))
    #expect((number - expected).magnitude <= expected.magnitude * 1e-15 + 1e-17)
    #expect(number.sign == expected.sign)
  }

  @Test(
    "what is no plain number is none",
    arguments: [
      "", ".", "-", "+", "-.", "--1", "1-", "1.2.3", "1e3", "0x1", " 1", "1,5", "1.x",
      "1234567890123456789", "nan",
    ])
  func refusesNumbers(text: String) { #expect(Array(text.utf8)[...].decimalNumber == nil) }
}
