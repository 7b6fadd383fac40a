import AppHost
import AppServer
import AppStore
import Foundation
import GNSSBasics
import Locks
import TestSupport
import Testing

@Suite("the server at its ports")
struct AppServiceTests {
  @Test("every answer may be read by pages of any origin, and a browser that asks first is told")
  func origins() async throws {
    let app = try await ServedApp()
    let answer = try await HTTPAnswer.asking("GET", "/api/user/me", port: app.port)
    #expect(answer.headers["access-control-allow-origin"] == "*")
    let preflight = try await HTTPAnswer.asking(
      "OPTIONS", "/api/data", port: app.port,
      headers: ["Origin": "http://localhost:19006", "Access-Control-Request-Method": "POST"])
    #expect(preflight.status == 204)
    #expect(preflight.headers["access-control-allow-headers"]?.contains("Authorization") == true)
  }

  @Test("a body that is too long is refused in the apps' shape")
  func tooLong() async throws {
    let app = try await ServedApp()
    let body = #"{"data":"\#(String(repeating: "1" as Character, count: 70_000))"}"#
    let answer = try await HTTPAnswer.asking("POST", "/api/data", port: app.port, body: body)
    #expect(answer.status == 413)
    #expect(AppReply(answer).response?.contains("longer than 65536 bytes") == true)
  }

  @Test("findings are told to this machine's programs, as JSON and as a test report")
  func findings() async throws {
    let app = try await ServedApp()
    let client = MOQAClient(port: app.port)
    _ = try await client.me()
    _ = try await client.me()
    _ = try await client.rows(from: "2026-11-011T00:00:00Z", to: "x")
    let answer = try await HTTPAnswer.asking("GET", "/api/v1/findings", port: app.adminPort)
    let findings = try #require(AppReply(answer).object["findings"] as? [[String: Any]])
    #expect(findings.first?["severity"] as? String == "breaks")
    let null = try #require(
      findings.first {
        $0["id"] as? String == "auth.null-token" && $0["request"] as? String == "GET /api/user/me"
      })
    #expect(null["count"] as? Int == 2)
    #expect(null["first"] as? String == "2026-11-18T11:06:40.000Z")
    for key in ["expected", "found", "reality", "remedy"] { #expect(null[key] is String) }
    let report = try await HTTPAnswer.asking(
      "GET", "/api/v1/findings?format=junit", port: app.adminPort)
    #expect(report.text.contains("<failure message=\"expected a token, found the word null"))
    #expect(
      try await HTTPAnswer.asking("DELETE", "/api/v1/findings", port: app.adminPort).status == 204)
    #expect(
      try await HTTPAnswer.asking("GET", "/api/v1/findings", port: app.adminPort).text
        == #"{"findings":[]}"#)
  }

  @Test("findings, requests, state and metrics tell which server they are of")
  func node() async throws {
    let app = try await ServedApp { $0.node = "one" }
    _ = try await MOQAClient(port: app.port).me()
    func told(_ path: String) async throws -> HTTPAnswer {
      try await HTTPAnswer.asking("GET", path, port: app.adminPort)
    }
    for list in ["findings", "requests"] {
      let object = AppReply(try await told("/api/v1/\(list)")).object
      let records = try #require(object[list] as? [[String: Any]])
      #expect(!records.isEmpty && records.allSatisfy { $0["node"] as? String == "one" })
    }
    #expect(AppReply(try await told("/api/v1/server")).object["node"] as? String == "one")
    #expect(try await told("/metrics").text.contains("boardsim_server_info{node=\"one\"} 1\n"))
  }

  @Test("the journal has requests without bodies, and no password and no token")
  func journal() async throws {
    let app = try await ServedApp()
    var client = MOQAClient(port: app.port)
    _ = try await client.logIn(DemoUser.email, DemoUser.password)
    _ = try await client.me()
    _ = try await HTTPAnswer.asking(
      "GET", "/resource/nicp-bhqi.json?%24%24app_token=sesame", port: app.port)
    let text = try await HTTPAnswer.asking("GET", "/api/v1/requests", port: app.adminPort).text
    #expect(text.contains(#""method":"POST","target":"/api/user/login""#))
    let token = try #require(client.token)
    for secret in [DemoUser.password, token, "sesame", DemoUser.email] {
      #expect(!text.contains(secret))
    }
  }

  @Test("metrics count requests and findings; health is a word")
  func metrics() async throws {
    let app = try await ServedApp()
    _ = try await MOQAClient(port: app.port).me()
    for port in [app.port, app.adminPort] {
      let text = try await HTTPAnswer.asking("GET", "/metrics", port: port).text
      #expect(text.contains(#"boardsim_server_requests_total{place="api",status="401"} 1"#))
      #expect(text.contains(#"boardsim_server_findings_total{id="auth.null-token"} 1"#))
      #expect(try await HTTPAnswer.asking("GET", "/healthz", port: port).text == "ok\n")
    }
  }

  @Test("health is bad while the store is away or silent, at both ports, without its address")
  func health() async throws {
    let store = AbsentStore(base: try SQLiteStore.inMemory())
    let app = try await ServedApp(store: store)
    for (state, status, text) in [
      (AbsentStore.State.here, 200, "ok\n"), (.away, 503, "the store is away\n"),
      (.silent, 503, "the store does not answer\n"), (.here, 200, "ok\n"),
    ] {
      store.state.withLock { $0 = state }
      for port in [app.port, app.adminPort] {
        let answer = try await HTTPAnswer.asking("GET", "/healthz", port: port)
        #expect(answer.status == status && answer.text == text)
      }
    }
  }

  @Test("pages of other origins may not give orders at the admin port")
  func adminAccess() async throws {
    let app = try await ServedApp()
    let foreign = try await HTTPAnswer.asking(
      "DELETE", "/api/v1/findings", port: app.adminPort, headers: ["Origin": "http://evil.example"])
    #expect(foreign.status == 403)
    let host = try await HTTPAnswer.asking(
      "GET", "/api/v1/requests", port: app.adminPort, headers: ["Host": "evil.example"])
    #expect(host.status == 421)
  }

  @Test("behind a proxy the limits count the client's own address")
  func proxy() async throws {
    let app = try await ServedApp { $0.proxy = "127.0.0.1" }
    func attempt(from address: String) async throws -> Int {
      try await HTTPAnswer.asking(
        "POST", "/api/user/login", port: app.port,
        headers: ["X-Forwarded-For": "6.6.6.6, \(address)"],
        body: #"{"email":"a\#(UInt64.random(in: 0...9_999_999))@b.c","password":"x"}"#
      ).status
    }
    for _ in 0..<10 { #expect(try await attempt(from: "192.0.2.1") == 401) }
    #expect(try await attempt(from: "192.0.2.1") == 429)
    #expect(try await attempt(from: "192.0.2.2") == 401)
  }

  @Test("failed logins are counted by all servers of a store together")
  func sharedFailures() async throws {
    let folder = try TemporaryFolder()
    let apps = [
      try await ServedApp(store: SQLiteStore(path: folder.path("store"))),
      try await ServedApp(store: SQLiteStore(path: folder.path("store"))),
    ]
    func attempt(at app: ServedApp) async throws -> Int {
      try await HTTPAnswer.asking(
        "POST", "/api/user/login", port: app.port,
        body: #"{"email":"\#(DemoUser.email)","password":"wrong"}"#
      ).status
    }
    for number in 0..<10 { #expect(try await attempt(at: apps[number % 2]) == 401) }
    for app in apps { #expect(try await attempt(at: app) == 429) }
  }

  @Test("ten thousand rows come whole, to a slow reader and to one who takes gzip")
  func manyRows() async throws {
    let store = try SQLiteStore.inMemory()
    for number in 0..<10_000 {
      _ = try await store.append(
        PostedRow(values: [Double(number)] + Array(repeating: nil, count: 12), text: "\(number)"),
        owner: nil, at: ServedApp.date.advanced(by: .milliseconds(number)))
    }
    let app = try await ServedApp(store: store)
    let client = AirQualityClient(port: app.port)
    let rows = try await client.rows(from: "2026-11-18T00:00:00Z", to: "2026-11-18T23:59:59Z")
    #expect(rows.list.compactMap { $0["temperature"] as? Int } == Array(0..<10_000))
  }

  @Test("a fault that is switched on answers in its way, for its time and its place")
  func faults() async throws {
    let app = try await ServedApp { configuration in
      configuration.faults = [
        ServerFault(.html, of: .openData), ServerFault(.tooMany, of: .server, to: .seconds(3600)),
        ServerFault(.empty, of: .server, from: .seconds(3600)),
        ServerFault(.tooMany, of: .weather),
      ]
    }
    let page = try await HTTPAnswer.asking("GET", "/resource/nf78-nj6b.geojson", port: app.port)
    #expect(page.status == 200)
    #expect(page.text.contains("<h1>"))
    let refused = try await HTTPAnswer.asking("GET", "/api/user/me", port: app.port)
    #expect(refused.status == 429)
    #expect(refused.headers["retry-after"] == "30")
    let weather = try await HTTPAnswer.asking(
      "GET", "/data/2.5/weather?q=Milan&appid=1", port: app.port)
    #expect(weather.status == 429 && weather.text.hasPrefix(#"{"cod":429,"#))
    #expect(try await HTTPAnswer.asking("GET", "/healthz", port: app.port).status == 200)
  }

  @Test("a login with one of two servers on one store is good with the other, a logout too")
  func twoServers() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("rows.sqlite")
    let first = try await ServedApp(store: try SQLiteStore(path: path))
    let second = try await ServedApp(store: try SQLiteStore(path: path))
    var client = MOQAClient(port: first.port)
    _ = try await client.logIn(DemoUser.email, DemoUser.password)
    let other = MOQAClient(port: second.port, token: client.token)
    #expect(try await other.me().email == DemoUser.email)
    #expect(try await other.logOut().response == "Successful logout")
    #expect(try await client.me().response == "Unauthorized")
  }

  #if PostgreSQL
    @Test(
      "two servers on one PostgreSQL: a login with one is good with the other, a logout too, and rows are one list",
      .compares(with: .postgresql))
    func twoServersOnPostgreSQL() async throws {
      let url = try PostgreSQLCluster.shared().freshURL()
      let first = try await ServedApp(store: try PostgreSQLStore(url: url))
      let second = try await ServedApp(store: try PostgreSQLStore(url: url))
      var client = MOQAClient(port: first.port)
      _ = try await client.logIn(DemoUser.email, DemoUser.password)
      let other = MOQAClient(port: second.port, token: client.token)
      #expect(try await other.me().email == DemoUser.email)
      let text = "21.5;48;100214;92;27;576;3;8;11;12;15;45.4737;9.218"
      for number in 1...4 {
        let poster = number % 2 == 0 ? client : other
        #expect(try await poster.post(text).object["id"] as? Int == number)
      }
      let rows = try await other.rows(from: "2026-11-18T00:00:00Z", to: "2026-11-18T23:59:59Z")
      #expect(rows.list.count == 4)
      #expect(try await other.logOut().response == "Successful logout")
      #expect(try await client.me().response == "Unauthorized")
    }

    @Test("limits hold across servers on one PostgreSQL", .compares(with: .postgresql))
    func sharedLimits() async throws {
      let url = try PostgreSQLCluster.shared().freshURL()
      let first = try await ServedApp(store: try PostgreSQLStore(url: url))
      let second = try await ServedApp(store: try PostgreSQLStore(url: url))
      var (client, other) = (MOQAClient(port: first.port), MOQAClient(port: second.port))
      for _ in 0..<5 {
        #expect(try await client.logIn("a@b.c", "x").status == 401)
        #expect(try await other.logIn("a@b.c", "x").status == 401)
      }
      #expect(try await client.logIn("a@b.c", "x").status == 429)
      #expect(try await other.logIn("a@b.c", "x").status == 429)
    }
  #endif
}
