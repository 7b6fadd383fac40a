import AppServer
import AppStore
import Foundation
import TestSupport
import Testing

@testable import AppHost

@Suite("The server and its store at the admin port", .timeLimit(.minutes(5)))
struct AdminServerTests {
  private static func server(_ app: ServedApp) async throws -> [String: Any] {
    AppReply(try await HTTPAnswer.asking("GET", "/api/v1/server", port: app.adminPort)).object
  }

  /// Waits for the end of the check of the seals.
  private static func verification(_ app: ServedApp) async throws -> [String: Any] {
    while true {
      let found = try await server(app)["verification"] as? [String: Any] ?? [:]
      if found["state"] as? String != "running" { return found }
      try await rest()
    }
  }

  @Test("address, style, requests and rows are told, and the seals are checked when that is asked")
  func state() async throws {
    let app = try await ServedApp()
    var client = MOQAClient(port: app.port)
    _ = try await client.logIn("admin@dimaproject.it", DemoUser.password)
    for _ in 0..<3 { _ = try await client.post("20;50;100000;0;1;2;3;4;5;6;7;45;9") }
    let server = try await Self.server(app)
    #expect((server["node"] as? String)?.hasSuffix(":\(app.port)") == true)
    #expect(server["url"] as? String == "http://127.0.0.1:\(app.port)/")
    #expect(server["answers"] as? String == "apps")
    #expect(server["pruned"] as? Int == 0)
    #expect(server["rows"] as? Int == 3 && server["requests"] as? Int == 4)
    #expect(server["time"] as? String == "2026-11-18T11:06:40.000Z")
    #expect((server["lastSeal"] as? String)?.count == 64)
    let never = server["verification"] as? [String: Any]
    #expect(never?["state"] as? String == "never" && never?["verdict"] is NSNull)
    let begun = try await HTTPAnswer.asking(
      "POST", "/api/v1/server/verification", port: app.adminPort)
    #expect(begun.status == 202)
    let done = try await Self.verification(app)
    #expect(done["state"] as? String == "done" && done["checked"] as? Int == 3)
    #expect(done["intact"] as? Bool == true)
    #expect((done["verdict"] as? String)?.hasPrefix("3 rows, all as they were written") == true)
  }

  @Test("a store that fails is told, and leaves a check without a verdict")
  func failing() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("rows.sqlite")
    let app = try await ServedApp(store: SQLiteStore(path: path))
    var client = MOQAClient(port: app.port)
    _ = try await client.logIn("admin@dimaproject.it", DemoUser.password)
    for _ in 0..<2 { _ = try await client.post("20;50;100000;0;1;2;3;4;5;6;7;45;9") }
    await app.store.close()
    let closed = try await HTTPAnswer.asking("GET", "/api/v1/server", port: app.adminPort)
    #expect(closed.status == 503)
    _ = try await HTTPAnswer.asking("POST", "/api/v1/server/verification", port: app.adminPort)
    while app.service.admin.verification.state.isRunning { try await rest() }
    let state = app.service.admin.verification.state
    #expect(state.verdict == nil && state.error != nil && state.name == "done")
  }

  @Test("requests are told from a number on")
  func requests() async throws {
    let app = try await ServedApp()
    let client = MOQAClient(port: app.port)
    for _ in 0..<3 { _ = try await client.me() }
    func numbers(_ query: String) async throws -> [Int] {
      let answer = try await HTTPAnswer.asking(
        "GET", "/api/v1/requests\(query)", port: app.adminPort)
      let requests = AppReply(answer).object["requests"] as? [[String: Any]] ?? []
      return requests.compactMap { $0["number"] as? Int }
    }
    #expect(try await numbers("") == [1, 2, 3])
    #expect(try await numbers("?after=2") == [3])
    #expect(try await numbers("?after=3") == [])
  }

  @Test("the page is at / of the admin port, for this machine's own name only")
  func page() async throws {
    let app = try await ServedApp()
    let page = try await HTTPAnswer.asking("GET", "/", port: app.adminPort)
    #expect(page.status == 200 && page.text.contains(#"src="/page/admin.js""#))
    #expect(page.headers["content-security-policy"]?.hasPrefix("default-src 'self'") == true)
    let script = try await HTTPAnswer.asking("GET", "/page/admin.js", port: app.adminPort)
    #expect(script.status == 200)
    let foreign = try await HTTPAnswer.asking(
      "GET", "/", port: app.adminPort, headers: ["Host": "evil.example"])
    #expect(foreign.status == 421)
  }
}
