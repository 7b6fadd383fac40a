import BoardFirmware
import TestSupport
import Testing

@testable import BoardHost

@Suite("The journal of requests", .timeLimit(.minutes(2)))
struct RequestJournalTests {
  @Test("has each request with its board time, status and size, until it is cleared")
  func entries() throws {
    let service = try manualBoard()
    defer { service.stop() }
    try service.advance("3")
    let size = try service.get("/").body.count
    _ = try service.get("/api/v1/nothing?a=b&c")
    let journal = try JSONDocument(service.control("/api/v1/requests").body)
    #expect(journal.number("total") == 2)
    let text = try service.control("/api/v1/requests").text
    #expect(
      text.contains(
        #"{"board_time":3.000,"method":"GET","target":"/","status":200,"bytes":\#(size),"wait":"#))
    #expect(text.contains(#""target":"/api/v1/nothing?a=b&c","status":404"#))
    _ = try HTTPAnswer.to(
      "DELETE", "/api/v1/requests", port: service.controlPort, body: "")
    #expect(try service.control("/api/v1/requests").text == #"{"total":0,"requests":[]}"#)
  }

  @Test("is an HTTP Archive, with the board's dates; a reset connection has no status")
  func archive() throws {
    let service = try manualBoard()
    defer { service.stop() }
    let body = #"{"fault":"http.reset"}"#
    _ = try HTTPAnswer.to("POST", "/api/v1/faults", port: service.controlPort, body: body)
    #expect(throws: (any Error).self) { try service.get("/x") }
    let archive = try JSONDocument(service.control("/api/v1/requests.har").body)
    #expect(archive.text("log.version") == "1.2")
    let text = try service.control("/api/v1/requests.har").text
    #expect(text.contains(#""startedDateTime":"2026-06-01T12:00:00.000Z""#))
    #expect(text.contains(#""url":"http://127.0.0.1:\#(service.port)/x""#))
    #expect(text.contains(#""status":0,"statusText":"reset""#))
  }

  @Test("keeps the last ten thousand")
  func limit() {
    let journal = RequestJournal()
    for number in 0..<(RequestJournal.limit + 3) {
      journal.append(
        .init(
          time: .seconds(number), method: "GET", target: "/", byteCount: 0, wait: .zero))
    }
    let (entries, total) = journal.contents
    #expect(total == RequestJournal.limit + 3 && entries.count == RequestJournal.limit)
    #expect(entries.first?.time == .seconds(3))
    #expect(entries.last?.time == .seconds(RequestJournal.limit + 2))
  }
}
