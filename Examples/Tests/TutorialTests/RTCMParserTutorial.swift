import RTCMParser
import Testing

@Suite("Tutorial: RTCMParser")
struct RTCMParserTutorial {
  @Test("counts frames, finds the station and the strongest signals")
  func looksAtStream() throws {
    let bytes = try Fixture.milanBase()

    var scanner = FrameScanner()
    var types: [UInt16: Int] = [:]
    scanner.consume(bytes.span) { frame in types[frame.messageType ?? 0, default: 0] += 1 }
    scanner.finish { frame in types[frame.messageType ?? 0, default: 0] += 1 }
    for (type, count) in types.sorted(by: { $0.key < $1.key }) { print(type, count) }
    print(scanner.counts.frames, "frames,", scanner.counts.badCRC, "with a bad CRC")
    #expect(scanner.counts.frames == 3630 && scanner.counts.badCRC == 0)
    #expect(types[1077] == 600 && types[1006] == 60)

    var station: StationPosition?
    scanner = FrameScanner()
    scanner.consume(bytes.span) { frame in
      if station == nil { station = try? StationPosition(decoding: frame.payload) }
    }
    if let station {
      let place = GeodeticPosition(station.position)
      print("station", station.stationID, "at", place.latitude, place.longitude, place.height)
    }
    let found = try #require(station)
    #expect(abs(GeodeticPosition(found.position).latitude - 45.478) < 1e-6)

    var strongest: [SatelliteID: Double] = [:]
    scanner = FrameScanner()
    try scanner.consume(bytes.span) { frame in
      guard case .msm(let message) = try RTCMMessage(decoding: frame.payload) else { return }
      for cell in message.cells {
        guard let cnr = cell.cnr else { continue }
        let satellite = SignalObservation(cell).satellite
        strongest[satellite] = max(strongest[satellite] ?? 0, cnr)
      }
    }
    for (satellite, cnr) in strongest.sorted(by: { $0.key < $1.key }) { print(satellite, cnr) }
    #expect(strongest.count > 30 && strongest.values.allSatisfy { (20...60).contains($0) })
  }

  @Test("writes a stream that reads back")
  func writes() throws {
    let antenna = GeodeticPosition(latitude: 45.478, longitude: 9.23, height: 170)
    let message = AntennaReferencePoint(stationID: 7, position: ECEFPosition(antenna))
    let frame = try message.frame()
    print(frame.count, "bytes")  // 25
    #expect(frame.count == 25)
    var read: AntennaReferencePoint?
    var scanner = FrameScanner()
    try scanner.consume(frame.span) { frame in
      read = try AntennaReferencePoint(decoding: frame.payload)
    }
    #expect(read?.stationID == 7)
  }
}
