import Foundation
import RTCMParser
import RTCMTestKit
import TestSupport
import Testing

/// The counts that an independent scanner found in a capture.
struct ExpectedCounts: Decodable {
  let frames: [String: Int]
  let totalFrames: Int
  let badCRC: Int
  let truncatedAtEnd: Int
  let frameBytes: Int
  let otherBytes: Int
  let bytes: Int

  enum CodingKeys: String, CodingKey {
    case frames, bytes
    case totalFrames = "total_frames"
    case badCRC = "bad_crc"
    case truncatedAtEnd = "truncated_at_eof_candidates"
    case frameBytes = "frame_bytes"
    case otherBytes = "other_bytes"
  }
}

@Suite("Framing of captured streams", .compares(with: .captures))
struct FrameScannerCaptureTests {
  static let names = SharedCaptures.names
  /// The names of captures small enough to be cut into many chunks in a debug build.
  static let smallNames = names.filter { name in
    ((try? SharedCaptures.bytes(of: name).count) ?? .max) < 30_000
  }

  @Test("a whole capture gives the counts of an independent scanner", arguments: names)
  func countsWholeCapture(name: String) throws {
    let bytes = try SharedCaptures.bytes(of: name)
    let found = scan(bytes, chunkLengths: [bytes.count])
    let folder = try #require(SharedCaptures.folder)
    let file = folder.appending(path: "captures/\(name).counts.json")
    let expected = try JSONDecoder().decode(ExpectedCounts.self, from: Data(contentsOf: file))

    var types = found.types.byType.reduce(into: [:]) { $0["\($1.type)"] = $1.count }
    if found.types.untyped > 0 { types["none"] = found.types.untyped }
    #expect(types == expected.frames)
    #expect(found.types.total == expected.totalFrames)
    #expect(found.counts.frames == expected.totalFrames)
    #expect(found.counts.badCRC == expected.badCRC)
    #expect(found.counts.truncatedAtEnd == expected.truncatedAtEnd)
    #expect(found.counts.frameBytes == expected.frameBytes)
    #expect(found.counts.otherBytes == expected.otherBytes)
    #expect(found.counts.bytes == expected.bytes)
  }

  @Test("a capture gives the same frames and counts however it is cut", arguments: smallNames)
  func chunksMakeNoDifference(name: String) throws {
    try StreamVerifier().verify(SharedCaptures.bytes(of: name)) { pieces in scan(pieces) }
  }
}
