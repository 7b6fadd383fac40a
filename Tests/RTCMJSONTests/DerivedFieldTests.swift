import Foundation
import RTCMJSON
import RTCMParser
import RTCMTestKit
import RTCMText
import Testing

@Suite("Fields that may be left out of a JSON line")
struct DerivedFieldTests {
  /// Returns a message's line without its counts, MSM masks and reserved bits.
  private static func bareLine(of message: RTCMMessage) throws -> [UInt8] {
    var descriptions: [FrameDescription] = []
    var scanner = FrameScanner()
    let frame = try message.frame()
    try scanner.consume(frame.span) { descriptions.append(try FrameDescription(of: $0)) }
    let line = try #require(descriptions.first).json(showsRaw: false)
    let whole = try JSONSerialization.jsonObject(with: Data(line.utf8))
    let isMSM = MSMType(messageType: message.type) != nil
    return [UInt8](try JSONSerialization.data(withJSONObject: without(whole, isMSM: isMSM)))
  }

  private static func without(_ value: Any, isMSM: Bool) -> Any {
    if let elements = value as? [Any] { return elements.map { without($0, isMSM: isMSM) } }
    guard let members = value as? [String: Any] else { return value }
    let masks = ["satellite_mask", "signal_mask", "cell_mask"]
    let kept = members.filter { name, _ in
      !isCount(name, in: members) && !(isMSM && masks.contains(name))
    }
    return kept.mapValues { without($0, isMSM: isMSM) }
  }

  /// Whether a member holds the length of another one.
  private static func isCount(_ name: String, in members: [String: Any]) -> Bool {
    if name == "character_count" { return true }
    let counted = name.replacing("_count_less_one", with: "").replacing("_count", with: "")
    return counted != name && (members[counted] ?? members[JSONNames.array(of: counted)]) != nil
  }

  static let messages = (try? SampleMessages.all()) ?? []

  @Test("counts and masks of every message are made from what it has", arguments: messages)
  func comesBack(message: RTCMMessage) throws {
    let made = try RTCMMessage(json: try Self.bareLine(of: message))
    let (expected, payload) = (try message.encode(), try made.encode())
    #expect(payload == expected)
  }

  @Test("an MSM's last satellite and last signal have their cells")
  func lastOfMask() throws {
    let cells = [(1, "1C"), (63, "signal 32"), (64, "1C"), (64, "signal 32")]
    let members = HandWrittenMSMTests.members(
      satellites: [1, 63, 64].map(HandWrittenMSMTests.satellite),
      cells: cells.map { HandWrittenMSMTests.cell($0.0, $0.1) }
    ).replacing(#""cnr_decibel_hertz":463"#, with: #""cnr_decibel_hertz":43"#)
      .replacing(#""cnr_decibel_hertz":464"#, with: #""cnr_decibel_hertz":44"#)
      .replacing(#"milliseconds":763,"#, with: #"milliseconds":73,"#)
      .replacing(#"milliseconds":764,"#, with: #"milliseconds":74,"#)
    guard case .msm(let made) = try message(1074, members) else { return }
    #expect(made.signals.map(\.satelliteID) == [1, 63, 64, 64])
    #expect(made.signals.map(\.signalID) == [2, 32, 2, 32])
    #expect(made.header.cellMask == 0b10_01_11)
  }

  @Test(
    "a cell whose satellite or signal is in no mask is one too many",
    arguments: [
      (#","satellite_mask":2305843009213693952"#, 4, "1C"),
      (#","signal_mask":1073741824"#, 3, "2W"),
    ])
  func outsideMask(mask: String, satellite: Int, signal: String) {
    let members = HandWrittenMSMTests.members(
      satellites: [HandWrittenMSMTests.satellite(3)],
      cells: [HandWrittenMSMTests.cell(satellite, signal)], masks: mask)
    let error = #expect(throws: JSONMessageError.self) { try message(1074, members) }
    #expect(
      error?.description.hasPrefix(
        "message.cells (message 1074): 1 elements, but the message has 0") == true)
  }

  @Test(
    "a signal has its code or its number behind a word",
    arguments: ["signals31", "xxxxxxx31", "signal 0", "signal 33", "signal", "31"])
  func signalNames(name: String) {
    let members = HandWrittenMSMTests.members(
      satellites: [HandWrittenMSMTests.satellite(3)], cells: [HandWrittenMSMTests.cell(3, name)])
    let error = #expect(throws: JSONMessageError.self) { try message(1074, members) }
    #expect(error?.description.hasPrefix("message.cells[0].signal: missing") == true)
  }

  @Test("as many groups as the count can say, and not one more", arguments: [31, 32])
  func mostGroups(count: Int) throws {
    let announcement =
      #"{"announced_message_type":1005,"is_synchronous":1,"transmission_interval_seconds":10}"#
    let all = Array(repeating: announcement, count: count).joined(separator: ",")
    let members =
      #""station_id":1,"modified_julian_day":61192,"second_of_day":1,"leap_seconds":18,"#
      + #""announcements":[\#(all)]"#
    guard count > 31 else {
      guard case .systemParameters(let made) = try message(1013, members) else { return }
      #expect(made.announcements.count == 31)
      return
    }
    let error = #expect(throws: JSONMessageError.self) { try message(1013, members) }
    #expect(
      error?.description.hasPrefix(
        "message.announcements (message 1013): 32 elements, but the message has 31") == true)
  }

  @Test("a text has as many characters as its count can say", arguments: [255, 256])
  func longestText(count: Int) throws {
    let text = String(repeating: "a", count: count)
    let members = #""station_id":1,"antenna_descriptor":"\#(text)","antenna_setup_id":0"#
    guard count > 255 else {
      #expect(try message(1007, members).encode().count == 5 + count)
      return
    }
    let error = #expect(throws: JSONMessageError.self) { try message(1007, members) }
    #expect(
      error?.description.contains("a text of 256 bytes does not fit; give at most 255") == true)
  }

  @Test("a text of 127 characters is counted, a longer one must say how many it has")
  func characterCount() throws {
    let members = { (count: Int) in
      #""station_id":1,"modified_julian_day":1,"second_of_day":1,"text":""#
        + String(repeating: "a", count: count) + "\""
    }
    #expect(try message(1029, members(127)).encode().count == 9 + 127)
    let error = #expect(throws: JSONMessageError.self) { try message(1029, members(128)) }
    #expect(
      error?.description.hasPrefix("message.character_count (message 1029, DF138): missing") == true
    )
  }

  @Test(
    "a number is refused exactly beyond what its bits can say",
    arguments: [
      ("station_id", "4095", true), ("station_id", "4096", false),
      ("station_id", "18446744073709551615", false), ("station_id", "9007199254740993", false),
      ("station_id", "-0.0", true), ("ecef_y", "137438953471", true),
      ("ecef_y", "137438953472", false),
      ("ecef_y", "-137438953471", true), ("ecef_y", "-137438953473", false),
      ("ecef_y", "9007199254740993", false), ("has_gps", "true", true),
      ("station_id", "true", false),
    ])
  func limits(member: String, number: String, isFine: Bool) {
    let parts = HandWrittenLineTests.station.split(separator: ",").map { part in
      part.hasPrefix("\"\(member)\"") ? "\"\(member)\":\(number)" : String(part)
    }
    let made = try? message(1005, parts.joined(separator: ","))
    #expect((made != nil) == isFine)
  }

  @Test(
    "a payload is pairs of hexadecimal digits",
    arguments: [("fab0", true), ("FAB0", true), ("fab", false), ("fabz", false), ("zzzz", false)])
  func hexadecimal(text: String, isFine: Bool) {
    let made = try? message(4011, #""payload":"\#(text)""#)
    #expect((made == .other(type: 4011, payload: [0xFA, 0xB0])) == isFine)
  }

  @Test(
    "a member's name is corrected while it is near: a third of its letters, two at least",
    arguments: [
      ("reserXYZd", true), ("resWXYZed", false), ("reXXrved", true), ("rXXXrved", false),
      ("reservedxx", true),
    ])
  func nearest(name: String, isNear: Bool) {
    let error = #expect(throws: JSONMessageError.self) {
      try message(1005, HandWrittenLineTests.station + #","\#(name)":0"#)
    }
    #expect(error?.description.hasSuffix("did you mean 'reserved'?") == isNear)
  }
}
