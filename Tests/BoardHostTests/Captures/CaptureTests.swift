@testable import VirtualBoard
@testable import BoardHost
import Foundation
import GNSSBasics
import RTCMParser
import TestSupport
import Testing

@Suite("Captures")
struct CaptureTests {
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
