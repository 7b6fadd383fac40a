import RTCMParser
import RTCMStreams
import RTCMTestKit
import TestSupport
import Testing

@Suite("A stream in pieces that end between frames")
struct WholeFramesTests {
  static let capture = Result { try MilanBase.capture }

  /// Returns the pieces of a stream that arrives in blocks of a given length.
  private func pieces(_ bytes: [UInt8], inBlocksOf length: Int) -> [WholeFrames.Piece] {
    var frames = WholeFrames()
    var pieces: [WholeFrames.Piece] = []
    for start in stride(from: 0, to: bytes.count, by: length) {
      let block = Array(bytes[start..<min(start + length, bytes.count)])
      pieces.append(frames.take(block))
    }
    pieces.append(frames.finish())
    return pieces
  }

  @Test("nothing is lost or changed, and every frame's end is told", arguments: [1, 7, 100, 5000])
  func whole(length: Int) throws {
    let capture = Array(try Self.capture.get().prefix(20_000))
    let pieces = pieces(capture, inBlocksOf: length)
    let passed = pieces.flatMap { $0.bytes }
    #expect(capture.starts(with: passed) && capture.count - passed.count < 1029)
    var (offset, ends) = (0, [Int]())
    for piece in pieces {
      ends += piece.frameEnds.map { $0 + offset }
      offset += piece.bytes.count
    }
    var scanner = FrameScanner()
    var expected: [Int] = []
    scanner.consume(capture.span) { expected.append($0.offset + $0.bytes.count) }
    #expect(ends == expected)
    // The stream has only frames, so each piece ends with a frame.
    #expect(pieces.allSatisfy { $0.bytes.isEmpty || $0.frameEnds.last == $0.bytes.count })
  }

  @Test("other bytes go on as they come, and a false preamble as soon as it is seen through")
  func otherBytes() throws {
    let stream = TestStream(mixing: [try Self.frame()], seed: 7)
    for length in [1, 13, 4000] {
      let passed = pieces(stream.bytes, inBlocksOf: length).flatMap { $0.bytes }
      #expect(stream.bytes.starts(with: passed))
    }
    var frames = WholeFrames()
    let sentence = frames.take(Array("$GPGGA".utf8))
    #expect(sentence.bytes == Array("$GPGGA".utf8))
    let nothing = frames.take([0xD3])
    #expect(nothing.bytes.isEmpty && frames.heldCount == 1)
    let other = frames.take([0xFF, 1])
    #expect(other.bytes == [0xD3, 0xFF, 1])
  }

  private static func frame() throws -> [UInt8] {
    let capture = try capture.get()
    var scanner = FrameScanner()
    var first: [UInt8] = []
    scanner.consume(capture.span) { frame in
      if first.isEmpty { first = Array(frame.bytes) }
    }
    return first
  }

  @Test("a connection that is cut inside a frame leaves nothing of it to the next one")
  func cut() throws {
    let frame = try Self.frame()
    var frames = WholeFrames()
    let first = frames.take(frame + frame.prefix(9))
    let rest = frames.finish()
    #expect(first.bytes == frame && rest == WholeFrames.Piece())
    #expect(frames.heldCount == 0)
    let piece = frames.take(frame)
    #expect(piece.bytes == frame && piece.frameEnds == [frame.count])
  }

  @Test("a stream without any frame is passed on to its last byte")
  func otherStream() {
    var frames = WholeFrames()
    let first = frames.take([1, 2, 0xD3, 0, 200, 9])
    let rest = frames.finish()
    #expect(first.bytes == [1, 2] && rest.bytes == [0xD3, 0, 200, 9])
  }

  @Test("a frame inside what looked like a longer one is not lost at the end")
  func hidden() throws {
    let frame = try Self.frame()
    var frames = WholeFrames()
    _ = frames.take(frame)
    // The header of a frame of a thousand bytes, which never arrive.
    let piece = frames.take([0xD3, 3, 0xE8] + frame + [0xD3, 0])
    let rest = frames.finish()
    #expect(piece.bytes.isEmpty && rest.bytes == [0xD3, 3, 0xE8] + frame)
  }
}

extension WholeFrames {
  fileprivate mutating func take(_ bytes: [UInt8]) -> Piece { consume(bytes.span) }
}
