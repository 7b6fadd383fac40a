import RTCMTestKit
import Testing

@Suite("Test streams")
struct TestStreamTests {
  let frames: [[UInt8]]

  init() throws { frames = try TestVector.all().map(\.frame) }

  @Test("a scanner finds the frames of a mixed stream and no others", arguments: 0..<20)
  func scannerAgrees(seed: UInt64) {
    let stream = TestStream(mixing: frames, seed: seed)
    #expect(stream.frames.count > 100)
    #expect(stream.frames.count < frames.count + 60)
    #expect(scan([stream.bytes]) == stream.frames)
  }

  @Test("the same seed makes the same stream, another one another")
  func followsSeed() {
    let stream = TestStream(mixing: frames, seed: 7)
    #expect(TestStream(mixing: frames, seed: 7) == stream)
    #expect(TestStream(mixing: frames, seed: 8) != stream)
  }

  @Test("a damaged frame is lost, its neighbours are not", arguments: FrameDamage.allCases)
  func damages(by damage: FrameDamage) {
    for seed in 0..<200 as Range<UInt64> {
      let (before, frame, after) = (
        frames[Int(seed) % 50], frames[Int(seed) % 77], frames[50]
      )
      var stream = TestStream()
      stream.append(frame: before)
      stream.append(frame: frame, damagedBy: damage, seed: seed)
      stream.append(frame: after)
      #expect(stream.frames.map(\.bytes) == [before, after])
      #expect(scan([stream.bytes]) == stream.frames, "seed \(seed)")
    }
  }

  @Test("other bytes hide no frame", arguments: OtherBytes.allCases)
  func mixes(with other: OtherBytes) {
    for seed in 0..<100 as Range<UInt64> {
      var stream = TestStream()
      stream.append(other, seed: seed)
      let start = stream.bytes.count
      stream.append(frame: frames[0])
      stream.append(other, seed: seed + 1)
      #expect(stream.frames.map(\.offset) == [start])
      #expect(scan([stream.bytes]) == stream.frames, "seed \(seed)")
    }
  }

  @Test("cut after any bit, it holds the frames that are whole")
  func cutsEnd() throws {
    let stream = try Self.short()
    for bitCount in 0...(stream.bytes.count * 8) {
      let cut = stream.prefix(bits: bitCount)
      #expect(cut.bytes.count == (bitCount + 7) / 8)
      let bits = Self.bits(of: cut.bytes)
      #expect(bits.prefix(bitCount) == Self.bits(of: stream.bytes).prefix(bitCount))
      #expect(!bits.dropFirst(bitCount).contains(1))
      #expect(scan([cut.bytes]) == cut.frames)
    }
    #expect(stream.prefix(bits: stream.bytes.count * 8 + 9) == stream)
  }

  private static func bits(of bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
  }

  @Test("begun at any byte, it holds the frames that are whole")
  func cutsStart() throws {
    let stream = try Self.short()
    for byteCount in 0...stream.bytes.count {
      let cut = stream.dropping(firstBytes: byteCount)
      #expect(cut.bytes.count == stream.bytes.count - byteCount)
      #expect(scan([cut.bytes]) == cut.frames)
    }
  }

  private static func short() throws -> TestStream {
    var stream = TestStream()
    for type in [1005, 1007, 1230] as [UInt16] {
      for message in try SampleMessages.all(ofType: type) { try stream.append(message) }
      stream.append(.preambles, seed: UInt64(type))
    }
    return stream
  }

  @Test("pieces are as long as they may be and make up the stream")
  func chunks() {
    let stream = TestStream(mixing: frames, seed: 1)
    for longest in [1, 2, 17, 1500] {
      let chunks = stream.chunks(seed: 3, longest: longest)
      #expect(Array(chunks.joined()) == stream.bytes)
      #expect(chunks.allSatisfy { (1...longest).contains($0.count) })
      #expect(longest == 1 || chunks.dropLast().contains { $0.count < longest })
    }
  }

  @Test("a frame says its type; one without a message has none")
  func tellsType() {
    var stream = TestStream()
    stream.append(frame: frames[0])
    stream.append(frame: [0xD3, 0, 0, 0x47, 0xEA, 0x4B])
    #expect(stream.frames.map(\.messageType) == [1005, nil])
    #expect(scan([stream.bytes]) == stream.frames)
    for count in 0..<6 {
      let short = TestStream.Frame(offset: 0, bytes: Array(frames[0].prefix(count)))
      #expect(short.messageType == nil)
    }
  }
}
