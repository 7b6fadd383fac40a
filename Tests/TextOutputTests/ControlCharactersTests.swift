import Foundation
import TestSupport
import Testing
import TextOutput

@Suite("Control characters written out")
struct ControlCharactersTests {
  @Test(
    "what a terminal or a log obeys is written out",
    arguments: [
      ("\u{1B}[31mred", #"\u001b[31mred"#), ("a\nb\r\t\0", #"a\u000ab\u000d\u0009\u0000"#),
      ("\u{7}\u{8}\u{1F}\u{7F}", #"\u0007\u0008\u001f\u007f"#),
      ("\u{80}\u{9B}2J\u{9F}", #"\u0080\u009b2J\u009f"#),
      ("a\u{202E}b\u{2066}c\u{2069}", #"a\u202eb\u2066c\u2069"#),
      ("\u{61C}\u{200E}\u{200F}\u{2028}\u{2029}", #"\u061c\u200e\u200f\u2028\u2029"#),
    ])
  func escapes(text: String, escaped: String) {
    #expect(text.withControlsEscaped == escaped)
    #expect(escaped.withControlsEscaped == escaped)
  }

  /// The first and the last character of each escaped range.
  static let runs: [ClosedRange<UInt32>] = [
    0...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
  ]

  @Test("a run of them ends where it should, each alone in its text", arguments: runs)
  func runEnds(run: ClosedRange<UInt32>) throws {
    let outside = [run.upperBound + 1] + (run.lowerBound > 0 ? [run.lowerBound - 1] : [])
    for value in [run.lowerBound, run.upperBound] + outside {
      let text = String(try #require(Unicode.Scalar(value)))
      let shown = run.contains(value) ? String(format: "\\u%04x", value) : text
      #expect(text.withControlsEscaped == shown)
      var json = JSONWriter()
      json.value(text)
      #expect(json.text == "\"\(shown)\"")
    }
  }

  @Test(
    "what only shows stays as it is",
    arguments: [
      "", " ~", "Grüß Gott", "проверка", "日本", #"C:\u001b "quoted""#, "\u{A0}\u{AD}", "👍",
    ])
  func keeps(text: String) {
    #expect(text.withControlsEscaped == text)
  }

  @Test("JSON has none of them, and reads back as the same text")
  func inJSON() throws {
    let text = String(String.UnicodeScalarView((0...0x2070).compactMap(Unicode.Scalar.init)))
    var json = JSONWriter()
    json.object { $0.member("text", text) }
    let shown = json.text.unicodeScalars.filter {
      $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.properties.isBidiControl
    }
    #expect(shown.isEmpty)
    #expect(try JSONDocument(json.text)["text"] as? String == text)
  }
}
