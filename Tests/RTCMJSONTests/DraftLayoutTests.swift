import RTCMJSON
import RTCMParser
import RTCMTestKit
import RTCMText
import TestSupport
import Testing

@Suite("Layouts of drafts by way of JSON Lines")
struct DraftLayoutTests {
  static let drafts: [TestVector] =
    ((try? TestVector.all()) ?? []).filter { $0.message.isDraft }

  /// Returns the line of a message's frame.
  private func line(_ frame: [UInt8], showsRaw: Bool = false) throws -> String {
    var (scanner, lines) = (FrameScanner(), [String]())
    try scanner.consume(frame.span) {
      lines.append(try FrameDescription(of: $0).json(showsRaw: showsRaw))
    }
    return try #require(lines.first)
  }

  @Test("both layouts come back as what they are, with and without raw integers", arguments: drafts)
  func roundTrips(vector: TestVector) throws {
    var standard = vector.message
    guard case .ssr(var message) = standard else { return }
    (message.hasDraftQZSSCount, message.hasDraftBeiDouIssue) = (false, false)
    standard = .ssr(message)
    for (message, frame) in [(vector.message, vector.frame), (standard, try standard.frame())] {
      for showsRaw in [false, true] {
        let line = try line(frame, showsRaw: showsRaw)
        #expect(try RTCMMessage(json: Array(line.utf8)) == message, "\(line)")
      }
    }
  }

  @Test("a hand-written message of QZSS without a count has the standard's")
  func defaultsToStandard() throws {
    let vector = try #require(Self.drafts.first { $0.type == 1250 })
    let count = #""satellite_count_of_4_bits":2,"#
    let draft = try line(vector.frame)
    #expect(draft.contains(count))
    let written = draft.replacing(count, with: "")
    guard case .ssr(let message) = try RTCMMessage(json: Array(written.utf8)) else { return }
    #expect(!message.hasDraftQZSSCount && message.satellites.count == 2)
    let wrong = draft.replacing(count, with: #""satellite_count_of_4_bits":3,"#)
    #expect(throws: JSONMessageError.self) { try RTCMMessage(json: Array(wrong.utf8)) }
  }

  @Test("what an error quotes has no control character")
  func escapesQuotes() throws {
    for (text, shown) in [
      ("\u{1B}[2Jno json", #"\u001b[2Jno json"#),
      (#"{"message":{"message_type":1005,"station_id":"\u001b]0;x\u0007"}}"#, #"\u001b]0;x\u0007"#),
    ] {
      let error = #expect(throws: JSONMessageError.self) {
        try RTCMMessage(json: Array(text.utf8))
      }
      let sentence = try #require(error).description
      #expect(sentence.contains(shown))
      #expect(sentence.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }
  }
}
