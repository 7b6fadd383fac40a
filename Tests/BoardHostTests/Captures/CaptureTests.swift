@testable import BoardHost
import BoardSimulation
import Foundation
import Mathematics
import RTCMParser
import TestSupport
import Testing

@Suite("Captures")
struct CaptureTests {
  private static let bootDate = World.defaultBootDate

  @Test("the built-in base is the capture that is in the repository, byte for byte")
  func builtInIsCommitted() throws {
    #expect(try BuiltInBase.capture(from: Self.bootDate) == MilanBase.capture)
  }

  @Test("another date moves its epochs along")
  func builtInIsDated() throws {
    let later = try BuiltInBase.capture(from: Self.bootDate + 3_600_000_000_000)
    let epochs = [try MilanBase.capture, later].map { capture in
      var first: Int?
      var scanner = FrameScanner()
      scanner.consume(capture.span) { frame in
        guard first == nil, let header = try? MSMHeader(decoding: frame.payload) else { return }
        first = header.epoch.gpsTimeOfWeekMilliseconds(leapSeconds: 18)
      }
      return first
    }
    let (first, second) = (try #require(epochs[0]), try #require(epochs[1]))
    #expect(second - first == 3_600_000)
  }

  @Test("a capture that cannot be used is told by its path and why")
  func unusable() throws {
    let folder = try TemporaryFolder()
    let empty = try folder.write([], to: "empty.rtcm3")
    let cases: [(String, CaptureError.Reason)] = [
      (folder.path("none.rtcm3"), .missing), (folder.url.path, .folder), (empty, .empty),
    ]
    for (path, reason) in cases {
      let error = #expect(throws: CaptureError.self) { try CaptureFile.read(path) }
      #expect(error == CaptureError(path: path, reason: reason))
      #expect(error?.description.contains("'\(path)'") == true)
    }
  }

  @Test("a capture is read as it is")
  func reads() throws {
    let bytes = (0...255).map { UInt8($0) }
    let folder = try TemporaryFolder()
    #expect(try CaptureFile.read(folder.write(bytes, to: "a")) == bytes)
  }

  @Test("the station is found however the stream is cut", arguments: [1, 7, 26, 1000])
  func findsStation(pieces: Int) throws {
    let capture = try MilanBase.capture.prefix(2000)
    var finder = ReferenceStationFinder()
    for start in stride(from: 0, to: capture.count, by: pieces) {
      finder.consume(capture[start..<min(start + pieces, capture.count)].span)
    }
    let position = GeodeticPosition(try #require(finder.position))
    #expect(abs(position.latitude - 45.478) < 1e-6)
    #expect(abs(position.longitude - 9.23) < 1e-6)
  }

  @Test("noise has no station and no frame")
  func noise() {
    var finder = ReferenceStationFinder()
    let noise = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 7) }
    finder.consume(noise.span)
    #expect(finder.position == nil)
    #expect(finder.frameCount == 0)
  }
}
