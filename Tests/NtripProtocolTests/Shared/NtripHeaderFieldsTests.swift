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

  @Test("a value may hold tabs and anything from the blank on but DEL", arguments: 0...255)
  func checksValues(byte: UInt8) {
    var fields = NtripHeaderFields()
    let isTaken = fields.append(line: (Array("n:a".utf8) + [byte, 0x62])[...])
    #expect(isTaken == (byte == 9 || byte >= 32 && byte != 127))
  }

  @Test("lines are kept in their order, the first of a name tells its value")
  func keepsOrder() {
    var fields = NtripHeaderFields()
    fields.append("A", "1")
    fields.append("a", "2")
    #expect(fields["a"] == "1")
    #expect(fields.fields.map(\.value) == ["1", "2"])
    #expect(!fields.isChunked)
    fields.append("transfer-encoding", "gzip, Chunked")
    #expect(fields.isChunked)
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
