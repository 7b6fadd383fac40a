import Foundation
import RTCMParser
import RTCMText
import TestSupport
import Testing

@Suite("Frames as JSON and as text")
struct FrameDescriptionTests {
  /// The standard's example of message 1005.
  static let example: [UInt8] = [
    0xD3, 0x00, 0x13, 0x3E, 0xD7, 0xD3, 0x02, 0x02, 0x98, 0x0E, 0xDE, 0xEF, 0x34, 0xB4, 0xBD, 0x62,
    0xAC, 0x09, 0x41, 0x98, 0x6F, 0x33, 0x36, 0x0B, 0x98,
  ]

  static func descriptions(of bytes: [UInt8]) throws -> [FrameDescription] {
    var scanner = FrameScanner()
    var found: [FrameDescription] = []
    try scanner.consume(bytes.span) { frame in found.append(try FrameDescription(of: frame)) }
    try scanner.finish { frame in found.append(try FrameDescription(of: frame)) }
    return found
  }

  static func object(_ json: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  @Test("the standard's example of 1005 has its published values, units in the names")
  func jsonValues() throws {
    let description = try #require(try Self.descriptions(of: [0x00] + Self.example).first)
    let frame = try Self.object(description.json(showsRaw: true))
    #expect(frame["offset"] as? Int == 1)
    #expect(frame["length"] as? Int == 25)
    #expect(frame["type"] as? Int == 1005)
    let message = try #require(frame["message"] as? [String: Any])
    #expect(message["station_id"] as? Int == 2003)
    #expect(message["ecef_x_metres"] as? Double == 1_114_104.5999)
    let raw = try #require(frame["raw"] as? [String: Any])
    #expect(raw["ecef_z"] as? Int == 39_755_214_643)
    #expect(description.json(showsRaw: false).contains(#""station_id":2003,"#))
  }

  @Test("the text shows field number, name, raw number, value and unit in one line")
  func text() throws {
    let table = try #require(try Self.descriptions(of: Self.example).first).table
    let line = try #require(table.split(separator: "\n").first { $0.contains("DF025") })
    let words = line.split(separator: " ").map(String.init)
    #expect(words == ["DF025", "ecef_x", "11141045999", "1114104.5999", "m"])
    #expect(!table.split(separator: "\n").contains { $0.hasSuffix(" ") })
  }

  @Test("fields stand in columns, and a number that is its own value has no other")
  func columns() throws {
    let table = try #require(try Self.descriptions(of: Self.example).first).table
    #expect(
      table == """
        1005 Station position: 25 bytes at 0
          field name                                  integer       value
          DF002 message_type                          1005
          DF003 station_id                            2003
          DF021 itrf_realization_year                 0
          DF022 has_gps                               1
          DF023 has_glonass                           0
          DF024 has_galileo                           0
          DF141 is_non_physical                       0
          DF025 ecef_x                                11141045999   1114104.5999 m
          DF142 has_single_oscillator                 0
          DF001 reserved                              0
          DF026 ecef_y                                -48507297108  -4850729.7108 m
          DF364 quarter_cycle_indicator               0
          DF027 ecef_z                                39755214643   3975521.4643 m
        """)
  }

  @Test("a value has its unit where it has one, and what says so is not available")
  func values() throws {
    func words(_ label: String, in message: RTCMMessage) throws -> [String] {
      let table = try #require(try Self.descriptions(of: message.frame()).first).table
      let line = try #require(table.split(separator: "\n").first { $0.contains(label) })
      return line.split(separator: " ").map(String.init)
    }
    var orbit = GPSEphemeris(satelliteID: 7)
    orbit.eccentricity = 0x1p-3
    #expect(
      try words("DF090", in: .gpsEphemeris(orbit))
        == ["DF090", "eccentricity", "1073741824", "0.125"])
    let observation = MSMObservation(satelliteID: 3, signalID: 2, pseudorange: 2e7, phaserange: 2e7)
    let msm = RTCMMessage.msm(
      try MSMMessage(
        type: MSMType(.gps, kind: 4), stationID: 1,
        epoch: MSMEpoch(constellation: .gps, gpsTimeOfWeekMilliseconds: 0),
        observations: [observation]))
    #expect(try words("DF397", in: msm) == ["DF397", "rough_range_integer", "66", "66.0", "ms"])
    #expect(try words("DF403", in: msm) == ["DF403", "cnr", "0", "not", "available"])
  }

  @Test(
    "the observations of an MSM7 are shown in metres, cycles and hertz, as RTKLIB has them",
    .compares(with: .captures))
  func observations() throws {
    // The data of the first epoch of swift__week-rollover-STR17.rtklib.jsonl.
    let bytes = try SharedCaptures.bytes(of: "swift__week-rollover-STR17.rtcm3")
    let description = try #require(
      try Self.descriptions(of: Array(bytes[..<2000])).first { $0.type == 1077 })
    let frame = try Self.object(description.json(showsRaw: false, showsObservations: true))
    let observations = try #require(frame["observations"] as? [[String: Any]])
    let first = try #require(observations.first)
    #expect(first["satellite"] as? String == "G01")
    #expect(first["signal"] as? String == "1C")
    #expect(first["pseudorange_metres"] as? Double == 21_877_115.5723)
    #expect(first["phase_cycles"] as? Double == 114_965_012.9954)
    let doppler = try #require(first["doppler_hertz"] as? Double)
    #expect((doppler - 2277.0601).magnitude < 0.0005)  // RTKLIB stores it in 32 bits
    #expect(first["cnr_decibel_hertz"] as? Double == 45.8125)
    let line = try #require(
      description.table.split(separator: "\n").first { $0.contains("G01 1C") })
    let words = line.split(separator: " ").map(String.init)
    #expect(words[..<5] == ["G01", "1C", "21877115.5723", "21877114.5662", "114965012.9954"])
  }

  @Test(
    "a payload that ends early is an error with reason, field and bit, and the next frame is shown")
  func error() throws {
    let short = try RTCMFrame.encoding(payload: [0x3E, 0xD7, 0xD3].span)
    let found = try Self.descriptions(of: short + Self.example)
    #expect(found.map(\.type) == [1005, 1005])
    let frame = try Self.object(found[0].json(showsRaw: false))
    let error = try #require(frame["error"] as? [String: Any])
    #expect(error["field"] as? String == "DF021")
    #expect(error["bit_offset"] as? Int == 24)
    let reason = try #require(error["reason"] as? String)
    #expect(reason.hasPrefix("message 1005: needs 6 bits for DF021 at bit 24, 0 left; "))
    #expect(reason.contains("sender") && !reason.contains("DF002"))
    #expect(found[0].table.contains(reason))
    #expect(frame["message"] == nil)
  }

  /// Messages with a text, and the text's expected forms in the output.
  static let texts: [(RTCMMessage, [String])] = {
    let attack = "\u{1B}[2J\u{7}\n\u{9B}1mX"
    let shown = #""\u001b[2J\u0007\u000a\u009b1mX""#
    let descriptor = DescriptorText(attack)
    return [
      (
        .unicodeText(
          UnicodeText(
            stationID: 1, time: TransmissionTime(modifiedJulianDay: 60_000, secondOfDay: 0),
            text: attack)), [shown]
      ),
      (
        .antennaDescriptor(
          AntennaDescriptor(stationID: 1, descriptor: descriptor, serialNumber: descriptor)),
        [shown, shown]
      ),
    ]
  }()

  @Test("control characters of texts are written out, in text and in JSON", arguments: texts)
  func escapes(message: RTCMMessage, shown: [String]) throws {
    let description = try #require(try Self.descriptions(of: message.frame()).first)
    let lines = description.table.split(separator: "\n")
    #expect(lines.filter { $0.hasSuffix(shown[0]) }.count == shown.count)
    for text in [description.table, description.json(showsRaw: true)] {
      let controls = text.unicodeScalars.filter {
        $0 != "\n" && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value))
      }
      #expect(controls.isEmpty)
    }
    #expect(!description.json(showsRaw: true).contains("\n"))
  }

  @Test(
    "a frame made to clear the screen and forge a heading is shown in its own lines",
    .compares(with: .captures))
  func forgedHeading() throws {
    let bytes = try SharedCaptures.bytes(of: "../repro/1029_terminal_escape.rtcm3")
    let table = try #require(try Self.descriptions(of: bytes).first).table
    #expect(!table.contains("\u{1B}") && !table.contains("\u{7}"))
    #expect(!table.split(separator: "\n").contains { $0.hasPrefix("1005") })
    #expect(table.contains(#"\u001b[2J\u001b[31mPWNED"#))
  }

  @Test(
    "every frame of a capture becomes JSON that a reader takes",
    .compares(with: .captures),
    arguments: [
      "gortcm__frames_shared.rtcm3", "pyrtcm__pygpsdata-NTRIP-USCL00CHL0.log",
      "pyrtcm__pygpsdata-1230.bin", "ky__msm7_msg1137.rtcm3",
    ])
  func captures(name: String) throws {
    let found = try Self.descriptions(of: try SharedCaptures.bytes(of: name))
    #expect(!found.isEmpty)
    for description in found {
      let frame = try Self.object(description.json(showsRaw: true))
      #expect(frame["type"] as? Int == description.type.map { Int($0) })
      let message = frame["message"] as? [String: Any]
      #expect(message?["message_type"] as? Int == description.type.map { Int($0) })
    }
  }
}
