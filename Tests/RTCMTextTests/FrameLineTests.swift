import RTCMParser
import RTCMText
import TestSupport
import Testing

@Suite("Frames on a line each")
struct FrameLineTests {
  static func lines(_ messages: RTCMMessage...) throws -> [String] {
    let bytes = try messages.flatMap { try $0.frame() }
    var lines: [String] = []
    var scanner = FrameScanner()
    scanner.consume(bytes.span) { lines.append(FrameLine(of: $0).description) }
    scanner.finish { lines.append(FrameLine(of: $0).description) }
    return lines
  }

  @Test("tell time, type, station, name and what the message is about")
  func golden() throws {
    var observations = try MSMMessage(
      type: MSMType(.glonass, kind: 7), stationID: 4095,
      epoch: MSMEpoch(constellation: .glonass, gpsTimeOfWeekMilliseconds: 86_400_000 + 3_661_250),
      isMoreToFollow: false,
      observations: [
        MSMObservation(satelliteID: 3, signalID: 2, pseudorange: 21e6, phaserange: 21e6),
        MSMObservation(satelliteID: 3, signalID: 8, pseudorange: 21e6, phaserange: 21e6),
        MSMObservation(satelliteID: 24, signalID: 2, pseudorange: 22e6, phaserange: 22e6),
      ])
    observations.header.epoch.glonassDayOfWeek = 7
    let place = ECEFPosition(x: 4_421_984.986, y: -718_581.5716, z: 4_524_876)
    let lines = try Self.lines(
      .msm(observations),
      .antennaReferencePoint(AntennaReferencePoint(stationID: 7, position: place)),
      .beidouEphemeris(BeiDouEphemeris(satelliteID: 6)),
      .other(type: 2000, payload: [0x7D, 0x00]))
    #expect(
      lines == [
        "01:01:01.250  1087  4095  GLONASS MSM7: R03 R24, 3 signals",
        "           -  1005     7  Station position: 4421984.986 -718581.5716 4524876 m",
        "           -  1042     -  BeiDou ephemeris: C06",
        "           -  2000     -  unknown",
      ])
  }

  @Test("one signal is no plural, and none is said")
  func counts() throws {
    let observations = [
      MSMObservation(satelliteID: 3, signalID: 2, pseudorange: 21e6, phaserange: 21e6)
    ]
    let messages = try (0...1).map { count in
      try MSMMessage(
        type: MSMType(.gps, kind: 7), stationID: 1,
        epoch: MSMEpoch(constellation: .gps, gpsTimeOfWeekMilliseconds: 0),
        observations: Array(observations.prefix(count)))
    }
    #expect(
      try Self.lines(.msm(messages[0]), .msm(messages[1])) == [
        "00:00:00.000  1077     1  GPS MSM7: no signal",
        "00:00:00.000  1077     1  GPS MSM7: G03, 1 signal",
      ])
  }

  @Test("a frame that cannot be decoded is told with its reason")
  func broken() throws {
    let frame = try RTCMFrame.encoding(payload: [0x3E, 0xD0, 0x07].span)
    var lines: [String] = []
    var scanner = FrameScanner()
    scanner.consume(frame.span) { lines.append(FrameLine(of: $0).description) }
    scanner.finish { lines.append(FrameLine(of: $0).description) }
    #expect(lines.count == 1)
    #expect(lines[0].contains("  1005  ") && lines[0].contains("Station position: error: "))
    #expect(lines[0].contains("; the frame's CRC is right, so the sender omitted a field or uses"))
    #expect(!lines[0].contains("\n"))
  }
}
