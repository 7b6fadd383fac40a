import GNSSBasics
import RTCMStreams
import TestSupport
import Testing

@Suite("Looking for the station of a stream")
struct StationFinderTests {
  @Test("the station is found however the stream is cut", arguments: [1, 7, 26, 1000])
  func findsStation(pieces: Int) throws {
    let capture = try MilanBase.capture.prefix(2000)
    var finder = StationFinder()
    for start in stride(from: 0, to: capture.count, by: pieces) {
      finder.consume(capture[start..<min(start + pieces, capture.count)].span)
    }
    let position = GeodeticPosition(try #require(finder.station).position)
    #expect(abs(position.latitude - 45.478) < 1e-6)
    #expect(abs(position.longitude - 9.23) < 1e-6)
  }

  @Test("noise has no station and no frame")
  func noise() {
    var finder = StationFinder()
    let noise = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 7) }
    finder.consume(noise.span)
    #expect(finder.station == nil)
    #expect(finder.frameCount == 0)
  }
}
