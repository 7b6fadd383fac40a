import Testing

@testable import NtripProtocol

@Suite("Header fields")
struct NtripHeaderFieldsTests {
  @Test("names are found in either case, values come without blanks around them")
  func finds() {
    var fields = NtripHeaderFields()
    let isTaken = fields.append(line: Array("Content-LENGTH:\t 12 ".utf8)[...])
    let isEmptyTaken = fields.append(line: Array("Empty:".utf8)[...])
    #expect(isTaken && isEmptyTaken)
    #expect(fields["content-length"] == "12")
    #expect(fields.contentLength == 12)
    #expect(fields["empty"] == "")
    #expect(fields["other"] == nil)
  }

  @Test(
    "what is no header line is not taken",
    arguments: ["", ":", ": x", "no colon", "two words: x", "Name: \u{1}", "Ünicode: x"])
  func refuses(line: String) {
    var fields = NtripHeaderFields()
    let isTaken = fields.append(line: Array(line.utf8)[...])
    #expect(!isTaken)
    #expect(fields.fields.isEmpty)
  }

  @Test(
    "lengths that are none are not told",
    arguments: ["-1", "1e3", "", "99999999999999999999", "0x10"])
  func badLengths(value: String) {
    var fields = NtripHeaderFields()
    fields.append("Content-Length", value)
    #expect(fields.contentLength == nil)
  }
}
