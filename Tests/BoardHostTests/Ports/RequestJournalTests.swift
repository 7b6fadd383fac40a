import BoardFirmware
import GNSSBasics
import HTTPMessages
import HTTPServer
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

  private static func entry(
    _ reply: HTTPReply, to target: String = "/", _ method: HTTPMethod = .get
  ) -> RequestJournal.Entry {
    RequestJournal.Entry(
      HTTPRequest(method, target), reply, at: .milliseconds(12_345), after: .microseconds(1500))
  }

  private func text(_ response: HTTPResponse) -> String {
    String(decoding: response.body, as: UTF8.self)
  }

  @Test("notes of each reply what was meant to be sent, and how long it took")
  func replies() {
    let response = HTTPResponse(
      status: 418, fields: [HTTPField("Content-Type", "text/x")], body: [1, 2, 3])
    let noted: [(HTTPReply, Int?, Int, String?, Duration)] = [
      (.now(response), 418, 3, "text/x", .microseconds(1500)),
      (.cut(response, after: 1), 418, 3, "text/x", .microseconds(1500)),
      (.stream(response, { _ in }), 418, 3, "text/x", .microseconds(1500)),
      (.raw([1, 2], endingAfter: .seconds(9)), 200, 2, nil, .microseconds(1500)),
      (.delayed(.now(response), by: .seconds(2)), 418, 3, "text/x", .microseconds(2_001_500)),
      (.reset, nil, 0, nil, .microseconds(1500)), (.end, nil, 0, nil, .microseconds(1500)),
    ]
    for (reply, status, count, type, wait) in noted {
      let entry = Self.entry(reply, to: "/a?b=c&d", .put)
      #expect(
        entry
          == RequestJournal.Entry(
            time: .milliseconds(12_345), method: "PUT", target: "/a?b=c&d", status: status,
            byteCount: count, type: type, wait: wait))
    }
  }

  @Test("tells each request in one object, and in the form of an HTTP Archive")
  func forms() {
    let journal = RequestJournal()
    journal.append(
      Self.entry(.now(HTTPResponse(status: 404, error: "no")), to: "/api/v1/x?y=1", .head))
    journal.append(Self.entry(.reset))
    let size = HTTPResponse(status: 404, error: "no").body.count
    #expect(
      text(HTTPResponse(status: 200, json: journal.json))
        == #"{"total":2,"requests":[{"board_time":12.345,"method":"HEAD","#
        + #""target":"/api/v1/x?y=1","status":404,"bytes":\#(size),"wait":0.002},"#
        + #"{"board_time":12.345,"method":"GET","target":"/","status":null,"bytes":0,"#
        + #""wait":0.002}]}"#)
    let message = #""httpVersion":"HTTP/1.1","cookies":[],"headers":[],"headersSize":-1"#
    func entry(
      _ method: String, _ url: String, _ status: Int, _ text: String, _ size: Int, _ type: String
    ) -> String {
      #"{"startedDateTime":"2026-06-01T12:00:12.345Z","time":1.500,"#
        + #""request":{"method":"\#(method)","url":"\#(url)",\#(message),"#
        + #""queryString":[],"bodySize":-1},"#
        + #""response":{"status":\#(status),"statusText":"\#(text)",\#(message),"#
        + #""content":{"size":\#(size),"mimeType":"\#(type)"},"redirectURL":"","#
        + #""bodySize":\#(size)},"cache":{},"#
        + #""timings":{"send":0,"wait":1.500,"receive":0}}"#
    }
    let archive = journal.archive(
      of: "http://b:1/boards/2/", bootDate: UnixTime(seconds: 1_780_315_200))
    #expect(
      text(HTTPResponse(status: 200, json: archive))
        == #"{"log":{"version":"1.2","creator":{"name":"boardsim","version":"1"},"entries":["#
        + entry("HEAD", "http://b:1/boards/2/api/v1/x?y=1", 404, "", size, "application/json")
        + "," + entry("GET", "http://b:1/boards/2/", 0, "reset", 0, "") + "]}}")
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
