import RTCMJSON
import RTCMParser
import RTCMText
import Testing

/// Returns the message of a line; the test's members follow `message_type`.
func message(_ type: Int, _ members: String, beside: String = "") throws -> RTCMMessage {
  let line = "{\"message\":{\"message_type\":\(type),\(members)}\(beside)}"
  return try RTCMMessage(json: Array(line.utf8))
}

@Suite("Lines written by hand")
struct HandWrittenLineTests {
  static let station =
    #""station_id":7,"itrf_realization_year":0,"has_gps":true,"has_glonass":1,"has_galileo":false,"#
    + #""is_non_physical":0,"ecef_x_metres":4421984.98604,"has_single_oscillator":0,"#
    + #""ecef_y":7185815716,"quarter_cycle_indicator":0,"ecef_z_metres":-4524876.2781"#

  @Test("values are rounded to the nearest step, and integers of the wire go beside them")
  func stationByValues() throws {
    guard case .antennaReferencePoint(let point) = try message(1005, Self.station) else {
      Issue.record("not a 1005")
      return
    }
    #expect(point.stationID == 7)
    #expect(point.position.x == 4_421_984.986)
    #expect(point.position.y == 718_581.5716)
    #expect(point.position.z == -4_524_876.2781)
    #expect(point.hasGPS && point.hasGLONASS && !point.hasGalileo)
  }

  @Test("a value and an integer that agree may both be there")
  func bothAgree() throws {
    let both = try message(
      1006, Self.station + #","antenna_height_metres":1.23456"#,
      beside: #","raw":{"antenna_height":12346}"#)
    let one = try message(1006, Self.station + #","antenna_height_metres":1.2346"#)
    #expect(both == one)
  }

  @Test("the type may stand beside the message, and a message may have integers only")
  func rawOnly() throws {
    let line =
      #"{"type":1230,"raw":{"station_id":1,"is_aligned":1,"signal_mask":8,"#
      + #""l1_ca_code_phase_bias":-50}}"#
    guard case .glonassCodePhaseBiases(let biases) = try RTCMMessage(json: Array(line.utf8)) else {
      Issue.record("not a 1230")
      return
    }
    #expect(biases.l1CA == -1)
    #expect(biases.signalMask == .l1CA)
  }

  @Test("null is not available, so is the integer that says so")
  func notAvailable() throws {
    for bias in [#""l1_ca_code_phase_bias_metres":null"#, #""l1_ca_code_phase_bias":-32768"#] {
      let made = try message(1230, #""station_id":1,"is_aligned":1,"signal_mask":8,"# + bias)
      guard case .glonassCodePhaseBiases(let biases) = made else { continue }
      #expect(biases.l1CA == nil)
      #expect(try made.encode().suffix(2) == [0x80, 0])
    }
  }

  @Test("counts of groups and of characters are made from what there is")
  func counts() throws {
    let announcements =
      #"{"announced_message_type":1005,"is_synchronous":1,"transmission_interval_seconds":10}"#
    let made = try message(
      1013,
      #""station_id":1,"modified_julian_day":61192,"second_of_day":1,"leap_seconds":18,"#
        + #""announcements":[\#(announcements),\#(announcements)]"#)
    guard case .systemParameters(let parameters) = made else {
      Issue.record("not a 1013")
      return
    }
    #expect(parameters.announcements.count == 2)
    #expect(parameters.announcements.last?.interval == 10)
  }

  @Test("a message without names for its fields has its payload")
  func payload() throws {
    #expect(
      try message(4011, #""payload":"fab00102""#)
        == .other(type: 4011, payload: [0xFA, 0xB0, 1, 2]))
  }

  @Test("a frame that cannot be decoded has its payload beside the error")
  func undecodable() throws {
    let line = #"{"offset":0,"length":8,"type":1005,"error":{"reason":"…"},"payload":"3ed0"}"#
    let made = try RTCMMessage(json: Array(line.utf8))
    #expect(made == .other(type: 1005, payload: [0x3E, 0xD0]))
  }
}
