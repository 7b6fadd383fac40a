import TestSupport
import Mathematics
import Testing

@testable import RTCMParser

@Suite("CRC-24Q")
struct CRC24QTests {
  /// Returns the CRC-24Q by its definition, bit by bit.
  static func bitwise(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var register: UInt32 = 0
    for byte in bytes {
      register ^= UInt32(byte) << 16
      for _ in 0..<8 {
        register <<= 1
        if register & 0x100_0000 != 0 { register ^= 0x186_4CFB }
      }
    }
    return register
  }

  @Test("gives the published check of the digits 1 to 9")
  func givesPublishedCheck() {
    #expect(checksum(Array("123456789".utf8)) == 0xCDE703)
  }

  @Test("gives the CRC of the standard's frame, and 0 with it")
  func checksStandardsFrame() {
    let frame = StandardExample.frame
    #expect(checksum(Array(frame.prefix(22))) == 0x360B98)
    #expect(checksum(frame) == 0)
  }

  @Test("both ways agree with the definition on slices of every length", arguments: 0..<8)
  func agreesWithDefinition(residue: Int) {
    var generator = Xoshiro256(seed: UInt64(residue), part: "crc")
    let bytes = (0..<2100).map { _ in UInt8.random(in: 0...255, using: &generator) }
    for length in stride(from: residue, through: RTCMFrame.maximumLength, by: 8) {
      let start = Int.random(in: 0..<1000, using: &generator)
      let slice = bytes.span.extracting(start..<(start + length))
      // The bitwise definition is slow in a debug build, so each test case checks a different part of the
      // long slices.
      let (check, portable) = (CRC24Q.checksum(slice), CRC24Q.checksum(slice, by: .tables))
      #expect(check == portable, "\(length) bytes")
      if length < 200 || length / 8 % 8 == residue || length >= 1020 {
        let expected = Self.bitwise(bytes[start..<(start + length)])
        #expect(check == expected, "\(length) bytes")
      }
    }
  }

  @Test("finds every burst of up to 24 bits", arguments: [1, 2, 7, 23, 24])
  func findsBursts(width: Int) {
    for position in stride(from: 0, to: StandardExample.frame.count * 8 - width, by: 5) {
      var frame = StandardExample.frame
      for bit in Set([position, position + width - 1]) {
        frame[bit / 8] ^= 0x80 >> UInt8(bit % 8)
      }
      #expect(checksum(frame) != 0)
    }
  }
}
