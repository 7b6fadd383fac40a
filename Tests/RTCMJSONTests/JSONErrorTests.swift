import RTCMJSON
import RTCMParser
import Testing

@Suite("Errors in JSON lines")
struct JSONErrorTests {
  private static let station = HandWrittenLineTests.station

  /// Members of an MSM with one satellite and one cell, one of which has a member too many.
  private static func msm(strange: String) -> String {
    let parts = [HandWrittenMSMTests.satellite(3), HandWrittenMSMTests.cell(3, "1C")].map {
      $0.contains(strange) ? $0.dropLast() + #","x":1}"# : $0
    }
    return HandWrittenMSMTests.members(satellites: [parts[0]], cells: [parts[1]])
  }

  /// A line, the beginning of its error, and the remedy that the error must have.
  static let cases: [(line: String, place: String, remedy: String)] = [
    ("nonsense", "this is no JSON: nonsense", "in double quotes"),
    (#"{"message":{"#, "this is no JSON", "one whole object"),
    ("[1]", "there is no message", "as 'boardsim rtcm decode --json' does"),
    (#"{"type":1005}"#, "there is no message", "message_type"),
    (#"{"type":5000,"message":{}}"#, "type: 5000 where there must be", "0...4095"),
    (
      #"{"message":{"station_id":1}}"#, "message.message_type (DF002): missing", "give 0...4095"
    ),
    (
      #"{"type":1006,"message":{"message_type":1005}}"#,
      "message.message_type (message 1006, DF002): 1005 here, but type 1006 beside it",
      "correct one"
    ),
    (
      #"{"message":{"message_type":1999}}"#, "message: message 1999: the fields of this type",
      "give the whole payload"
    ),
    (
      #"{"message":{"message_type":1230}}"#, "message.station_id (message 1230, DF003): missing",
      "give 0...4095"
    ),
    (
      #"{"message":{"message_type":1230,"station_id":4096}}"#,
      "message.station_id (message 1230, DF003): 4096 does not fit", "give 0...4095"
    ),
    (
      #"{"message":{"message_type":1230,"station_id":-1}}"#,
      "message.station_id (message 1230, DF003): -1 does not fit", "give 0...4095"
    ),
    (
      #"{"message":{"message_type":1230,"station_id":1.5}}"#,
      "message.station_id (message 1230, DF003): 1.5 where there must be", "a whole number"
    ),
    (
      #"{"message":{"message_type":1230,"station_id":"1"}}"#,
      #"message.station_id (message 1230, DF003): the text "1" where"#, "a whole number"
    ),
    (
      #"{"message":{"message_type":1230,"station_id":null}}"#,
      "message.station_id (message 1230, DF003): null where", "always available"
    ),
    (
      #"{"message":{"message_type":1230,"station_id":1e999}}"#,
      "message.station_id (message 1230, DF003): a number too large", "a whole number"
    ),
    (
      #"{"message":{"message_type":1230,"station_id":01}}"#,
      "message.station_id (message 1230, DF003): a number too large or written wrongly",
      "a whole number"
    ),
    (
      #"{"message":{"message_type":1230,"station_id":1},}"#, "this is no JSON", "one whole object"
    ),
    (
      #"{"message":{"message_type":1006,\#(station),"antenna_height_metres":9.1}}"#,
      "message.antenna_height_metres (message 1006, DF028): 9.1 does not fit",
      "give 0.0...6.5535 metres"
    ),
    (
      #"{"message":{"message_type":1006,\#(station)}}"#,
      "message.antenna_height_metres (message 1006, DF028): missing",
      "give it in metres, or the integer on the wire as antenna_height"
    ),
    (
      #"{"message":{"message_type":1006,\#(station),"antenna_height_metres":1,"antenna_height":9}}"#,
      "message.antenna_height_metres (message 1006, DF028): 1 here, but 9 as the integer",
      "leave one of them out"
    ),
    (
      #"{"message":{"message_type":1005,\#(station),"antenna_height_metres":1}}"#,
      "message.antenna_height_metres (message 1005): no such member here", "take it out"
    ),
    (
      #"{"message":{"message_type":1005,\#(station),"reservd":0}}"#,
      "message.reservd (message 1005): no such member here", "did you mean 'reserved'?"
    ),
    (
      #"{"type":1029,"message":{"station_id":1,"modified_julian_day":1,"second_of_day":1}}"#,
      "message.character_count (message 1029, DF138): missing", "give 0...127"
    ),
    (
      #"{"type":1007,"message":{"station_id":1,"antenna_descriptor_count":3,"#
        + #""antenna_descriptor":"AB","antenna_setup_id":0}}"#,
      "message.antenna_descriptor (message 1007, DF030): a text of 2 bytes, but",
      "leave antenna_descriptor_count out"
    ),
    (
      #"{"type":1007,"message":{"station_id":1,"antenna_descriptor":"Ω","antenna_setup_id":0}}"#,
      "message.antenna_descriptor (message 1007, DF030): the character 'Ω'", "ISO 8859-1"
    ),
    (
      #"{"type":4011,"message":{"payload":"fab"}}"#, "message.payload: the text", "for each byte"
    ),
    (
      #"{"message":{"message_type":4012,"payload":"fab0"}}"#,
      "message.payload: of type 4011, but type 4012 is beside it", "correct one"
    ),
    (
      #"{"type":1006,"payload":"fab0"}"#, "payload: of type 4011, but type 1006", "correct one"
    ),
    (
      #"{"type":1230,"raw":{"station_id":1,"is_aligned":1,"signal_mask":8}}"#,
      "raw.l1_ca_code_phase_bias (message 1230, DF423): missing", "l1_ca_code_phase_bias"
    ),
    (
      #"{"type":1013,"message":{"station_id":1,"modified_julian_day":1,"second_of_day":1,"#
        + #""announcement_count":1,"leap_seconds":18}}"#,
      "message.announcements[0].announced_message_type (message 1013, DF055): missing",
      "leave them out"
    ),
    (
      #"{"type":1013,"message":{"station_id":1,"modified_julian_day":1,"second_of_day":1,"#
        + #""leap_seconds":18}}"#,
      "message.announcement_count (message 1013, DF053): missing", "give 0...31"
    ),
    (
      #"{"type":1013,"message":{"station_id":1,"modified_julian_day":1,"second_of_day":1,"#
        + #""leap_seconds":18,"announcements":[{"announced_message_type":1005,"#
        + #""is_synchronous":1,"transmission_interval_seconds":10,"x":1}]}}"#,
      "message.announcements[0].x (message 1013): no such member here", "take it out"
    ),
    (
      #"{"type":1074,"message":{\#(msm(strange: "rough_range"))}}"#,
      "message.satellites[0].x (message 1074): no such member here", "take it out"
    ),
    (
      #"{"type":1074,"message":{\#(msm(strange: "cnr"))}}"#,
      "message.cells[0].x (message 1074): no such member here", "take it out"
    ),
    (
      #"{"type":1230,"message":{"station_id":1,"is_aligned":1,"signal_mask":8,"#
        + #""l1_ca_code_phase_bias_metres":-655.36}}"#,
      "message.l1_ca_code_phase_bias_metres (message 1230, DF423): -655.36 does not fit",
      "give -655.34...655.34 metres"
    ),
  ]

  @Test("say where, which field, and what to do", arguments: cases)
  func teaches(line: String, place: String, remedy: String) {
    let error = #expect(throws: JSONMessageError.self) {
      try RTCMMessage(json: Array(line.utf8))
    }
    let text = error?.description ?? ""
    #expect(text.hasPrefix(place), "\(text)")
    #expect(text.contains(remedy), "\(text)")
  }

  @Test("what is shown of a line is short, and moves no cursor")
  func excerpts() {
    let long = String(repeating: "x", count: 100_000)
    for line in [
      "\u{1B}[2J" + long, #"{"type":4011,"message":{"payload":"\u001B\#(long)"}}"#,
      #"{"message":{"message_type":1005,\#(Self.station),"\u001b\#(long)":1}}"#,
    ] {
      let error = #expect(throws: JSONMessageError.self) {
        try RTCMMessage(json: Array(line.utf8))
      }
      let text = error?.description ?? ""
      #expect(text.count < 300 && !text.contains("\u{1B}"))
      #expect(!text.contains(long.prefix(60)))
    }
  }

  @Test("an array with more elements than any message is refused soon")
  func manyElements() {
    let satellites = Array(repeating: #"{"satellite_id":9}"#, count: 40_000)
    let members = HandWrittenMSMTests.members(satellites: satellites, cells: [])
    #expect(throws: JSONMessageError.self) { try message(1074, members) }
  }

  @Test("a thousand brackets end in an error")
  func deep() {
    let line = #"{"message":"# + String(repeating: "[", count: 100_000)
    #expect(throws: JSONMessageError.self) { try RTCMMessage(json: Array(line.utf8)) }
  }
}
