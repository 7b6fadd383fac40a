@testable import BoardHost
import Platform
import Testing

@Suite("What a board's conduct tells")
struct BoardConductTests {
  private static func exchange(
    at second: Double = 0, took seconds: Double = 0.005, body: String = BoardRecord.goodBody
  ) -> BoardExchange {
    BoardExchange(
      sentAt: .seconds(second), elapsed: .seconds(seconds),
      outcome: .answered(BoardReply(body: Array(body.utf8))))
  }

  private static func failed(
    _ failure: BoardFailure, at second: Double = 0, after seconds: Double = 0
  ) -> BoardExchange {
    BoardExchange(sentAt: .seconds(second), elapsed: .seconds(seconds), outcome: .failed(failure))
  }

  private static func record(_ change: (inout BoardRecord) -> Void) throws -> BoardRecord {
    var record = try BoardRecord.of()
    change(&record)
    return record
  }

  // MARK: Reaching

  @Test(
    "a board that is not there is told with what to try, and nothing else is judged",
    arguments: [
      ("http://127.0.0.1:3000", BoardFailure.noConnection(.refused), "boardsim run"),
      ("http://127.0.0.1", .noConnection(.refused), "boards are on 3000"),
      ("http://192.168.1.20:3000", .noConnection(.refused), "--lan"),
      ("http://10.0.2.2:3000", .noConnection(.timedOut), "127.0.0.1"),
      ("http://192.168.1.20:3000", .noConnection(.timedOut), "firewall"),
      ("http://board:3000", .noConnection(.unknownHost), "in numbers"),
      ("http://127.0.0.1:2101", .notHTTP("ICY 200 OK"), "another program"),
      ("http://127.0.0.1:3000", .silent, "docs/wire-format.md"),
    ])
  func unreachable(url: String, failure: BoardFailure, says: String) throws {
    let record = BoardRecord(url: try BoardURL(url), first: Self.failed(failure))
    let report = CheckReport(of: record)
    #expect(report.findings.map(\.name) == ["reachable"])
    #expect(report.findings.verdict == .fail)
    #expect(report.findings[0].sentence.contains(says))
  }

  @Test("a path that one of the apps cannot ask for, and redirects, are told")
  func detours() throws {
    #expect(try BoardRecord.of(path: "/data").finding("path")?.verdict == .warn)
    #expect(try BoardRecord.of().finding("path") == nil)
    let redirected = try Self.record { $0.redirects = ["http://board/x"] }
    #expect(redirected.finding("redirect")?.verdict == .warn)
    var endless = try BoardRecord.of(status: 302)
    endless.redirects = ["/a"]
    #expect(endless.finding("redirect")?.verdict == .fail)
  }

  @Test("a status other than 200 is told with its number", arguments: [204, 404, 500])
  func status(status: Int) throws {
    let finding = try BoardRecord.of(status: status).finding("status")
    #expect(finding?.verdict == .fail)
    #expect(finding?.found.hasPrefix("\(status) for 10 of 10") == true)
  }

  @Test("compression that was not asked for is told")
  func compression() throws {
    let record = try BoardRecord.of(fields: [("Content-Encoding", "gzip")])
    #expect(record.finding("text")?.verdict == .fail)
    #expect(record.finding("text")?.found.contains("gzip") == true)
    let identity = try BoardRecord.of(fields: [("Content-Encoding", "Identity")])
    #expect(identity.finding("text")?.verdict == .ok)
  }

  @Test("a type other than the text's is told")
  func type() throws {
    let reply = BoardReply(
      fields: [.init(name: "content-type", value: "application/json")],
      body: Array(BoardRecord.goodBody.utf8))
    #expect(try BoardRecord.of(reply).finding("type")?.found == "application/json")
    #expect(try BoardRecord.of(BoardReply()).finding("type")?.found == "no Content-Type")
  }

  @Test("counts of fields that change from poll to poll are told")
  func changingCounts() throws {
    let record = try Self.record { $0.polls.append(Self.exchange(body: "1;2")) }
    #expect(record.finding("fields")?.verdict == .fail)
    #expect(record.finding("fields")?.found.contains("2 to 13") == true)
  }

  @Test("where there was one poll only, that is looked at")
  func onePoll() throws {
    let record = try Self.record { $0.polls = [] }
    #expect(record.finding("fields")?.verdict == .ok)
    #expect(record.finding("status")?.found == "200 for each of 8 polls")
    #expect(record.finding("time")?.verdict == .ok)
    let without = try Self.record { ($0.polls, $0.kept) = ([], []) }
    #expect(without.finding("time") == nil)
  }

  @Test("requests are those of phones, without what HTTP/1.0 does not have")
  func requests() {
    let rest = "Accept: */*\r\nAccept-Encoding: identity\r\nUser-Agent: boardsim-check\r\n\r\n"
    for (version, connection) in [(0, ""), (1, "Connection: keep-alive\r\n")] {
      let request = BoardRequest("HEAD", path: "/a", minorVersion: version)
      let text = "HEAD /a HTTP/1.\(version)\r\nHost: board:1\r\n\(connection)\(rest)"
      #expect(request.bytes(to: "board:1") == Array(text.utf8))
    }
  }

  // MARK: Pace

  @Test("values that stand still, and values that each poll makes, are told")
  func cadence() throws {
    let still = try Self.record { $0.polls = [Self.exchange(), Self.exchange(at: 5)] }
    #expect(still.finding("cadence")?.verdict == .warn)
    #expect(
      still.finding("cadence")?.found.contains("the same text in 2 polls within 5.0 s") == true)
    let driven = try Self.record { record in
      record.burst = (0..<10).map { Self.exchange(at: Double($0) / 100, body: "\($0)") }
    }
    #expect(driven.finding("cadence")?.verdict == .warn)
    #expect(driven.finding("cadence")?.sentence.contains("each poll") == true)
  }

  @Test(
    "ten polls within three seconds, more than half of them with other values, are driven by polls",
    arguments: [
      (10, 2.999, 6, true), (9, 1, 6, false), (10, 3, 6, false), (10, 1, 5, false),
    ])
  func drivenByPolls(count: Int, span: Double, changes: Int, isDriven: Bool) throws {
    let record = try Self.record { record in
      record.polls = [Self.exchange(body: "1"), Self.exchange(at: 2, body: "2")]
      record.burst = (0..<count).map { index in
        Self.exchange(
          at: span * Double(index) / Double(count - 1), body: "\(min(index, changes))")
      }
    }
    let finding = try #require(record.finding("cadence"))
    #expect((finding.verdict == .warn) == isDriven)
    if !isDriven { #expect(finding.found == "1 changes in 2 polls within 2.0 s") }
  }

  @Test("an answer may grow by a hundred bytes, and what shrinks in between does not grow")
  func growthLimit() throws {
    for (lengths, isGrowing) in [
      ([200, 250, 300], false), ([200, 250, 301], true), ([200, 180, 400], false),
    ] {
      let record = try Self.record { record in
        record.burst = lengths.map { Self.exchange(body: String(repeating: "1", count: $0)) }
      }
      #expect((record.finding("load")?.verdict == .fail) == isGrowing)
    }
  }

  @Test("polls at once are answered while each takes less than five seconds")
  func overlappingLimit() throws {
    for (seconds, isFine) in [(4.999, true), (5.0, false)] {
      let record = try Self.record {
        $0.overlapping = [Self.exchange(), Self.exchange(took: seconds)]
      }
      #expect((record.finding("overlapping")?.verdict == .ok) == isFine)
    }
    let none = try Self.record { $0.overlapping = [] }
    #expect(none.finding("overlapping") == nil)
  }

  @Test(
    "late answers are told from the apps' five seconds on",
    arguments: [(0.999, CheckVerdict.ok), (1, .warn), (4.999, .warn), (5, .fail), (9, .fail)])
  func time(seconds: Double, verdict: CheckVerdict) throws {
    let record = try Self.record { $0.polls.append(Self.exchange(at: 3, took: seconds)) }
    #expect(record.finding("time")?.verdict == verdict)
  }

  @Test("a poll without an answer is told with its reason")
  func noAnswer() throws {
    let record = try Self.record { $0.polls.append(Self.failed(.silent, after: 10)) }
    #expect(record.finding("time")?.verdict == .fail)
    #expect(record.finding("time")?.found.contains("no answer came") == true)
  }

  @Test("polls at once that are lost or late are counted")
  func overlapping() throws {
    let record = try Self.record {
      $0.overlapping = [
        Self.exchange(), Self.exchange(took: 5), Self.failed(.noConnection(.refused)),
      ]
    }
    #expect(record.finding("overlapping")?.verdict == .fail)
    #expect(
      record.finding("overlapping")?.found
        == "1 of 3 polls at once answered within 5 s: the connection was refused")
  }

  @Test("a board that fails under many polls, or whose answer grows, is told")
  func load() throws {
    let failing = try Self.record { record in
      record.burst = [
        Self.exchange(at: 4), Self.exchange(at: 5),
        Self.failed(.cutOff(received: 0), at: 5.5, after: 0.25),
      ]
    }
    #expect(failing.finding("load")?.verdict == .fail)
    #expect(
      failing.finding("load")?.found
        == "2 of 3 polls answered in 1.8 s: the connection was closed without an answer")
    let growing = try Self.record { record in
      record.burst = (1...3).map { Self.exchange(body: String(repeating: "1;", count: $0 * 60)) }
    }
    #expect(growing.finding("load")?.found.contains("from 120 to 360 bytes") == true)
    #expect(growing.finding("load")?.verdict == .fail)
  }

  @Test("a connection that ended is told with what came before")
  func cutOff() {
    #expect("\(BoardFailure.cutOff(received: 0))" == "the connection was closed without an answer")
    #expect(
      "\(BoardFailure.cutOff(received: 1))" == "the connection ended 1 bytes into the answer")
  }

  // MARK: HTTP

  @Test("bytes behind an answer's end are told")
  func surplus() throws {
    let reply = BoardReply(body: Array(BoardRecord.goodBody.utf8), surplus: 2)
    #expect(try BoardRecord.of(reply).finding("length")?.verdict == .fail)
  }

  @Test(
    "a connection that is not kept is right when the answer says so",
    arguments: [
      (BoardReply(fields: [.init(name: "Connection", value: "close")]), BoardFailure?.none, "ok"),
      (BoardReply(ending: .connection), nil, "ok"), (BoardReply(minorVersion: 0), nil, "ok"),
      (BoardReply(), .cutOff(received: 0), "warn"), (BoardReply(), .silent, "fail"),
      (BoardReply(), .cutOff(received: 3), "fail"), (BoardReply(), nil, "ok"),
    ])
  func keepAlive(reply: BoardReply, failure: BoardFailure?, verdict: String) throws {
    let record = try Self.record { record in
      record.kept = [BoardExchange(outcome: .answered(reply))]
      if let failure { record.kept.append(Self.failed(failure)) }
    }
    #expect(record.finding("keep-alive")?.verdict.rawValue == verdict)
  }

  @Test("an answer says that its connection ends, or its version does")
  func announcedEnd() {
    for (version, field, ending, isEnd) in [
      (1, nil, .length, false), (0, nil, .length, true), (0, "Keep-Alive", .length, false),
      (1, "keep-alive", .length, false), (1, "Close", .length, true), (0, "close", .chunks, true),
      (1, nil, .connection, true), (0, "keep-alive", .connection, true), (1, nil, .none, false),
    ] as [(Int, String?, BoardReply.Ending, Bool)] {
      let fields = field.map { [BoardReply.Field(name: "Connection", value: $0)] } ?? []
      let reply = BoardReply(minorVersion: version, fields: fields, ending: ending)
      #expect(reply.announcesEnd == isEnd, "HTTP/1.\(version), \(field ?? "nothing"), \(ending)")
    }
  }

  @Test("what no app asks for is a warning at most")
  func rareRequests() throws {
    let record = try Self.record { record in
      record.old = Self.failed(.silent)
      record.head = BoardExchange(outcome: .answered(BoardReply(ending: .none, surplus: 85)))
      record.options = Self.failed(.cutOff(received: 0))
      record.first = Self.exchange()
    }
    #expect(record.finding("http-1.0")?.verdict == .warn)
    #expect(record.finding("head")?.found == "85 bytes behind the head")
    #expect(record.finding("head")?.verdict == .warn)
    #expect(record.finding("origin")?.verdict == .warn)
    let chunked = try Self.record {
      $0.old = BoardExchange(outcome: .answered(BoardReply(ending: .chunks)))
    }
    #expect(chunked.finding("http-1.0")?.found.contains("chunks") == true)
    let refused = try Self.record {
      $0.old = BoardExchange(outcome: .answered(BoardReply(status: 505)))
    }
    #expect(refused.finding("http-1.0")?.verdict == .warn)
    #expect(refused.finding("http-1.0")?.found == "status 505")
    let noHead = try Self.record {
      $0.head = BoardExchange(outcome: .answered(BoardReply(status: 405, ending: .none)))
    }
    #expect(noHead.finding("head")?.verdict == .warn)
    #expect(noHead.finding("head")?.found == "status 405")
  }

  // MARK: Off and on

  @Test("a board that goes away and comes back is told with what the apps see")
  func comeback() throws {
    let record = try Self.record { record in
      record.watched = [
        Self.exchange(at: 10), Self.failed(.noConnection(.refused), at: 11),
        Self.failed(.noConnection(.refused), at: 12), Self.exchange(at: 13),
        Self.exchange(at: 14, body: BoardRecord.goodBody.replacing(";12;", with: ";;")),
      ]
    }
    let finding = try #require(record.finding("off-and-on"))
    #expect(finding.verdict == .ok)
    #expect(
      finding.found
        == "away from 1.0 s on for 2 polls (refused at once), then 2 answers, "
        + "1 of them with empty fields")
    #expect(finding.apps?.contains("alerts each second") == true)
  }

  @Test("one that stays away, or comes back with other fields, fails")
  func noComeback() throws {
    let away = try Self.record { record in
      record.watched = [Self.exchange(at: 10), Self.failed(.silent, at: 11)]
    }
    #expect(away.finding("off-and-on")?.verdict == .fail)
    #expect(away.finding("off-and-on")?.sentence.contains("waits 5 s for each poll") == true)
    let other = try Self.record { record in
      record.watched = [Self.failed(.silent, at: 10), Self.exchange(at: 11, body: "1;2")]
    }
    #expect(other.finding("off-and-on")?.verdict == .fail)
    #expect(try BoardRecord.of().finding("off-and-on") == nil)
  }

  // MARK: Reports

  @Test("a report tells each finding in one line, as JSON and as a test case")
  func forms() throws {
    let report = CheckReport(of: try .of("1;2"))
    let lines = report.text.split(separator: "\n")
    #expect(lines.count == report.findings.count + 1)
    #expect(lines.contains { $0.hasPrefix("fail  fields ") })
    #expect(lines.last?.hasPrefix("http://127.0.0.1:3000/ as moqa, 13 requests: ") == true)
    #expect(report.json.contains(#""verdict":"fail","checks":[{"name":"reachable","verdict":"ok""#))
    #expect(report.json.contains(#""dialect":"moqa","requests":13,"#))
    #expect(report.json.contains(#""apps":"the apps take them by position"#))
    #expect(report.junit.contains(#"classname="boardsim.check" name="fields"><failure message="#))
    #expect(report.junit.contains(#"name="reachable"/>"#))
  }

  @Test("times are told in milliseconds up to a second")
  func brief() {
    for (time, text) in [
      (Duration.zero, "0 ms"), (.microseconds(1), "1 ms"), (.milliseconds(999), "999 ms"),
      (.milliseconds(1000), "1.0 s"), (.milliseconds(12_340), "12.3 s"),
    ] {
      #expect(time.brief == text)
    }
  }

  @Test(
    "a redirect that leads on is one of status 300 to 399", arguments: [200, 299, 300, 399, 400])
  func leadingOn(status: Int) throws {
    var record = try BoardRecord.of(status: status)
    record.redirects = ["/a"]
    #expect((record.finding("redirect")?.verdict == .fail) == (300...399).contains(status))
  }

  @Test("a check that ran out of time says so")
  func cutShort() throws {
    #expect(try Self.record { $0.isCutShort = true }.finding("duration")?.verdict == .warn)
  }
}
