import RTCMParser
import RTCMText
import Testing

@Suite("Observations of a message as text and as JSON")
struct ObservationTableTests {
  private func description(
    _ type: MSMType?, _ observations: [MSMObservation]
  ) throws -> FrameDescription {
    let message = try MSMMessage(
      type: try #require(type), stationID: 12,
      epoch: MSMEpoch(constellation: .gps, gpsTimeOfWeekMilliseconds: 1000),
      observations: observations)
    let frame = try RTCMMessage.msm(message).frame()
    return try #require(FrameDescriptionTests.descriptions(of: frame).first)
  }

  /// A signal with all values, and one with only its strength.
  private static let full = MSMObservation(
    satelliteID: 7, signalID: 2, pseudorange: 20_000_000, phaserange: 20_000_000,
    phaserangeRate: -100, lockTimeMilliseconds: 1000, hasHalfCycleAmbiguity: true, cnr: 45.5)
  private static let poor = MSMObservation(
    satelliteID: 32, signalID: 1, pseudorange: nil, phaserange: nil, cnr: 40.25)

  @Test("columns are aligned to the right, what is not available is a dash")
  func columns() throws {
    let table = try description(MSMType(.gps, kind: 7), [Self.full, Self.poor]).table
    let lines = table.split(separator: "\n").drop { !$0.hasPrefix("  signal") }
    #expect(
      lines.joined(separator: "\n")
        == """
          signal  pseudorange m     phaserange m      phase cycles        Doppler Hz  dB-Hz  lock s
          G07 1C  20000000.0001    20000000.0001    105100709.3717           525.504  45.50   0.992  half a cycle?
          G32 signal 1              -                -                 -                 -  40.25   0.000
        """)
  }

  @Test("JSON has each signal in full, null where something is not available")
  func json() throws {
    let json = try description(MSMType(.gps, kind: 7), [Self.full, Self.poor])
      .json(showsRaw: false, showsObservations: true)
    let start = try #require(json.firstRange(of: #""observations":"#))
    let expected = #"""
      [{"satellite":"G07","signal":"1C","pseudorange_metres":20000000.0001,
      "phaserange_metres":20000000.0001,"phase_cycles":105100709.3717,"doppler_hertz":525.5035,
      "cnr_decibel_hertz":45.5000,"minimum_lock_time_milliseconds":992,
      "has_half_cycle_ambiguity":true,"carrier_frequency_hertz":1575420000},
      {"satellite":"G32","signal":"signal 1","pseudorange_metres":null,"phaserange_metres":null,
      "phase_cycles":null,"doppler_hertz":null,"cnr_decibel_hertz":40.2500,
      "minimum_lock_time_milliseconds":0,"has_half_cycle_ambiguity":false,
      "carrier_frequency_hertz":null}]}
      """#
    #expect(json[start.upperBound...] == expected.filter { $0 != "\n" })
  }

  @Test("a message without observations has neither heading nor lines for them")
  func none() throws {
    let frame = try #require(
      FrameDescriptionTests.descriptions(of: FrameDescriptionTests.example).first)
    #expect(!frame.table.contains("signal"))
    #expect(frame.json(showsRaw: false, showsObservations: true).hasSuffix(#","observations":[]}"#))
  }

  @Test("a table of fields has a heading, columns and groups that are moved in")
  func fields() throws {
    let table = try description(MSMType(.gps, kind: 1), [Self.full]).table
    let lines = table.split(separator: "\n").map(String.init)
    #expect(lines[0] == "1071 GPS MSM1: 31 bytes at 0")
    #expect(lines[1] == "  field name                                  integer       value")
    #expect(lines[2] == "  DF002 message_type                          1071")
    #expect(lines[3] == "  DF003 station_id                            12")
    #expect(lines.contains { $0.hasPrefix("  satellite 7") })
    #expect(lines.contains { $0.hasPrefix("    DF398 ") && $0.firstIndex(of: ".") != nil })
    #expect(lines.contains { $0.hasPrefix("  cell 7 1C") })
    let message = try MessageDescription(
      of: RTCMMessage.other(type: 4001, payload: [0xFA, 0x10, 0x0F]))
    #expect(message.table() == message.table(indent: 2))
    #expect(message.table(indent: 0).hasPrefix("DF002"))
  }
}
