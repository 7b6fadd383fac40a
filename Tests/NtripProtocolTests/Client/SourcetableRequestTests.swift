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
