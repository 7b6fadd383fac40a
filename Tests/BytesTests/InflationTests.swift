import Bytes
import Testing

/// Tests with vectors made by zlib 1.3, through Python's `zlib` and `gzip`.
@Suite("Compressed bytes")
struct InflationTests {
  static let row =
    "STR;BASE;Milan;RTCM 3.2;1004(1),1077(1);2;GPS+GAL;NET;ITA;45.4642;9.1900;1;0;gen;none;B;N;9600;\r\n"
  static let table = row + row + row + "ENDSOURCETABLE\r\n"

  static let vectors: [(name: String, bytes: [UInt8])] = [
    (
      "codes that need not be told",
      base64(
        "H4sIAAAAAAACAwsOCbJ2cgx2tfbNzEnMsw4KcfZVMNYzsjY0MDDRMNTUMTQwNwfS1kbW7gHB2u6O"
          + "PtZ+riHWniGO1iameiZmJkbWlnqGlgYG1obWBtbpqXnWefl5qdZO1n7WlmZAUV6u4CFvgaufS7B/"
          + "aJCza4ijk48rLxcAWJ10gTMBAAA=")
    ),
    (
      "zlib's wrapping",
      base64(
        "eNrVzUEKwjAQRuF9oXdwqShhEmNL+FdJHYrQRslMD+CiiCDx/jt7DVcPvs0TLUhRGPP786woOsy7"
          + "s3GwRH5vDydLfb8VDuNDjmOckFlx0wh/Mb7zDsHYQAQLwmutqN+6IiEjdJu2jfz9gPNV7ksZWGOa"
          + "uG1+JrlMWw==")
    ),
    (
      "a name in the head",
      base64(
        "H4sICAEAAAAC/3RhYmxlLnR4dADVzUEKwjAQRuF9oXdwqShhEmNL+FdJHYrQRslMD+CiiCDx/jt7"
          + "DVcPvs0TLUhRGPP786woOsy7s3GwRH5vDydLfb8VDuNDjmOckFlx0wh/Mb7zDsHYQAQLwmutqN+6"
          + "IiEjdJu2jfz9gPNV7ksZWGOauG1+WJ10gTMBAAA=")
    ),
    ("as it stands", stored(table)),
  ]

  /// 600 random letters in a block with codes of its own.
  static let letters = base64(
    "H4sIAAAAAAACAxWRuRFEIQxDc2ZoxWMgdGQOYzBX/9Xs31SBpCc1LKO+++Lu9fE+gf0dTrEaM0fg"
      + "nfpxTHof6NKkd/KBWCW6WZ05T4dSnxMfbcxP3T5JFvjkVrmJqtBez/HL0wfEHUVIuQPopoXrjgTB"
      + "8XbUCPrJbyF0Om+dxQAh2A2sUQClwMipFL48dNQgaxaRQZJG9PN6e6/y3Hb6qMNRD4eVd8tOrqd0"
      + "QKOnqxQ/HLQUT3az9TxLmdPJwdEYMna84gPl3VftmA72V9Oe9NjCnizdsP0TUt2wEnyDFJdLE4E+"
      + "LNBYZnVq8K8hVMun7NasBtwFQb+Z1/z0O2qeHBKXU3NXPFKvJBVXz4YJwz+rPVpmnu7j37ZLsXDr"
      + "6AH8S2t8abPrKqPcEjGa7plNDKdahYChqLLuMqC4wpHneq9VskJJ5Oszq6fwwTdw2UIC57vMA5J9"
      + "0lHSPTDgwuVtMh7Hg5z9woatjbFxy+f/WMgo3hSdqr301B/7fowjai4Ul1CfP8jHiutYAgAA")

  private static func base64(_ text: String) -> [UInt8] { Base64.decode(text.utf8) ?? [] }

  /// Returns a stored block in a zlib wrapper.
  private static func stored(_ text: String) -> [UInt8] {
    let length = UInt16(text.utf8.count)
    let bytes = [length, ~length].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    return [0x78, 0x01, 1] + bytes + Array(text.utf8)
  }

  @Test("expand to what they were made of", arguments: vectors)
  func expands(name: String, bytes: [UInt8]) throws {
    let inflation = try #require(Inflation(of: bytes[...], limit: 1000))
    #expect(inflation.end == .whole)
    #expect(String(decoding: inflation.output, as: UTF8.self) == Self.table)
  }

  @Test("with codes that are told expand to what their check says")
  func expandsTold() throws {
    let inflation = try #require(Inflation(of: Self.letters[...], limit: 1000))
    #expect(inflation.end == .whole && inflation.output.count == 600)
    #expect(inflation.output.starts(with: Array("E0CIDPOP2MGDPAMN".utf8)))
  }

  @Test("expand no further than is wanted, nor behind what is there")
  func stops() {
    for (_, bytes) in Self.vectors + [("letters", Self.letters)] {
      let short = Inflation(of: bytes[...], limit: 100)
      #expect(short?.end == .tooLong && short?.output.count == 100)
      // The checksum at zlib's end is not verified.
      for count in 2..<bytes.count - 4 {
        #expect(Inflation(of: bytes[..<count], limit: 1000)?.end == .cutOff, "\(count) bytes")
      }
    }
  }

  @Test("that have changed are damaged or something else, and never a trap")
  func damage() {
    var wholeCount = 0
    for place in 10..<Self.letters.count {
      for bit in 0..<8 {
        var bytes = Self.letters
        bytes[place] ^= 1 << bit
        if Inflation(of: bytes[...], limit: 10_000)?.end == .whole { wholeCount += 1 }
      }
    }
    // The bits between the last code and the next whole byte are unused.
    #expect(wholeCount <= 7)
  }

  @Test("whose head names another method are damaged from there on")
  func otherMethod() throws {
    var bytes = Self.vectors[0].bytes
    bytes[2] = 7
    let inflation = try #require(Inflation(of: bytes[...], limit: 1000))
    #expect(inflation.end == .damaged && inflation.output == [])
  }

  @Test("of which more codes are told than there can be are damaged, wherever they end")
  func tooManyCodes() throws {
    // A last block that tells its codes; of the four lengths of codes for lengths, three are 1.
    let bytes: [UInt8] = [0x78, 0x9C, 0x05, 0x00, 0x92, 0xE0]
    let inflation = try #require(Inflation(of: bytes[...], limit: 1000))
    #expect(inflation.end == .damaged)
  }

  @Test("are told from text", arguments: ["", "x", "STR;A", "x\u{5E}"])
  func passesText(text: String) {
    #expect(Inflation(of: Array(text.utf8)[...], limit: 1) == nil)
  }
}
