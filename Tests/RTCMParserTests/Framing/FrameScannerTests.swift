import TestSupport
import RTCMParser
import Testing

@Suite("Frame scanner")
struct FrameScannerTests {
  static let frame = StandardExample.frame

  @Test("gives a frame's bytes, payload, type and place")
  func givesFrame() {
    let result = scan([1, 2, 3] + Self.frame + [4], chunkLengths: [100])
    #expect(
      result.frames == [
        .init(offset: 3, bytes: Self.frame, payload: StandardExample.payload, type: 1005)
      ])
    #expect(result.counts.noPreamble == 4)
    #expect(result.counts.frameBytes == Self.frame.count)
  }

  @Test("finds a frame behind a false preamble", arguments: [[1], [2], [5, 3], [1000]])
  func findsHiddenFrame(chunkLengths: [Int]) {
    // The false candidate claims 40 bytes of payload and ends in the middle of the second frame.
    let stream = [0xD3, 0x00, 0x28] + Self.frame + Self.frame
    let result = scan(stream, chunkLengths: chunkLengths)
    #expect(result.frames.map(\.offset) == [3, 28])
    #expect(result.counts.badCRC == 1)
    #expect(result.counts.noPreamble == 2)
  }

  @Test("finds frames behind a false preamble whose frame never ends")
  func findsFrameBehindUnfinishedOne() {
    let stream = [0xD3, 0x03, 0xFF] + Self.frame + Self.frame
    for length in [1, 7, 1000] {
      let result = scan(stream, chunkLengths: [length])
      #expect(result.frames.map(\.offset) == [3, 28])
      #expect(result.counts.truncatedAtEnd == 1)
    }
  }

  @Test("takes no frame with a reserved bit set", arguments: 2..<8)
  func refusesReservedBits(bit: Int) {
    var frame = Array(Self.frame.dropLast(3))
    frame[1] |= 1 << UInt8(bit)
    let check = CRC24Q.checksum(frame.span)
    frame += [UInt8(check >> 16), UInt8(check >> 8 & 0xFF), UInt8(check & 0xFF)]
    let result = scan(frame, chunkLengths: [4])
    #expect(result.frames.isEmpty)
    #expect(result.counts.reservedBits == 1)
    #expect(result.counts.badCRC == 0)
  }

  @Test("counts a cut frame as truncated", arguments: 6..<25)
  func countsTruncation(length: Int) {
    let result = scan(Array(Self.frame.prefix(length)), chunkLengths: [3])
    #expect(result.frames.isEmpty)
    // The station ID holds a 0xD3 at byte 5, which begins a candidate as well.
    #expect(result.counts.truncatedAtEnd == (length < 5 + 6 ? 1 : 2))
    #expect(result.counts.otherBytes == length)
  }

  @Test("counts a preamble with less than a frame behind it apart", arguments: 1..<6)
  func countsShortTail(length: Int) {
    let result = scan(Array(Self.frame.prefix(length)), chunkLengths: [1])
    #expect(result.counts.tooShortAtEnd == 1)
    #expect(result.counts.truncatedAtEnd == 0)
    #expect(result.counts.otherBytes == length)
  }

  @Test("takes an empty payload, which has no type")
  func takesEmptyPayload() throws {
    let nothing: [UInt8] = []
    let result = scan(try framed(nothing), chunkLengths: [2])
    #expect(result.frames.map(\.payload) == [[]])
    #expect(result.types.untyped == 1)
    #expect(result.types.total == 1)
  }

  @Test("takes the longest frame in single bytes")
  func takesLongestFrame() throws {
    let payload = (0..<1023).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let frame = try RTCMFrame.encoding(payload: payload.span)
    #expect(frame.count == RTCMFrame.maximumLength)
    let result = scan([0xD3, 0xD3] + frame + frame, chunkLengths: [1])
    #expect(result.frames.map(\.offset) == [2, 1031])
  }

  @Test("finds the same frames by each way to check them", arguments: [[1000], [64, 7]])
  func agreesByAnyMethod(chunkLengths: [Int]) throws {
    var stream: [UInt8] = []
    for length in [0, 1, 9, 10, 11, 57, 58, 59, 200, 1023] {
      let frame = try framed((0..<length).map { UInt8(truncatingIfNeeded: $0 * 7) })
      var damaged = frame
      damaged[length / 2 + 3] ^= 0x10
      stream += [0xD3, 0x00] + frame + damaged
    }
    let byTables = scan(stream, chunkLengths: chunkLengths, checkingBy: .tables)
    #expect(byTables.frames.count == 10)
    #expect(scan(stream, chunkLengths: chunkLengths) == byTables)
    #expect(
      scan(stream, chunkLengths: chunkLengths, checkingBy: .carrylessMultiplication) == byTables)
  }

  @Test("lends a whole frame from the chunk itself")
  func lendsFromChunk() {
    let stream = Self.frame + Self.frame + Self.frame
    var scanner = FrameScanner()
    var places: [Int?] = []
    // The first frame straddles, the second lies in the chunk, the third is cut.
    for range in [0..<10, 10..<60] {
      stream.withUnsafeBufferPointer { all in
        let chunk = UnsafeBufferPointer(rebasing: all[range])
        scanner.consume(Span(_unsafeElements: chunk)) { frame in
          frame.bytes.withUnsafeBufferPointer { lent in
            let place = all.baseAddress.flatMap { $0.distance(to: lent.baseAddress ?? $0) } ?? -1
            places.append(all.indices.contains(place) ? place : nil)
          }
        }
      }
    }
    #expect(places == [nil, 25])
  }

  /// Returns the offsets of the frames, found by a handler that throws at each frame.
  private func offsets(throwingOver stream: [UInt8], chunkLength: Int) -> [Int] {
    struct Stop: Error {}
    var scanner = FrameScanner()
    var (offsets, next) = ([Int](), 0)
    while next < stream.count {
      let chunk = stream.span.extracting(next..<min(stream.count, next + chunkLength))
      let before = scanner.counts.bytes
      do throws(Stop) {
        try scanner.consume(chunk) { frame throws(Stop) in
          offsets.append(frame.offset)
          throw Stop()
        }
      } catch {}
      next += scanner.counts.bytes - before
    }
    #expect(scanner.counts.bytes == stream.count)
    return offsets
  }

  @Test("goes on behind a frame whose handler threw", arguments: [1, 10, 25, 30, 100])
  func goesOnAfterThrow(chunkLength: Int) {
    let stream = [9] + Self.frame + [0xD3] + Self.frame + Self.frame
    #expect(offsets(throwingOver: stream, chunkLength: chunkLength) == [1, 27, 52])
  }

  @Test("goes on behind a frame amid what seemed the beginning of another", arguments: [1, 7, 30])
  func goesOnAmidCarry(chunkLength: Int) {
    // The first preamble claims more bytes than two frames have.
    let stream = [0xD3, 0x00, 0xFF] + Self.frame + Self.frame + [UInt8](repeating: 0, count: 300)
    #expect(offsets(throwingOver: stream, chunkLength: chunkLength) == [3, 28])
  }

  @Test("is ready for another stream after the end")
  func startsAgain() {
    var scanner = FrameScanner()
    scanner.consume(Self.frame.span.extracting(0..<9)) { _ in Issue.record("not whole") }
    scanner.finish { _ in Issue.record("not whole") }
    var count = 0
    scanner.consume(Self.frame.span) { _ in count += 1 }
    #expect(count == 1)
    #expect(scanner.counts.otherBytes == 9)
    #expect(scanner.counts.bytes == 34)
  }

  @Test("stays with hostile preambles, in time and memory")
  func survivesPreambles() {
    let result = scan([UInt8](repeating: 0xD3, count: 3000), chunkLengths: [1, 500])
    #expect(result.counts.reservedBits == 2999)
    let zeros = (0..<900).flatMap { _ in [0xD3, 0x00] as [UInt8] }  // each frame: 217 bytes
    #expect(scan(zeros, chunkLengths: [3]).counts.otherBytes == 1800)
  }
}
