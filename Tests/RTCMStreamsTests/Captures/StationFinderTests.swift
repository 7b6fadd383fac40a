import GNSSBasics
import RTCMStreams
import RTCMTestKit
import TestSupport
import Testing

@Suite("Looking for the station of a stream")
struct StationFinderTests {
  @Test("the station is found however the stream is cut")
  func findsStation() throws {
    let capture = Array(try MilanBase.capture.prefix(2000))
    func station(in pieces: [[UInt8]]) -> StationPosition? {
      var finder = StationFinder()
      for piece in pieces { finder.consume(piece.span) }
      return finder.station
    }
    try StreamVerifier().verify(capture, by: station)
    let position = GeodeticPosition(try #require(station(in: [capture])).position)
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
