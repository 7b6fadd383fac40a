import RTCMParser
import RTCMTestKit
import Testing

@Suite("Stream verifier")
struct StreamVerifierTests {
  static let station = TestVector.standardExamples[0].frame
  static let text = TestVector.standardExamples[1].frame

  let frames: [[UInt8]]

  init() throws { frames = try TestVector.all().map(\.frame) }

  /// Returns the frames that RTCMParser's scanner finds.
  static func scanned(_ pieces: [[UInt8]]) -> [[UInt8]] { scan(pieces).map(\.bytes) }

  @Test("a receiver as it should be is content, however damaged the streams")
  func acceptsScanner() throws {
    try StreamVerifier().verify(mixing: frames, seeds: 1...3, by: Self.scanned)
  }

  @Test("a receiver that begins anew with each piece is told where it went wrong")
  func catchesForgetful() throws {
    var stream = TestStream()
    stream.append(.preambles, seed: 1)
    let start = stream.bytes.count
    stream.append(frame: Self.station)
    let verifier = StreamVerifier(cuts: [.whole, .lengths([1000]), .lengths([10])])
    let error = #expect(throws: StreamDisagreement.self) {
      try verifier.verify(stream) { pieces in pieces.flatMap { Self.scanned([$0]) } }
    }
    #expect(error?.cut == .lengths([10]))
    #expect(error?.frame == TestStream.Frame(offset: start, bytes: Self.station))
    #expect(
      error?.description
        == "the stream in pieces of 10 bytes: 0 found where there are 1, wrong from number 1 on, "
        + "the frame of type 1005 at byte \(start); feed it alone to your receiver, and look there")
  }

  @Test("a receiver that checks no CRC makes frames up")
  func catchesCredulous() throws {
    let error = #expect(throws: StreamDisagreement.self) {
      try StreamVerifier().verify(mixing: frames, seeds: 3...9) { pieces in
        Self.uncheckedFrames(of: Array(pieces.joined()))
      }
    }
    #expect(error?.seed == 3)
    #expect(error?.cut == .whole)
    #expect(error?.description.hasPrefix("the stream of seed 3 whole: ") == true)
  }

  /// Returns the frames announced by preambles and lengths, without a CRC check.
  private static func uncheckedFrames(of bytes: [UInt8]) -> [[UInt8]] {
    var (frames, rest): ([[UInt8]], _) = ([], bytes[...])
    while let start = rest.firstIndex(of: 0xD3), start + 6 <= rest.endIndex {
      let length = 6 + Int(bytes[start + 1] & 3) << 8 + Int(bytes[start + 2])
      frames.append(Array(rest[start...].prefix(length)))
      rest = rest[start...].dropFirst(length)
    }
    return frames
  }

  @Test("a frame too many at the end is told from one that is wrong")
  func tellsSurplus() {
    let error = #expect(throws: StreamDisagreement.self) {
      try StreamVerifier(cuts: [.lengths([1])]).verify([1, 2], expecting: [1, 2]) { pieces in
        pieces.flatMap { $0.map(Int.init) } + [9]
      }
    }
    #expect(error?.index == 2)
    #expect(
      error?.description.hasPrefix(
        "the stream byte by byte: all 2 were found, and 1 that are not there") == true)
  }

  @Test("messages must be the same, too")
  func comparesMessages() throws {
    let messages = TestVector.standardExamples.map(\.message)
    try StreamVerifier().verify(Self.station + Self.text, expecting: messages) { pieces in
      scan(pieces).compactMap { frame in
        let payload = Array(frame.bytes[3..<(frame.bytes.count - 3)])
        return try? RTCMMessage(decoding: payload.span)
      }
    }
  }

  @Test("what depends on the pieces is noticed without knowing what is right")
  func comparesWays() throws {
    let bytes = Self.station + Self.text
    try StreamVerifier().verify(bytes) { pieces in pieces.joined().count }
    let error = #expect(throws: StreamDisagreement.self) {
      try StreamVerifier().verify(bytes) { pieces in pieces.count }
    }
    #expect(error?.cut == .lengths([1]))
    #expect(throws: Never.self) {
      try StreamVerifier(cuts: []).verify(bytes) { pieces in pieces.count }
    }
  }

  @Test("a stream comes in the pieces that were asked for")
  func cuts() {
    let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7]
    #expect(StreamCut.whole.pieces(of: bytes) == [bytes])
    #expect(StreamCut.lengths([1]).pieces(of: bytes) == bytes.map { [$0] })
    #expect(StreamCut.lengths([2, 0, 3]).pieces(of: bytes) == [[1, 2], [], [3, 4, 5], [6, 7]])
    for cut in StreamCut.usual {
      #expect(Array(cut.pieces(of: bytes).joined()) == bytes)
      #expect(cut.pieces(of: []).isEmpty)
    }
    #expect(
      StreamCut.usual.map(\.description).prefix(3) == [
        "whole", "byte by byte", "in pieces of 2, 3 bytes",
      ])
  }
}
