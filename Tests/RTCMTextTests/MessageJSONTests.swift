import RTCMParser
import RTCMText
import Testing

@Suite("Messages as JSON")
struct MessageJSONTests {
  private func json(of message: RTCMMessage, showsRaw: Bool = false) throws -> String {
    let frame = try message.frame()
    return try #require(FrameDescriptionTests.descriptions(of: frame).first).json(
      showsRaw: showsRaw)
  }

  @Test("a value whose step is a multiple of its unit is in the unit, raw in steps")
  func multiples() throws {
    let grid = PlaneGridResiduals(
      systemID: 1, originNorthing: 5_000_010, originEasting: 640, northSouthExtension: 30,
      eastWestExtension: nil,
      points: Array(repeating: PlaneGridResiduals.Point(), count: 16))
    let text = try json(of: .planeGridResiduals(grid), showsRaw: true)
    #expect(text.contains(#""origin_northing_metres":5000010.0"#))
    #expect(text.contains(#""origin_northing":500001,"#))
    #expect(text.contains(#""extension_east_west_metres":null"#))
  }

  /// An MSM4 of one signal of G03, without a signal strength.
  private static func oneSignal() throws -> RTCMMessage {
    let observation = MSMObservation(satelliteID: 3, signalID: 2, pseudorange: 2e7, phaserange: 2e7)
    return .msm(
      try MSMMessage(
        type: MSMType(.gps, kind: 4), stationID: 1,
        epoch: MSMEpoch(constellation: .gps, gpsTimeOfWeekMilliseconds: 0),
        observations: [observation]))
  }

  @Test("a plain number that is not available is null, raw it is the number")
  func plainNotAvailable() throws {
    let text = try json(of: Self.oneSignal(), showsRaw: true)
    #expect(text.contains(#""cnr_decibel_hertz":null"#))
    #expect(text.contains(#""cnr":0"#))
  }

  @Test("objects of satellites say whose they are by their field, others by name")
  func satellites() throws {
    let text = try json(of: Self.oneSignal(), showsRaw: true)
    #expect(text.matches(of: /"satellites":\[{"satellite_id":3,"rough/).count == 2)
    #expect(text.matches(of: /"cells":\[{"satellite_id":3,"signal":"1C","fine/).count == 2)
  }

  @Test("a writer of frames begins each anew, whatever it has learnt of those before")
  func frameByFrame() throws {
    let frames = try [3, 4, 5].map { id in
      try RTCMMessage.gpsEphemeris(GPSEphemeris(satelliteID: id)).frame()
    }
    let writer = FrameJSONWriter(showsRaw: true, showsObservations: false)
    let stream = Array(frames.joined())
    var (scanner, lines) = (FrameScanner(), [[UInt8]]())
    try scanner.consume(stream.span) { frame in lines.append(try writer.json(of: frame)) }
    try scanner.finish { frame in lines.append(try writer.json(of: frame)) }
    #expect(lines.count == 3)
    for (bytes, id) in zip(lines, 3...) {
      let line = String(decoding: bytes, as: UTF8.self)
      #expect(line.hasPrefix(#"{"offset":"#) && line.hasSuffix("}"))
      #expect(line.matches(of: /"offset":/).count == 1)
      #expect(line.contains(#""satellite_id":\#(id),"#))
    }
  }

  @Test("a text that is no UTF-8 has its bytes beside it")
  func bytesOfText() throws {
    var text = UnicodeText(
      stationID: 1, time: TransmissionTime(modifiedJulianDay: 0, secondOfDay: 0), text: "ä")
    #expect(try !json(of: .unicodeText(text)).contains("text_bytes"))
    text.codeUnits = [0x41, 0xFF]
    #expect(
      try json(of: .unicodeText(text)).contains("\"text\":\"A\u{FFFD}\",\"text_bytes\":\"41ff\""))
  }

  @Test("a negative zero keeps its sign, also as an integer, and others their numbers")
  func negativeZero() throws {
    var ephemeris = GLONASSEphemeris(satelliteID: 1)
    (ephemeris.velocityX, ephemeris.velocityY, ephemeris.velocityZ) = (-0.0, 0, -0x1p-20)
    let text = try json(of: .glonassEphemeris(ephemeris), showsRaw: true)
    #expect(text.matches(of: /"x_velocity[a-z_]*":-0\.0/).count == 2)
    #expect(text.matches(of: /"y_velocity[a-z_]*":0(\.0)?[,}]/).count == 2)
    #expect(text.contains(#""z_velocity":-1,"#))
  }

  @Test("a frame that cannot be decoded has its payload beside the error")
  func undecodable() throws {
    let frame = try RTCMFrame.encoding(payload: [0x3E, 0xD0, 0x07].span)
    let text = try #require(FrameDescriptionTests.descriptions(of: frame).first)
      .json(showsRaw: false)
    #expect(text.contains(#""error":{"#))
    #expect(text.hasSuffix(#","payload":"3ed007"}"#))
  }

  @Test("what a group's fields say themselves is not said twice")
  func satelliteOnce() throws {
    var legacy = LegacyObservations(
      type: .gps(hasL2: false, isExtended: false), stationID: 1,
      epoch: MSMEpoch(constellation: .gps, milliseconds: 0))
    legacy.satellites = [LegacySatellite(id: 7)]
    let text = try json(of: .legacyObservations(legacy))
    #expect(text.matches(of: /"satellite_id":7/).count == 1)
  }
}
