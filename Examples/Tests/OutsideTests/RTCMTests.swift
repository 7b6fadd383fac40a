import RTCMStreams
import RTCMText
import Testing

@Suite("RTCMParser and RTCMText from outside")
struct RTCMTests {
  /// A station message as a stream: noise, then a frame.
  static func stream(of station: AntennaReferencePoint) throws -> [UInt8] {
    let payload = try RTCMMessage.antennaReferencePoint(station).encode()
    let frame = try RTCMFrame.encoding(payload: payload.span)
    return [0x00, 0xD3, 0x0A] + frame
  }

  @Test("a station's position survives a stream cut into single bytes")
  func scansAndDecodes() throws {
    let milan = ECEFPosition(GeodeticPosition(latitude: 45.478, longitude: 9.23, height: 170))
    let stream = try Self.stream(of: AntennaReferencePoint(stationID: 7, position: milan))

    var scanner = FrameScanner()
    var messages: [RTCMMessage] = []
    for byte in stream {
      let chunk = [byte]
      scanner.consume(chunk.span) { frame in
        if let message = try? RTCMMessage(decoding: frame.payload) { messages.append(message) }
      }
    }

    guard case .antennaReferencePoint(let station) = messages.first else {
      Issue.record("no station message among \(messages)")
      return
    }
    let place = GeodeticPosition(station.position)
    #expect(station.stationID == 7)
    #expect(abs(place.latitude - 45.478) < 1e-8)
    #expect(abs(place.height - 170) < 1e-3)
    #expect(scanner.counts.otherBytes == 3)
  }

  @Test("statistics count frames by type and the bytes between them")
  func countsFrames() throws {
    let station = AntennaReferencePoint(stationID: 7, position: ECEFPosition(x: 1, y: 2, z: 3))
    var statistics = StreamStatistics()
    let stream = try Self.stream(of: station)
    for _ in 0..<3 { statistics.consume(stream.span) }
    statistics.finish()
    #expect(statistics.frames[1005] == 3)
    #expect(statistics.counts.otherBytes == 9)
    #expect(statistics.table.contains("1005"))
  }
}
