import RTCMJSON
import RTCMParser
import Testing

@Suite("MSM lines written by hand")
struct HandWrittenMSMTests {
  static let header =
    #""station_id":1,"gps_epoch_milliseconds":1000,"is_more_to_follow":0,"issue_of_station_data":0,"#
    + #""clock_steering":0,"external_clock":0,"has_divergence_free_smoothing":0,"#
    + #""smoothing_interval":0"#

  static func satellite(_ id: Int) -> String {
    #"{"satellite_id":\#(id),"rough_range_integer_milliseconds":7\#(id),"rough_range_modulo_milliseconds":0.5}"#
  }

  static func cell(_ id: Int, _ signal: String) -> String {
    #"{"satellite_id":\#(id),"signal":"\#(signal)","fine_pseudorange_milliseconds":null,"#
      + #""fine_phaserange_milliseconds":0,"lock_time_indicator":3,"has_half_cycle_ambiguity":false,"#
      + #""cnr_decibel_hertz":4\#(id)}"#
  }

  static func members(satellites: [String], cells: [String], masks: String = "") -> String {
    header + masks + #","satellites":[\#(satellites.joined(separator: ","))],"#
      + #""cells":[\#(cells.joined(separator: ","))]"#
  }

  private func made(_ satellites: [String], _ cells: [String], masks: String = "") throws
    -> MSMMessage
  {
    let members = Self.members(satellites: satellites, cells: cells, masks: masks)
    guard case .msm(let made) = try message(1074, members) else {
      throw RTCMEncodingError(.masksDisagree)
    }
    return made
  }

  @Test("masks are made from satellites and cells, which come in any order")
  func makesMasks() throws {
    let made = try made(
      [Self.satellite(9), Self.satellite(3)],
      [Self.cell(9, "2W"), Self.cell(3, "1C"), Self.cell(9, "1C"), Self.cell(3, "signal 31")])
    #expect(made.satellites.map(\.id) == [3, 9])
    #expect(made.satellites.map(\.roughRangeMilliseconds) == [73, 79])
    #expect(made.signals.map(\.satelliteID) == [3, 3, 9, 9])
    #expect(made.signals.map(\.signalID) == [2, 31, 2, 10])
    #expect(made.signals.map(\.cnr) == [43, 43, 49, 49])
    #expect(made.signals.allSatisfy { $0.finePseudorange == nil && $0.finePhaserange == 0 })
    let payload = try made.encode()
    #expect(try MSMMessage(decoding: payload.span) == made)
  }

  @Test("a mask that is there is kept, with a signal of no cell")
  func keepsMask() throws {
    let made = try made(
      [Self.satellite(3)], [Self.cell(3, "1C")], masks: #","signal_mask":1073741825"#)
    #expect(Array(made.header.signalIDs) == [2, 32])
    #expect(made.header.cellMask == 0b10)
    #expect(made.signals.map(\.signalID) == [2])
  }

  @Test("where the masks are there, satellites and cells in their order need no names")
  func withoutNames() throws {
    let (satellites, cells) = ([3, 9].map(Self.satellite), [3, 9].map { Self.cell($0, "1C") })
    let made = try made(
      satellites.map { $0.replacing(/"satellite_id":.,/, with: "") },
      cells.map { $0.replacing(/"satellite_id":.,"signal":"1C",/, with: "") },
      masks: #","satellite_mask":2341871806232657920,"signal_mask":1073741824,"cell_mask":3"#)
    #expect(made.satellites.map(\.id) == [3, 9])
    #expect(made.satellites.map(\.roughRangeMilliseconds) == [73, 79])
    #expect(made.signals.map(\.satelliteID) == [3, 9])
    #expect(made.signals.map(\.cnr) == [43, 49])
  }

  @Test("a message of no satellite is one")
  func empty() throws {
    let made = try made([], [])
    #expect(made.header.satelliteMask == 0 && made.signals.isEmpty)
  }

  @Test(
    "what does not fit together says where and what to do",
    arguments: [
      (
        ([3], [(4, "1C")], ""),
        "message.satellites[1].rough_range_integer_milliseconds (message 1074, DF397): missing"
      ),
      (([3], [(3, "9Z")], ""), "message.cells[0].signal: missing; give a RINEX code"),
      (([65], [], ""), "message.satellites[0].satellite_id: missing; give a number 1...64"),
      (([3, 3], [], ""), "message.satellites (message 1074): 2 elements, but the message has 1"),
      (
        ([3], [(3, "1C"), (3, "1C")], ""),
        "message.cells (message 1074): 2 elements, but the message has 1"
      ),
      (
        ([3, 4], [], #","satellite_mask":2305843009213693952"#),
        "message.satellites (message 1074): 2 elements, but the message has 1"
      ),
      (
        (Array(1...40), [(1, "1C"), (1, "2W")], ""),
        "message: message 1074: 40 satellites by 2 signals are more than the 64 cells"
      ),
    ])
  func contradictions(
    parts: (satellites: [Int], cells: [(Int, String)], masks: String), expected: String
  ) {
    let error = #expect(throws: JSONMessageError.self) {
      try made(
        parts.satellites.map(Self.satellite), parts.cells.map { Self.cell($0.0, $0.1) },
        masks: parts.masks)
    }
    #expect(error?.description.hasPrefix(expected) == true, "\(error?.description ?? "none")")
  }
}
