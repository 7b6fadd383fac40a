import Foundation
import RTCMParser
import TestSupport
import Testing

/// Every field of every message of ours against what pyrtcm 1.2.1 reads from the same bytes.
@Suite("Values against pyrtcm", .enabled(if: SharedCaptures.exist))
struct PyrtcmComparisonTests {
  static let suffix = ".pyrtcm.jsonl"
  /// Messages that a debug build takes the time for, of one capture.
  static let limit = 60
  static let names = SharedCaptures.files(withSuffix: suffix).map {
    String($0.lastPathComponent.dropLast(suffix.count))
  }

  @Test("each field has pyrtcm's value", arguments: names)
  func agrees(name: String) throws {
    let bytes = try SharedCaptures.bytes(of: name)
    let lines = try SharedCaptures.bytes(of: name + Self.suffix).split(separator: 0x0A)
    var compared = 0
    for line in lines where compared < Self.limit {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      guard let attributes = object["attrs"] as? [String: Any], object["pyrtcm_error"] == nil,
        let offset = object["off"] as? Int, let length = object["len"] as? Int
      else { continue }
      // pyrtcm counts the payload only.
      let payload = Array(bytes[(offset + 3)..<(offset + 3 + length)])
      let message = try RTCMMessage(decoding: payload.span)
      if case .other = message { continue }
      var fields = FieldCollector()
      try message.describe(to: &fields)
      compare(fields, attributes, at: "\(message.type) at \(offset)")
      compared += 1
    }
    let some = Self.namesWithoutOurMessages.contains(name) ? 0 : 4
    #expect(compared >= some)
  }

  /// Captures of which pyrtcm read nothing that this module decodes.
  static let namesWithoutOurMessages: Set<String> = [
    "gpsd__rtcm3_102x135.log", "ky__eph_msg1041.rtcm3", "mrtklib__madocalib_2025091A.204.rtcm3",
    "pyrtcm__pygpsdata-1240-1264.log", "pyrtcm__pygpsdata-NTRIP-4076.log",
  ]

  private func compare(_ ours: FieldCollector, _ theirs: [String: Any], at place: String) {
    for (key, value) in ours.values where key != "DF422" {  // which pyrtcm has as four bits
      // pyrtcm numbers some fields that are alone.
      guard let theirs = (theirs[key] ?? theirs[key + "_1"]) as? NSNumber else {
        Issue.record("pyrtcm has no \(key) in \(place)")
        continue
      }
      #expect(abs(theirs.doubleValue - value) <= abs(value) * 1e-12, "\(key) of \(place)")
    }
    for (key, text) in ours.texts {
      let characters = (1..<(text.count + 1)).map { index in
        theirs[key + (index < 10 ? "_0\(index)" : "_\(index)")] as? String ?? "?"
      }
      #expect(characters.joined() == text, "\(key) of \(place)")
    }
  }
}
