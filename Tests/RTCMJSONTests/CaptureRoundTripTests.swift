import Foundation
import RTCMJSON
import RTCMParser
import RTCMText
import TestSupport
import Testing

@Suite("Captures by way of JSON Lines", .compares(with: .captures))
struct CaptureRoundTripTests {
  /// The number of bytes read of each capture, and of frames tested of each type.
  #if DEBUG
    static let (length, sample) = (20_000, 1)
  #else
    static let (length, sample) = (Int.max, Int.max)
  #endif

  static let captures = SharedCaptures.files(withSuffix: ".counts.json").map {
    String($0.lastPathComponent.dropLast(".counts.json".count))
  }

  @Test("every frame comes back bit for bit, with and without raw integers", arguments: captures)
  func roundTrips(name: String) throws {
    for frame in try sampledFrames(of: name) {
      for line in frame.lines {
        let message = try RTCMMessage(json: Array(line.utf8))
        #expect(try message.frame() == frame.bytes, "\(line.prefix(300))")
      }
    }
  }

  private struct Frame {
    var bytes: [UInt8]
    var lines: [String]
  }

  private func sampledFrames(of name: String) throws -> [Frame] {
    var (scanner, frames, counts) = (FrameScanner(), [Frame](), [UInt16?: Int]())
    let bytes = Array(try SharedCaptures.bytes(of: name).prefix(Self.length))
    try scanner.consume(bytes.span) { frame in
      let count = counts[frame.messageType, default: 0]
      counts[frame.messageType] = count + 1
      guard count < Self.sample else { return }
      let description = try FrameDescription(of: frame)
      frames.append(
        Frame(
          bytes: Array(bytes[frame.offset..<(frame.offset + frame.bytes.count)]),
          lines: [false, true].map { description.json(showsRaw: $0) }))
    }
    return frames
  }
}
