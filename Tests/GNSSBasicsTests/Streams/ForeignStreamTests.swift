import GNSSBasics
import TestSupport
import Testing

@Suite("Streams without RTCM 3")
struct ForeignStreamTests {
  static let texts: [(String, ForeignStream)] = [
    ("", .empty),
    ("<!DOCTYPE html>\n<html>", .webPage), ("\r\n <HTML><head>", .webPage),
    ("SOURCETABLE 200 OK\r\n", .sourcetable), ("STR;BASE;Milan;RTCM 3.2;", .sourcetable),
    ("HTTP/1.1 404 Not Found\r\n", .answer), ("ICY 200 OK\r\n", .answer),
    (#"{"message":{"#, .json), (#"[{"a":1}]"#, .json),
    (
      "     3.04           OBSERVATION DATA    M                   RINEX VERSION / TYPE", .rinex
    ),
    ("3.0                 COMPACT RINEX FORMAT                    CRINEX VERS   / TYPE", .rinex),
    ("120000*5B\r\n$GNRMC,120000.00,A\r\n", .nmea), ("$PUBX,00,", .nmea),
    ("$GPGGA", .text), ("a price of $99, or so", .text), ("plain text\n", .text),
    ("@@@@", .text), ("Grüße", .unknown),
  ]

  @Test("text is known by its first words or by its sentences", arguments: texts)
  func knowsText(text: String, kind: ForeignStream) {
    #expect(ForeignStream(beginning: Array(text.utf8)) == kind)
  }

  static let bytes: [([UInt8], ForeignStream)] = [
    ([0x1F, 0x8B, 0x08], .packed("gzip", unpacker: "gunzip")),
    ([0x1F, 0x9D], .packed("compress", unpacker: "gunzip")),
    ([0x50, 0x4B, 0x03, 0x04, 0], .packed("zip", unpacker: "unzip")),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], .packed("xz", unpacker: "unxz")),
    ([0x28, 0xB5, 0x2F, 0xFD], .packed("zstd", unpacker: "unzstd")),
    ([0x00, 0xFF, 0xB5, 0x62, 0x02, 0x15], .ubx), ([0xB5, 0x62], .unknown),
    ([0xB5, 0x62, 0xFF], .unknown), ([0x24, 0x40, 0x12, 0x34], .sbf),
    (Array(0x40..<0x80), .rtcm2), ([UInt8](repeating: 0x55, count: 100), .text),
    ([0xD3, 0x00, 0x13], .unknown),
  ]

  /// The first bytes of packed files, by packer.
  static let signatures: [([UInt8], ForeignStream)] = [
    ([0x1F, 0x8B], .packed("gzip", unpacker: "gunzip")),
    ([0x1F, 0x9D], .packed("compress", unpacker: "gunzip")),
    ([0x50, 0x4B, 0x03, 0x04], .packed("zip", unpacker: "unzip")),
    (Array("BZh".utf8), .packed("bzip2", unpacker: "bunzip2")),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], .packed("xz", unpacker: "unxz")),
    ([0x28, 0xB5, 0x2F, 0xFD], .packed("zstd", unpacker: "unzstd")),
    ([0x37, 0x7A, 0xBC, 0xAF], .packed("7-Zip", unpacker: "7z")),
  ]

  @Test("a packer is known by all bytes of its signature", arguments: signatures)
  func knowsPackers(signature: [UInt8], kind: ForeignStream) {
    #expect(ForeignStream(beginning: signature + [0xFF]) == kind)
    for index in signature.indices {
      var other = signature + [0xFF]
      other[index] ^= 0x40
      #expect(ForeignStream(beginning: other) == .unknown)
    }
  }

  @Test("UBX is known by its two bytes and a class that u-blox has given out")
  func knowsUBX() {
    let known = (0...255 as ClosedRange<UInt8>).filter {
      ForeignStream(beginning: [0, 0xB5, 0x62, $0]) == .ubx
    }
    #expect(
      known == [1, 2, 4, 5, 6, 0x0A, 0x0B, 0x0D, 0x10, 0x13, 0x21, 0x27, 0x28, 0x29])
  }

  @Test(
    "a sentence has an address of four or five capital letters and digits, and a comma",
    arguments: [
      ("$ABC,", false), ("$ABCD,", true), ("$AB0Z9,", true), ("$ABCDEF,", false),
      ("$ABcDE,", false),
      ("$ABCDE;", false), ("$AB:DE,", false), ("$AB@DE,", false), ("$AB[DE,", false),
      ("$AB/DE,", false), ("ABCDE,", false),
    ])
  func knowsSentences(text: String, isSentence: Bool) {
    #expect((ForeignStream(beginning: Array(text.utf8)) == .nmea) == isSentence)
  }

  @Test("RTCM 2 has sixteen different bytes at least, whose upper bits are 01")
  func knowsRTCM2() {
    #expect(ForeignStream(beginning: Array(0x40..<0x50)) == .rtcm2)
    #expect(ForeignStream(beginning: Array(0x40..<0x4F)) == .text)
    #expect(ForeignStream(beginning: Array(0x40..<0x60) + [0x80]) == .unknown)
    #expect(ForeignStream(beginning: Array(0x40..<0x60) + [0xC0]) == .unknown)
    #expect(ForeignStream(beginning: Array(0x40..<0x60) + [0x20]) == .text)
  }

  @Test("text is what prints, blanks and line ends")
  func knowsText() {
    let known = (0...255 as ClosedRange<UInt8>).filter {
      ForeignStream(beginning: [0x41, $0]) == .text
    }
    #expect(known == Array(0x09...0x0D) + Array(0x20...0x7E))
  }

  @Test("a document is known behind blanks, in capital letters or small ones")
  func knowsDocuments() {
    for (text, kind) in [
      (" \t\r\n<HtMl>", ForeignStream.webPage), ("sourcetable 200", .sourcetable),
      ("Http/1.0 200 OK", .answer), ("icy 200 OK", .answer), (" {\"a\":1}", .json),
      ("{ }", .text), ("<htm", .text), ("@[`{", .text),
    ] {
      #expect(ForeignStream(beginning: Array(text.utf8)) == kind)
    }
    let rinex = String(repeating: " ", count: 61) + "RINEX VERSION / TYPE"
    #expect(ForeignStream(beginning: Array(rinex.utf8)) == .text)
    let late = Array(repeating: UInt8(0), count: 4093)
    #expect(ForeignStream(beginning: late + [0xB5, 0x62, 1]) == .ubx)
    #expect(ForeignStream(beginning: [0] + late + [0xB5, 0x62, 1]) == .unknown)
  }

  @Test("what is no text is known by its signature", arguments: bytes)
  func knowsBytes(bytes: [UInt8], kind: ForeignStream) {
    #expect(ForeignStream(beginning: bytes) == kind)
  }

  @Test("only the beginning counts, and each kind says what to do in one line")
  func looksAtBeginning() {
    let late = [UInt8](repeating: 0, count: ForeignStream.beginningLength) + [0xB5, 0x62, 1]
    #expect(ForeignStream(beginning: late) == .unknown)
    for kind in (Self.texts.map(\.1) + Self.bytes.map(\.1)) {
      #expect(!kind.sentence.isEmpty && !kind.sentence.contains("\n"))
    }
  }

  @Test(
    "captures of receivers without RTCM 3 are known", .compares(with: .captures),
    arguments: [
      ("gpsd__nmea-rtk.log", ForeignStream.nmea), ("gpsd__ublox-neo-m8p.log", .ubx),
      ("gpsd__ublox-zed-f9p-nmea.log", .nmea),
      ("jdesbonnet__pairA_rover-20181004-1237.ubx", .ubx),
      ("jdesbonnet__pairB_rover-20181004-1532.ubx", .ubx),
    ])
  func knowsCaptures(name: String, kind: ForeignStream) throws {
    let bytes = try SharedCaptures.bytes(of: name)
    #expect(ForeignStream(beginning: bytes) == kind)
  }
}
