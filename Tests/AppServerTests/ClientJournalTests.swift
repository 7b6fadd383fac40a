import GNSSBasics
import HTTPMessages
import Locks
import Testing

@testable import AppServer

@Suite("the journal of clients")
struct ClientJournalTests {
  private let journal = ClientJournal(node: "one")
  private let caller = Caller(address: "192.0.2.7", isLocal: false, isEncrypted: true)

  private func record(
    _ method: HTTPMethod = .get, _ target: String, at seconds: Int64 = 0, agent: String? = nil,
    _ kinds: FindingKind..., found: String = ""
  ) {
    journal.record(
      HTTPRequest(method, target, fields: agent.map { [HTTPField("User-Agent", $0)] } ?? []),
      from: caller, at: UnixTime(seconds: seconds),
      response: HTTPResponse(status: 404, fields: [], body: [1, 2, 3]),
      findings: kinds.map { Finding($0, expected: "e", found: found) })
  }

  @Test("a new finding is told once, its repetitions are not, and again once it was removed")
  func newFindings() {
    let told = Lock<[FindingRecord]>([])
    let journal = ClientJournal { record in told.withLock { $0.append(record) } }
    func record(_ target: String, at seconds: Int64, _ kinds: FindingKind...) {
      journal.record(
        HTTPRequest(.get, target), from: caller, at: UnixTime(seconds: seconds),
        response: HTTPResponse(status: 404, fields: [], body: []),
        findings: kinds.map { Finding($0, expected: "e", found: "f") })
    }
    record("/api/data", at: 5, .cleartext, .emailCase)
    record("/api/data", at: 6, .emailCase, .cleartext)
    record("/api/user", at: 7, .emailCase)
    #expect(told.withLock { $0.map(\.finding.kind) } == [.cleartext, .emailCase, .emailCase])
    #expect(told.withLock { $0.map(\.count) } == [1, 1, 1])
    #expect(told.withLock { $0.map(\.first) } == [5, 5, 7].map { UnixTime(seconds: $0) })
    journal.clearFindings()
    record("/api/user", at: 8, .emailCase)
    #expect(told.withLock(\.count) == 4)
  }

  @Test("a request is written down with all that is told of it")
  func requests() {
    record(.post, "/api/user/login", at: 5, agent: "dart\u{1B}[1m", .cleartext, .emailCase)
    record(.get, "/api/data?limit=3", at: 6)
    #expect(
      journal.requests == [
        RequestRecord(
          node: "one", number: 1, time: UnixTime(seconds: 5), client: "192.0.2.7", method: "POST",
          target: "/api/user/login", agent: #"dart\u001b[1m"#, status: 404, length: 3,
          findings: [.cleartext, .emailCase]),
        RequestRecord(
          node: "one", number: 2, time: UnixTime(seconds: 6), client: "192.0.2.7", method: "GET",
          target: "/api/data?limit=3", agent: nil, status: 404, length: 3, findings: []),
      ])
  }

  @Test(
    "a target is told without what a log must not have, and not beyond 300 bytes",
    arguments: [
      (
        "/a?token=x&b=1&PASSWORD=y&$$app_token=z&tokens=2&APPID=k",
        "/a?token=…&b=1&PASSWORD=…&$$app_token=…&tokens=2&APPID=…"
      ),
      ("/a?b", "/a?b="), ("/a?", "/a"),
      ("/" + String(repeating: "x", count: 299), "/" + String(repeating: "x", count: 299)),
      ("/" + String(repeating: "x", count: 300), "/" + String(repeating: "x", count: 299) + "…"),
    ])
  func targets(target: String, told: String) {
    record(.get, target)
    #expect(journal.requests.map(\.target) == [told])
  }

  @Test("the latest thousand requests are kept, and all are counted", arguments: [999, 1000, 2500])
  func manyRequests(count: Int) {
    for number in 1...count { record(.get, "/\(number)") }
    let kept = max(1, count - 999)...count
    #expect(journal.requests.map(\.number) == Array(kept))
    #expect(journal.requests.map(\.target) == kept.map { "/\($0)" })
    #expect(journal.requestCount == count)
    journal.clearRequests()
    #expect(journal.requests.isEmpty && journal.requestCount == count)
    record(.get, "/last")
    #expect(journal.requests.map(\.number) == [count + 1])
  }

  @Test(
    "of each kind at each place there is one finding: the latest, how often, when first and last")
  func findings() {
    record(.post, "/api/data", at: 10, .notANumber, found: "one")
    record(.post, "/api/data/", at: 20, .notANumber, found: "two")
    record(.post, "/api/data", at: 30, .notANumber, .markup, found: "three")
    #expect(
      journal.findings == [
        FindingRecord(
          node: "one", finding: Finding(.notANumber, expected: "e", found: "three"),
          request: "POST /api/data",
          count: 3, first: UnixTime(seconds: 10), last: UnixTime(seconds: 30)),
        FindingRecord(
          node: "one", finding: Finding(.markup, expected: "e", found: "three"),
          request: "POST /api/data",
          count: 1, first: UnixTime(seconds: 30), last: UnixTime(seconds: 30)),
      ])
    journal.clearFindings()
    #expect(journal.findings.isEmpty && journal.requestCount == 3)
  }

  @Test("the worst comes first, then the most frequent, then by name and request")
  func order() {
    record(.get, "/resource/b", .allRows)
    record(.get, "/resource/a", .allRows)
    record(.get, "/api/user/me", .trailingSlash)
    record(.get, "/api/user/me", .trailingSlash)
    record(.get, "/api/user/me", .trailingSlash)
    record(.get, "/api/data", .emailCase, .nullToken, .endedToken, .expiredToken)
    record(.get, "/api/data", .expiredToken)
    #expect(
      journal.findings.map { "\($0.finding.kind.rawValue) \($0.request) \($0.count)" } == [
        "auth.expired GET /api/data 2", "auth.after-logout GET /api/data 1",
        "auth.null-token GET /api/data 1", "user.email-case GET /api/data 1",
        "arpa.all-rows GET /resource/a 1", "arpa.all-rows GET /resource/b 1",
        "query.trailing-slash GET /api/user/me 3",
      ])
  }

  @Test("paths that nobody serves are one place, those of open data are told apart by 40 letters")
  func places() {
    let long = "/resource/" + String(repeating: "x", count: 30)
    for path in ["/a", "/b/", "/", "/api/nothing", "\(long)a", "\(long)b", "/resource/x"] {
      record(.get, path, .missingToken)
    }
    for method in [HTTPMethod.get, .put] { record(method, "/api/user/me", .missingToken) }
    #expect(
      Set(journal.findings.map { "\($0.request) \($0.count)" }) == [
        "GET /a 4", "GET \(long)a 2", "GET /resource/x 1", "GET /api/user/me 1",
        "PUT /api/user/me 1",
      ])
  }

  @Test("a path that a finding repeats is shortened, and nothing that a terminal obeys")
  func longPath() {
    record(.get, "/\u{1B}" + String(repeating: "x", count: 70), .reversed)
    #expect(
      journal.findings.map(\.request) == [#"GET /\u001b"# + String(repeating: "x", count: 58) + "…"]
    )
  }

  @Test("a thousand places are kept, and those that are known go on being counted")
  func manyFindings() {
    for number in 1...1001 { record(.get, "/resource/\(number)", at: 1, .allRows) }
    record(.get, "/resource/1000", at: 2, .allRows)
    record(.get, "/resource/1001", at: 2, .allRows)
    #expect(journal.findings.count == 1000)
    #expect(journal.findings.first?.request == "GET /resource/1000")
    #expect(journal.findings.map(\.count) == [2] + Array(repeating: 1, count: 999))
    #expect(!journal.findings.contains { $0.request.hasSuffix("/1001") })
  }

  @Test("severities are in order, and every kind has one, with words that say what to do")
  func severities() {
    #expect(FindingSeverity.allCases.sorted() == [.note, .wasteful, .misleads, .breaks])
    for (index, a) in FindingSeverity.allCases.enumerated() {
      for (other, b) in FindingSeverity.allCases.enumerated() {
        #expect((a < b) == (index < other))
      }
    }
    #expect(FindingKind.allCases.count { $0.severity == .breaks } == 15)
    #expect(FindingKind.allCases.filter { $0.severity == .wasteful } == [.rangeTooLarge, .allRows])
    #expect(FindingKind.allCases.filter { $0.severity == .note } == [.trailingSlash, .cleartext])
    #expect(FindingKind.allCases.allSatisfy { !$0.reality.isEmpty && !$0.remedy.isEmpty })
  }
}
