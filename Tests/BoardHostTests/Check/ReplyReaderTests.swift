@testable import BoardHost
import Testing

@Suite("Answers of a board, read as bytes")
struct ReplyReaderTests {
  /// An answer's bytes with the expected result.
  struct Answer: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: String
    var body: String
    var ending: BoardReply.Ending
    var surplus = 0
    var method = "GET"
  }

  static let answers = [
    Answer(
      testDescription: "with its length", bytes: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\na;b",
      body: "a;b", ending: .length),
    Answer(
      testDescription: "with bytes behind its length",
      bytes: "HTTP/1.1 200 OK\r\ncontent-length:  1 \r\n\r\na;b", body: "a", ending: .length,
      surplus: 2),
    Answer(
      testDescription: "in chunks, as the reference simulator sends it",
      bytes: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\na;\r\n1\r\nb\r\n0\r\n\r\n",
      body: "a;b", ending: .chunks),
    Answer(
      testDescription: "until the connection ends, with bare line feeds",
      bytes: "HTTP/1.0 200 OK\nContent-Type: text/html\n\na;b", body: "a;b", ending: .connection),
    Answer(
      testDescription: "to a HEAD", bytes: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n", body: "",
      ending: .none, method: "HEAD"),
    Answer(
      testDescription: "after an interim one",
      bytes: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", body: "",
      ending: .none),
  ]

  private static func read(_ answer: Answer, inPiecesOf size: Int) throws -> BoardReply? {
    var reader = ReplyReader(method: answer.method)
    let bytes = Array(answer.bytes.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      try reader.consume(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    reader.finish()
    return reader.whole
  }

  @Test("are read up to a head of 64 KiB and a body of 1 MiB")
  func limits() {
    #expect(ReplyReader.longestHead == 65_536)
    #expect(ReplyReader.longestBody == 1_048_576)
  }

  @Test(
    "are the same however the bytes come", arguments: answers, [1, 2, 3, 7, 1000])
  func whole(answer: Answer, size: Int) throws {
    let reply = try #require(try Self.read(answer, inPiecesOf: size))
    #expect(reply.text == answer.body)
    #expect(reply.ending == answer.ending)
    #expect(reply.surplus == answer.surplus)
  }

  @Test("are whole at their last byte and not before", arguments: answers)
  func prefixes(answer: Answer) throws {
    guard answer.ending != .connection else { return }
    let last = answer.bytes.utf8.count - answer.surplus
    for count in 0...answer.bytes.utf8.count {
      var reader = ReplyReader(method: answer.method)
      try reader.consume(Array(answer.bytes.utf8.prefix(count)))
      #expect((reader.whole != nil) == (count >= last))
    }
  }

  @Test(
    "without a body end with their head", arguments: [(199, false), (204, true), (304, true)])
  func withoutBody(status: Int, isWhole: Bool) throws {
    var reader = ReplyReader(method: "GET")
    try reader.consume(Array("HTTP/1.1 \(status) X\r\nContent-Length: 3\r\n\r\n".utf8))
    #expect((reader.whole != nil) == isWhole)
    #expect(reader.whole?.ending == (isWhole ? BoardReply.Ending.none : nil))
    #expect(reader.received == 0)
    var empty = ReplyReader(method: "GET")
    try empty.consume(Array("HTTP/1.1 200\r\nContent-Length: 0\r\nA:b\r\n\r\n".utf8))
    #expect(empty.whole?.status == 200 && empty.whole?[field: "a"] == "b")
  }

  @Test("have their fields by name, whatever its case")
  func fields() throws {
    var reader = ReplyReader(method: "GET")
    try reader.consume(
      Array("HTTP/1.0 503 Busy now\r\nX-a:\t b c \r\nConnection: Keep-Alive\r\n\r\n".utf8))
    reader.finish()
    let reply = try #require(reader.whole)
    #expect(reply.status == 503)
    #expect(reply.minorVersion == 0)
    #expect(reply[field: "x-a"] == "b c")
    #expect(reply[field: "x-b"] == nil)
  }

  @Test(
    "that are none are refused",
    arguments: [
      ("ICY 200 OK\r\n\r\n", ReplyError.notHTTP(beginning: "ICY 200 OK\r\n\r\n")),
      ("<html>", .notHTTP(beginning: "<html>")),
      (
        "<!doctype html><title>What this is goes on for longer than anybody reads</title>",
        .notHTTP(beginning: "<!doctype html><title>What this is goes ")
      ),
      ("HTTP/1.1 2 OK\r\n\r\n", .malformed("the first line is 'HTTP/1.1 2 OK'")),
      ("HTTP/1.1\r\n\r\n", .malformed("the first line is 'HTTP/1.1'")),
      ("HTTP/1.1 099 OK\r\n\r\n", .malformed("the first line is 'HTTP/1.1 099 OK'")),
      ("HTTP/1.1 1000 OK\r\n\r\n", .malformed("the first line is 'HTTP/1.1 1000 OK'")),
      ("HTTP/1.x 200 OK\r\n\r\n", .malformed("the first line is 'HTTP/1.x 200 OK'")),
      (
        "HTTP/1.1 200 OK\r\n: x\r\n\r\n",
        .malformed("the header line ': x' has no name and colon")
      ),
      (
        "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n",
        .malformed("the header line 'nonsense' has no name and colon")
      ),
      (
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", .malformed("Content-Length is '-5'")
      ),
      ("HTTP/1.1 200 OK\r\nContent-Length: 1048577\r\n\r\n", .tooLong),
    ])
  func refusals(text: String, error: ReplyError) {
    var reader = ReplyReader(method: "GET")
    #expect(throws: error) { try reader.consume(Array(text.utf8)) }
  }

  @Test(
    "longer than a board's are refused",
    arguments: [("X: ", 64 * 1024), ("\r\n", 1024 * 1024 + 1)])
  func tooLong(beginning: String, count: Int) throws {
    var reader = ReplyReader(method: "GET")
    try reader.consume(Array("HTTP/1.1 200 OK\r\n\(beginning)".utf8))
    #expect(throws: ReplyError.tooLong) {
      try reader.consume([UInt8](repeating: UInt8(ascii: "x"), count: count))
    }
  }

  @Test("in chunks that break their rules are refused")
  func brokenChunks() {
    var reader = ReplyReader(method: "GET")
    #expect(throws: ReplyError.self) {
      try reader.consume(
        Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n".utf8))
    }
  }

  @Test("up to a megabyte are read")
  func longest() throws {
    var reader = ReplyReader(method: "GET")
    try reader.consume(Array("HTTP/1.1 200 OK\r\nContent-Length: 1048576\r\n\r\n".utf8))
    try reader.consume([UInt8](repeating: 0x31, count: 1_048_576))
    #expect(reader.whole?.body.count == 1_048_576)
  }
}
