import TestSupport
import Testing

@testable import RTCMStreams

@Suite("Satellites of a stream")
struct SatelliteSelectionTests {
  @Test("are left out of observations, of which all else stays")
  func dropped() throws {
    let stream = try MadeUpBase.stream(seconds: 1)
    let before = try msms(of: stream)
    let output = converted(stream) { $0.droppedSatellites = [SatelliteID(.gps, 9)] }
    let after = try msms(of: output)
    #expect(after[0].satellites == before[0].satellites.filter { $0.id != 9 })
    #expect(after[0].signals == before[0].signals.filter { $0.satelliteID != 9 })
    #expect(Array(after[0].header.satelliteIDs) == [4, 20])
    #expect(Array(after[1...]) == Array(before[1...]))
  }

  @Test("one that is kept sends the others of its system away, and no other system's")
  func kept() throws {
    let stream = try MadeUpBase.stream(seconds: 1)
    let before = try msms(of: stream)
    let output = converted(stream) { $0.keptSatellites = [SatelliteID(.galileo, 4)] }
    let after = try msms(of: output)
    #expect(after.map { $0.satellites.count } == [3, 3, 1, 3])
    #expect(after[2].signals.map(\.satelliteID) == [4, 4])
    #expect(after[0] == before[0])
  }

  @Test("observations of none go, and the message before says that no more follows")
  func none() throws {
    let stream = try MadeUpBase.stream(seconds: 1)
    var rules = ConversionRules()
    rules.keptSatellites = [SatelliteID(.beidou, 1)]
    let (output, counts) = converted(stream, by: rules)
    let after = try msms(of: output)
    #expect(after.map(\.header.isMoreToFollow) == [true, true, false])
    #expect(counts.droppedBySatellites == 1)
  }

  @Test("ephemerides, old observations and corrections of others go as well")
  func otherMessages() throws {
    var rules = ConversionRules()
    rules.droppedSatellites = [SatelliteID(.gps, 7)]
    let gone = try RTCMMessage.gpsEphemeris(GPSEphemeris(satelliteID: 7)).frame()
    let stays = try RTCMMessage.gpsEphemeris(GPSEphemeris(satelliteID: 8)).frame()
    let other = try RTCMMessage.glonassEphemeris(GLONASSEphemeris(satelliteID: 7)).frame()
    let (output, counts) = converted(gone + stays + other, by: rules)
    #expect(output == stays + other)
    #expect(counts.droppedBySatellites == 1)
    let legacy = try converted(MadeUpBase.stream(seconds: 1)) { $0.legacyForm = LegacyForm() }
    let left = converted(legacy) { $0.droppedSatellites = [SatelliteID(.gps, 4)] }
    let ids = try scan(left, chunkLengths: [left.count]).frames.compactMap { frame -> [UInt8]? in
      guard case .legacyObservations(let message) = try RTCMMessage(decoding: frame.payload.span)
      else { return nil }
      return message.satellites.map(\.id)
    }
    #expect(ids == [[9, 20]])
  }

  @Test("corrections of SBAS count satellites from 0, and RINEX from 20")
  func sbasCorrections() throws {
    let type = try #require(SSRType(.sbas, .clock))
    let message = SSRMessage(
      type: type, header: SSRHeader(epochSeconds: 0),
      satellites: [SSRSatellite(id: 0), SSRSatellite(id: 1)])
    let kept = RTCMMessage.ssr(message).keepingSatellites { $0 == SatelliteID(.sbas, 20) }
    guard case .ssr(let left)? = kept else {
      Issue.record("S20 is kept")
      return
    }
    #expect(left.satellites.map(\.id) == [0])
  }
}

@Suite("Where a station is told to be")
struct StationPlacementTests {
  static let place = ECEFPosition(x: 4_421_984.9860, y: 718_581.5716, z: 4_524_876.2781)

  static func stations(of bytes: [UInt8]) throws -> [(index: Int, station: AntennaReferencePoint)] {
    try scan(bytes, chunkLengths: [bytes.count]).frames.enumerated().compactMap { index, frame in
      switch try RTCMMessage(decoding: frame.payload.span) {
      case .antennaReferencePoint(let station): (index, station)
      case .antennaReferencePointAndHeight(let station): (index, station.station)
      default: nil
      }
    }
  }

  @Test("the stream's own messages are corrected, and keep all else")
  func corrected() throws {
    let high = AntennaReferencePointAndHeight(
      station: AntennaReferencePoint(stationID: 17, position: ECEFPosition(x: 1, y: 2, z: 3)),
      antennaHeight: 1.5)
    let stream =
      try RTCMMessage.antennaReferencePointAndHeight(high).frame()
      + MadeUpBase.stream(seconds: 2)
    let output = converted(stream) { $0.stationPosition = Self.place }
    let stations = try Self.stations(of: output)
    #expect(stations.map(\.index) == [0, 5, 10])
    #expect(stations.allSatisfy { $0.station.position == Self.place })
    #expect(stations.map(\.station.stationID) == [17, 2003, 2003])
    let first = scan(output, chunkLengths: [output.count]).frames[0]
    var expected = high
    expected.station.position = Self.place
    let message = try RTCMMessage(decoding: first.payload.span)
    #expect(message == .antennaReferencePointAndHeight(expected))
  }

  @Test("a stream that has none gets 1005 before its observations, every ten seconds")
  func told() throws {
    let stream = try converted(MadeUpBase.stream(seconds: 25)) { $0.droppedTypes = [1005] }
    let output = converted(stream) { $0.stationPosition = Self.place }
    let stations = try Self.stations(of: output)
    #expect(stations.map(\.index) == [0, 41, 82])
    #expect(stations.allSatisfy { $0.station.position == Self.place })
    #expect(stations.allSatisfy { $0.station.stationID == 17 })
    let renamed = converted(stream) { rules in
      (rules.stationPosition, rules.stationID) = (Self.place, 5)
    }
    let others = try Self.stations(of: renamed)
    #expect(others.count == 3 && others.allSatisfy { $0.station.stationID == 5 })
  }

  @Test("what is told ends when the stream tells one itself")
  func ends() throws {
    let quiet = try converted(MadeUpBase.stream(seconds: 1)) { $0.droppedTypes = [1005] }
    let output = try converted(quiet + MadeUpBase.stream(seconds: 25)) {
      $0.stationPosition = Self.place
    }
    let stations = try Self.stations(of: output)
    #expect(stations.count == 26)
  }
}
