import Bytes
import NtripProtocol
import Testing

@Suite("A request for the sourcetable")
struct SourcetableRequestTests {
  static let url = NtripURL(host: "example.org")

  @Test(
    "takes every form of table",
    arguments: [
      "SOURCETABLE 200 OK\r\nContent-Length: 34\r\n\r\n" + Answer.table,
      "SOURCETABLE 200 OK\r\n\r\n" + Answer.table, "SOURCETABLE 200 OK\r\n" + Answer.table,
      "HTTP/1.1 200 OK\r\nContent-Type: gnss/sourcetable\r\n\r\n" + Answer.table,
      "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\n" + Answer.table,
      "ICY 200 OK\r\n\r\n" + Answer.table, "SOURCETABLE 200 OK\r\n\r\nSTR;A;B;RTCM 3.2\r\n",
    ], [1, 1000])
  func takesTables(text: String, pieceSize: Int) {
    let answer = Array(text.utf8)
    let cuts = Array(stride(from: pieceSize, to: answer.count, by: pieceSize))
    let conversation = Conversation(with: answer, cutAt: cuts, url: Self.url)
    #expect(conversation.sourcetable?.streams.map(\.mountpoint) == ["A"])
    #expect(conversation.data.isEmpty)
  }

  @Test(
    "says what else came",
    arguments: [
      ("HTTP/1.1 401 No\r\n\r\n", .credentialsNeeded),
      ("HTTP/1.1 404 Not Found\r\n\r\n", .unexpectedStatus(404, "Not Found")),
      ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>", .notACaster("a web page")),
      ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{}", .notACaster("{}")),
      (
        "HTTP/1.1 200 OK\r\nContent-Type: gnss/sourcetable\r\nContent-Length: 99\r\n\r\nSTR;A",
        .cutOff
      ),
    ] as [(String, NtripFailure.Cause)])
  func otherAnswers(text: String, cause: NtripFailure.Cause) {
    #expect(Conversation(with: Array(text.utf8), cutAt: [], url: Self.url).cause == cause)
  }

  /// A table in encodings that the client did not request; the gzip data was made with Python.
  static let codings: [(String, [UInt8])] = [
    ("UTF-8 with a mark", [0xEF, 0xBB, 0xBF] + Array(Answer.table.utf8)),
    ("UTF-16 with a mark", [0xFF, 0xFE] + utf16(Answer.table)),
    ("UTF-16 without", utf16(Answer.table)),
    ("UTF-16, upper byte first", [0xFE, 0xFF] + utf16(Answer.table, isBigEndian: true)),
    (
      "gzip",
      Base64.decode("H4sIAAAAAAACAwsOCbJ2tHayDgpx9lUw1jPi5XL1cwn2Dw1ydg1xdPJx5eUCANQWLRAiAAAA".utf8)
        ?? []
    ),
  ]

  private static func utf16(_ text: String, isBigEndian: Bool = false) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return isBigEndian ? bytes.reversed() : bytes
    }
  }

  @Test(
    "reads a table in a coding that nobody asked for", arguments: codings,
    ["SOURCETABLE 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"])
  func decodes(coding: (name: String, body: [UInt8]), head: String) {
    for cuts in [[], Array(0..<coding.body.count)] {
      let conversation = Conversation(with: Array(head, coding.body), cutAt: cuts, url: Self.url)
      #expect(conversation.sourcetable?.streams.map(\.mountpoint) == ["A"])
    }
  }

  @Test("a compressed table that is cut off or damaged is no table")
  func tornTable() {
    let body = Self.codings[4].1
    let head = "SOURCETABLE 200 OK\r\n\r\n"
    let short = Conversation(with: Array(head, Array(body.dropLast(9))), cutAt: [], url: Self.url)
    #expect(short.cause == .cutOff || short.sourcetable?.streams.count == 1)
    let torn = Conversation(with: Array(head, Array(body.prefix(20))), cutAt: [], url: Self.url)
    #expect(torn.cause == .cutOff)
  }

  @Test(
    "tells what came in place of records",
    arguments: [
      ("SOURCETABLE 200 OK\r\n\r\nService is closed\r\nsorry\r\n", "Service is closed"),
      ("SOURCETABLE 200 OK\r\n\r\nno access\r\nENDSOURCETABLE\r\n", "no access"),
      (
        "HTTP/1.1 200 OK\r\nContent-Type: gnss/sourcetable\r\nContent-Length: 4\r\n\r\n(\u{B5}/\u{FD}",
        "packed by zstd"
      ),
    ])
  func noTable(answer: String, line: String) {
    let bytes = answer.unicodeScalars.map { UInt8($0.value) }
    let conversation = Conversation(with: bytes, cutAt: [], url: Self.url)
    guard case .notATable(let words) = conversation.cause else {
      Issue.record("unexpected \(String(describing: conversation.cause))")
      return
    }
    #expect(words == line)
    #expect(conversation.cause?.urgency == .late)
  }

  @Test("a table in chunks that were not announced is read without their lengths")
  func unannouncedChunks() {
    let answer = Array(
      "SOURCETABLE 200 OK\r\n\r\na\r\nSTR;A;B;RT\r\n18\r\nCM 3.2\r\nENDSOURCETABLE\r\n\r\n0\r\n\r\n"
    )
    for cuts in [[], Array(0..<answer.count)] {
      let conversation = Conversation(with: answer, cutAt: cuts, url: Self.url)
      #expect(conversation.sourcetable?.streams.map(\.format) == ["RTCM 3.2"])
    }
  }

  @Test("a table may have no mountpoints, if it says so by its form or its end")
  func takesEmptyTables() {
    for answer in [
      "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nENDSOURCETABLE\r\n",
      "SOURCETABLE 200 OK\r\n\r\n",
    ] {
      let conversation = Conversation(with: Array(answer.utf8), cutAt: [], url: Self.url)
      #expect(conversation.sourcetable?.streams.isEmpty == true)
    }
  }

  @Test(
    "a table that has come to its end is whole, whatever follows it, cut anywhere or not at all")
  func brokenBehindTheEnd() {
    let length = String(Answer.table.utf8.count, radix: 16)
    let answer = Array(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(length)\r\n\(Answer.table)\r\nno length"
        .utf8)
    for cut in 0...answer.count {
      let conversation = Conversation(with: answer, cutAt: [cut], url: Self.url)
      #expect(conversation.sourcetable?.streams.map(\.mountpoint) == ["A"])
    }
  }

  @Test("what follows the end is not part of what is told of a table without records, cut anywhere")
  func bytesBehindTheEnd() {
    let head = Array("SOURCETABLE 200 OK\r\n\r\nsorry\r\nENDSOURCETABLE\r\n".utf8)
    let answer = head + Array(repeating: 0xC1, count: 20)
    for cut in 0...answer.count {
      let conversation = Conversation(with: answer, cutAt: [cut], url: Self.url)
      #expect(conversation.cause == .notATable("sorry"), "cut at \(cut)")
    }
  }

  @Test("a table that ends within 4 MiB is whole, however much follows it in the same piece")
  func muchBehindTheEnd() {
    for (size, isWhole) in [(4_194_304, true), (4_194_305, false)] {
      let end = Array("\nENDSOURCETABLE".utf8)
      let record = Array("STR;A;B;RTCM 3.2;".utf8)
      let filling = [UInt8](repeating: UInt8(ascii: "x"), count: size - record.count - end.count)
      let answer = Array("SOURCETABLE 200 OK\r\n\r\n".utf8) + record + filling + end
      for rest in [0, 1] {
        let whole = answer + [UInt8](repeating: .lineFeed, count: rest)
        let conversation = Conversation(with: whole, cutAt: [], url: Self.url)
        #expect((conversation.sourcetable != nil) == isWhole, "\(size) and \(rest)")
      }
    }
  }

  @Test("a table without end is an error, not a full memory")
  func endlessTable() {
    var session = NtripClientSession(to: Self.url, at: .zero)
    session.receive(Array("SOURCETABLE 200 OK\r\n\r\n".utf8).span, at: .zero) { _ in }
    let block = [UInt8](repeating: 0x41, count: 65_536)
    for _ in 0..<64 { session.receive(block.span, at: .zero) { _ in } }
    #expect(session.state == .awaitingAnswer)
    session.receive([0x41].span, at: .zero) { _ in }
    #expect(
      session.state
        == .ended(
          .failure(
            NtripFailure(
              .malformed("the sourcetable is longer than 4 MiB"), caster: "example.org:2101",
              mountpoint: ""))))
  }
}
