import Mathematics
import Testing

@testable import RTCMParser

private func bits(of bytes: [UInt8], at position: Int, count: Int) -> UInt64 {
  bytes.span.bits(at: position, count: count)
}

@Suite("Fields of no bits")
struct EmptyFieldTests {
  @Test("are zero wherever they stand, and move nothing")
  func read() throws {
    let mask = DataField.df396(bits: 0)
    let bytes = [UInt8](repeating: 0xFF, count: 16)
    for position in [0, 3, 64, 128] {
      var cursor = BitCursor(position: position)
      let bits = try cursor.read(mask, from: bytes.span)
      #expect(bits == 0)
      #expect(cursor.position == position)
    }
  }
}

@Suite("Bits")
struct BitsTests {
  @Test("what is written at any place and width is read back", arguments: 1...64)
  func readsBack(width: Int) {
    var generator = Xoshiro256(seed: UInt64(width), part: "bits")
    for lead in 0..<9 {
      let value = generator.next() >> UInt64(64 - width)
      var writer = BitWriter()
      writer.append(0, count: lead)
      writer.append(value, count: width)
      #expect(writer.bitCount == lead + width)
      #expect(writer.bytes.count == (lead + width + 7) / 8)
      // The field ends at the end of the bytes, then with eight more bytes after it.
      for bytes in [writer.bytes, writer.bytes + [UInt8](repeating: 0xFF, count: 8)] {
        #expect(bits(of: bytes, at: lead, count: width) == value)
      }
      // The field is written over bits that are all ones.
      var ones = [UInt8](repeating: 0xFF, count: 12)
      ones.replaceBits(at: lead, count: width, with: value)
      #expect(bits(of: ones, at: lead, count: width) == value)
      #expect(bits(of: ones, at: lead + width, count: 8) == 0xFF)
    }
  }

  @Test("bits above a field's width are not written")
  func masksValue() {
    var writer = BitWriter()
    writer.append(0xFFFF, count: 3)
    writer.append(0, count: 5)
    #expect(writer.bytes == [0xE0])
  }

  @Test("zero bits that fill the last byte are no trailing bits, all others are")
  func keepsTrailingBits() {
    let bytes: [UInt8] = [0b1010_0000, 0b0000_0100]
    func trailing(from position: Int) -> TrailingBits {
      TrailingBits(from: BitCursor(position: position), of: bytes.span)
    }
    #expect(trailing(from: 16).isEmpty)
    #expect(trailing(from: 14).isEmpty)
    #expect(trailing(from: 13).bitCount == 3)
    #expect(trailing(from: 13).bytes == [0b1000_0000])
    #expect(trailing(from: 2).bitCount == 14)
    #expect(trailing(from: 2).bytes == [0b1000_0000, 0b0001_0000])
    #expect(trailing(from: 0).bitCount == 16)
  }

  @Test("any number of trailing bits is written as it was read", arguments: [1, 63, 64, 65, 130])
  func keepsManyTrailingBits(count: Int) {
    var generator = Xoshiro256(seed: UInt64(count), part: "trailing")
    var writer = BitWriter()
    writer.append(1, count: 5)
    for _ in 0..<count { writer.append(generator.next() & 1, count: 1) }
    writer.append(1, count: 1)
    let bytes = writer.bytes
    let trailing = TrailingBits(from: BitCursor(position: 5), of: bytes.span)
    #expect(trailing.bitCount == bytes.count * 8 - 5)
    #expect(trailing.bytes.count == (trailing.bitCount + 7) / 8)
    var copy = BitWriter()
    copy.append(1, count: 5)
    trailing.forEachPart { copy.append($0, count: $1) }
    #expect(copy.bytes == bytes)
    #expect(TrailingBits(bytes: trailing.bytes).bytes == trailing.bytes)
  }
}
