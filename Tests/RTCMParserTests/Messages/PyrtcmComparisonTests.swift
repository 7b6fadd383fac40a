import Foundation
import RTCMParser
import TestSupport
import Testing

/// Every field of every message of ours against what pyrtcm 1.2.1 reads from the same bytes.
@Suite("Values against pyrtcm", .enabled(if: SharedCaptures.exist))
struct PyrtcmComparisonTests {
  static let suffix = ".pyrtcm.jsonl"
  /// Messages of one type that a debug build takes the time for, of one capture.
  static let limit = 4
  static let names = SharedCaptures.files(withSuffix: suffix).map {
    String($0.lastPathComponent.dropLast(suffix.count))
  }

  @Test("each field has pyrtcm's value", arguments: names)
  func agrees(name: String) throws {
    let bytes = try SharedCaptures.bytes(of: name)
    let lines = try SharedCaptures.bytes(of: name + Self.suffix).split(separator: 0x0A)
    var compared: [Substring: Int] = [:]
    for line in lines {
      // A line begins with its offset, length and type; parsing it all takes long.
      let quoted = String(decoding: line.prefix(80), as: UTF8.self).split(separator: "\"")
      let type = try #require(quoted.dropFirst(7).first)
      if compared[type, default: 0] == Self.limit { continue }
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      guard let attributes = object["attrs"] as? [String: Any], object["pyrtcm_error"] == nil,
        let offset = object["off"] as? Int, let length = object["len"] as? Int
      else { continue }
      // pyrtcm counts the payload only.
      let payload = Array(bytes[(offset + 3)..<(offset + 3 + length)])
      let message = try RTCMMessage(decoding: payload.span)
      if case .other = message { continue }
      if isMisread(message) { continue }
      var fields = FieldCollector()
      try message.describe(to: &fields)
      compare(fields, attributes, at: "\(message.type) at \(offset)")
      compared[type, default: 0] += 1
    }
    let some = Self.namesWithoutOurMessages.contains(name) ? 0 : 3
    #expect(compared.values.reduce(0, +) >= some)
  }

  /// Captures of which pyrtcm read nothing that this module decodes.
  static let namesWithoutOurMessages: Set<String> = [
    "gpsd__rtcm3_102x135.log", "ky__eph_msg1041.rtcm3",
  ]

  /// Messages that pyrtcm misreads: 1258 and 1261 in the draft's layout, of which it knows nothing;
  /// 1264, whose layers it counts from 0 but the field counts from 1; 1265…1270, which it does not
  /// know.
  private func isMisread(_ message: RTCMMessage) -> Bool {
    switch message {
    case .ssr(let message): message.hasDraftBeiDouIssue || message.type.kind == .phaseBias
    case .ssrIonosphere(let message): message.format == .rtcm
    default: false
    }
  }

  /// The standard's unit is a millimetre in these fields, and pyrtcm's is too.
  static let inMillimetres: Set<String> = Set(
    (365...370).map { "DF\($0)" } + (376...378).map { "DF\($0)" } + ["DF390"]
      + (13...22).map { "IDF0\($0)" })

  private func compare(_ ours: FieldCollector, _ theirs: [String: Any], at place: String) {
    for (key, value) in ours.values where key != "DF422" {  // which pyrtcm has as four bits
      // pyrtcm numbers some fields that are alone.
      guard let theirs = (theirs[key] ?? theirs[key + "_1"]) as? NSNumber else {
        Issue.record("pyrtcm has no \(key) in \(place)")
        continue
      }
      let scale = Self.inMillimetres.contains(String(key.prefix { $0 != "_" })) ? 1000.0 : 1
      #expect(
        abs(theirs.doubleValue - value * scale) <= abs(value) * scale * 1e-12,
        "\(key) of \(place)")
    }
    for (key, text) in ours.texts where key != "DF140" {
      let characters = (1..<(text.count + 1)).map { index in
        theirs[key + (index < 10 ? "_0\(index)" : "_\(index)")] as? String ?? "?"
      }
      #expect(characters.joined() == text, "\(key) of \(place)")
    }
    if let text = ours.texts["DF140"] {  // of which pyrtcm makes a character of each byte
      let scalars = (theirs["DF140"] as? String)?.unicodeScalars.map { UInt8($0.value) }
      #expect(scalars == Array(text.utf8), "DF140 of \(place)")
    }
  }
}
