@testable import AppHost
import AppServer
import Foundation
import GNSSBasics
import HTTPMessages
import TestSupport
import Testing

@Suite("the apps' port")
struct AppPortTests {
  private func toldClient(
    _ client: String?, forwarded: String? = nil, proxy: String? = "127.0.0.1"
  ) async throws -> String? {
    let memory = try await PortInMemory { $0.proxy = proxy }
    let fields = forwarded.map { ["X-Forwarded-For": $0] } ?? [:]
    await memory.ask(.get, "/healthz", from: client, fields: fields)
    return memory.port.journal.requests.last?.client
  }

  @Test(
    "of an address of IPv6 the first half counts, of others all",
    arguments: [
      ("192.0.2.1", "192.0.2.1"), ("unknown", "unknown::/64"), ("::1", "::1"),
      ("::ffff:192.0.2.1", "::ffff:192.0.2.1"), ("::ffff:127.0.0.1", "::ffff:127.0.0.1"),
      ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8::1", "2001:db8:0:0::/64"),
      ("2001:db8:1::1", "2001:db8:1:0::/64"), ("1:2:3:4::5", "1:2:3:4::/64"),
      ("1:2:3:4:5::6", "1:2:3:4::/64"), ("1::2:3:4:5:6:7", "1:0:2:3::/64"),
      ("1::4:5:6:7:8", "1:0:0:4::/64"), ("1::2:3:4:5:6:7:8", "1:2:3:4::/64"),
      ("1:2::", "1:2:0:0::/64"), ("fe80::1%eth0", "fe80:0:0:0::/64"),
    ])
  func networks(address: String, network: String) async throws {
    let expected = address == "unknown" ? "unknown" : network
    #expect(try await toldClient("127.0.0.1", forwarded: address) == expected)
    #expect(try await toldClient(address) == expected)
  }

  @Test("what others say of the client counts only behind a proxy")
  func forwarded() async throws {
    #expect(try await toldClient("127.0.0.1", forwarded: "6.6.6.6,  192.0.2.9") == "192.0.2.9")
    let mapped = try await toldClient("::ffff:127.0.0.1", forwarded: "192.0.2.9")
    #expect(mapped == "192.0.2.9")
    // A request that does not come from the proxy has no forwarded address.
    #expect(try await toldClient("192.0.2.1", forwarded: "192.0.2.9") == "192.0.2.1")
    let plain = try await toldClient("192.0.2.1", forwarded: "6.6.6.6", proxy: nil)
    #expect(plain == "192.0.2.1")
    #expect(try await toldClient(nil) == "unknown")
  }

  private func notesCleartext(
    from client: String, _ fields: [String: String] = [:],
    change: (inout AppService.Configuration) -> Void = { _ in }
  ) async throws -> Bool {
    let memory = try await PortInMemory(change)
    await memory.ask(
      .post, "/api/user/login", from: client,
      fields: fields.merging(["Content-Type": "application/json"]) { $1 },
      body: #"{"email":"a@b.c","password":"x"}"#)
    return memory.port.journal.findings.contains { $0.finding.kind == .cleartext }
  }

  @Test("a password from elsewhere without TLS is noted, one from here or through TLS is not")
  func cleartext() async throws {
    #expect(try await notesCleartext(from: "192.0.2.1"))
    #expect(try await notesCleartext(from: "::2"))
    for client in ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"] {
      #expect(try await !notesCleartext(from: client), "\(client)")
    }
    let proxied = { (configuration: inout AppService.Configuration) in
      configuration.proxy = "192.0.2.1"
    }
    let (https, http) = (["X-Forwarded-Proto": "https"], ["X-Forwarded-Proto": "http"])
    #expect(try await notesCleartext(from: "192.0.2.1", https), "anybody can write it")
    #expect(try await !notesCleartext(from: "192.0.2.1", https, change: proxied))
    #expect(try await notesCleartext(from: "192.0.2.1", http, change: proxied))
    let elsewhere = ["X-Forwarded-For": "127.0.0.1"]
    #expect(try await notesCleartext(from: "192.0.2.1", elsewhere, change: proxied))
    #expect(try await notesCleartext(from: "192.0.2.2", https, change: proxied))
    let folder = try TemporaryFolder()
    let made = try LocalAuthority(folder: folder.path).identity(
      for: [], at: Int64(Date().timeIntervalSince1970))
    #expect(try await !notesCleartext(from: "192.0.2.1") { $0.identity = made.identity })
  }

  @Test("requests are counted by place and status, findings by kind")
  func counts() {
    let counts = RequestCounts()
    for (status, path) in [
      (200, "/api/data"), (200, "/api/data"), (401, "/api/user/me"), (200, "/"), (404, "/apix"),
      (200, "/resource/x.json"), (401, "/data/2.5/weather"),
    ] {
      counts.count(status, at: HTTPRequest(.get, path))
    }
    let journal = ClientJournal(node: "one")
    let caller = Caller(address: "a", isLocal: true, isEncrypted: false)
    for kind in [FindingKind.nullToken, .nullToken, .cleartext] {
      journal.record(
        HTTPRequest(.get, "/api/data"), from: caller, at: ServedApp.date,
        response: HTTPResponse(status: 200, fields: [], body: []),
        findings: [Finding(kind, expected: "a", found: "b")])
    }
    #expect(
      counts.metrics(journal) == """
        # HELP boardsim_server_info The server's name among those that share a store.
        # TYPE boardsim_server_info gauge
        boardsim_server_info{node="one"} 1
        # HELP boardsim_server_requests_total Requests by place and status.
        # TYPE boardsim_server_requests_total counter
        boardsim_server_requests_total{place="api",status="200"} 2
        boardsim_server_requests_total{place="api",status="401"} 1
        boardsim_server_requests_total{place="open-data",status="200"} 1
        boardsim_server_requests_total{place="page",status="200"} 1
        boardsim_server_requests_total{place="page",status="404"} 1
        boardsim_server_requests_total{place="weather",status="401"} 1
        # HELP boardsim_server_findings_total Requests with something wrong, by finding.
        # TYPE boardsim_server_findings_total counter
        boardsim_server_findings_total{id="auth.null-token"} 2
        boardsim_server_findings_total{id="http.cleartext-lan"} 1

        """)
  }

  @Test("a question for the weather without a key is a finding, told with its path")
  func weather() async throws {
    let memory = try await PortInMemory()
    await memory.ask(.get, "/data/2.5/weather", from: "127.0.0.1")
    let record = try #require(memory.port.journal.findings.first)
    #expect(record.finding.kind == .weatherWithoutKey)
    #expect(record.request == "GET /data/2.5/weather")
  }

  @Test("pages are there, and what is not is said so; all of it is in the journal")
  func pages() async throws {
    let app = try await ServedApp()
    for (path, status) in [
      ("/", 200), ("/docs", 200), ("/api-docs", 200), ("/api-docs/", 200), ("/metrics", 200),
      ("/healthz", 200), ("/nothing", 404), ("/apix", 404),
    ] {
      #expect(try await HTTPAnswer.asking("GET", path, port: app.port).status == status, "\(path)")
    }
    let docs = try await HTTPAnswer.asking("GET", "/docs", port: app.port).text
    if docs.contains("<table>") {
      #expect(docs.contains("/resource/nf78-nj6b.json") && docs.contains("/api/user/me"))
    }
    let client = AirQualityClient(port: app.port)
    _ = try await client.rows(from: "2026-11-18T00:00:00Z", to: "2026-11-18T01:00:00Z")
    let rows = try await HTTPAnswer.asking(
      "GET", "/api/data/findByDate?startDate=2026-11-18T00:00:00Z&endDate=2026-11-18T01:00:00Z",
      port: app.port, headers: ["Accept-Encoding": "gzip", "User-Agent": "tests"])
    #expect(rows.headers["content-encoding"] == "gzip")

    let answer = try await HTTPAnswer.asking("GET", "/api/v1/requests", port: app.adminPort)
    #expect(answer.status == 200)
    let journal = AppReply(answer).object
    #expect(journal["count"] as? Int == 11)
    let last = try #require((journal["requests"] as? [[String: Any]])?.last)
    #expect(last["number"] as? Int == 11)
    #expect(last["time"] as? String == "2026-11-18T11:06:40.000Z")
    #expect(last["client"] as? String == "127.0.0.1")
    #expect(last["method"] as? String == "GET")
    #expect((last["target"] as? String)?.hasPrefix("/api/data/findByDate?startDate=") == true)
    #expect(last["agent"] as? String == "tests")
    #expect(last["status"] as? Int == 200)
    #expect(last["length"] is Int)
    #expect(last["findings"] is [Any])
    let metrics = try await HTTPAnswer.asking("GET", "/metrics", port: app.adminPort)
    #expect(metrics.status == 200)
    #expect(metrics.text.contains(#"{place="api",status="200"} 2"#))

    let cleared = try await HTTPAnswer.asking("DELETE", "/api/v1/requests", port: app.adminPort)
    #expect(cleared.status == 204)
    let left = try await HTTPAnswer.asking("GET", "/api/v1/requests", port: app.adminPort)
    #expect((AppReply(left).object["requests"] as? [Any])?.isEmpty == true)
  }

  @Test("findings have every member, and what breaks nothing passes with its text")
  func findings() async throws {
    let app = try await ServedApp()
    let client = MOQAClient(port: app.port)
    _ = try await client.me()
    _ = try await client.rows(from: "2026-11-18T01:00:00Z", to: "2026-11-18T00:00:00Z")
    let answer = try await HTTPAnswer.asking("GET", "/api/v1/findings", port: app.adminPort)
    #expect(answer.status == 200)
    let findings = try #require(AppReply(answer).object["findings"] as? [[String: Any]])
    let null = try #require(findings.first { $0["request"] as? String == "GET /api/user/me" })
    #expect(null["id"] as? String == "auth.null-token")
    #expect(null["last"] as? String == "2026-11-18T11:06:40.000Z")
    let report = try await HTTPAnswer.asking(
      "GET", "/api/v1/findings?format=junit", port: app.adminPort)
    #expect(report.status == 200)
    #expect(report.headers["content-type"] == "application/xml; charset=utf-8")
    let breaking = findings.count { $0["severity"] as? String == "breaks" }
    #expect(breaking > 0 && breaking < findings.count)
    #expect(report.text.ranges(of: "<failure").count == breaking)
    let other = try await HTTPAnswer.asking(
      "GET", "/api/v1/findings?format=xml", port: app.adminPort)
    #expect(other.status == 400)
    let json = try await HTTPAnswer.asking(
      "GET", "/api/v1/findings?format=json", port: app.adminPort)
    #expect(json.text == answer.text)
  }

  @Test("an empty answer is 200 and has no body; what the listener refuses may be read anywhere")
  func emptyAndRefused() async throws {
    let app = try await ServedApp { $0.faults = [ServerFault(.empty, of: .server)] }
    let empty = try await HTTPAnswer.asking("GET", "/api/user/me", port: app.port)
    #expect(empty.status == 200 && empty.body.isEmpty)
    #expect(empty.headers["content-type"] == "application/json")
    let memory = try await PortInMemory()
    await memory.ask(.get, "/api", from: nil)
    #expect(memory.port.journal.requests.last?.status == 404, "below /api it is the server's")
    let body = String(repeating: "1" as Character, count: 70_000)
    let long = try await HTTPAnswer.asking("POST", "/api/data", port: app.port, body: body)
    #expect(long.status == 413)
    #expect(long.headers["access-control-allow-origin"] == "*")
  }
}
