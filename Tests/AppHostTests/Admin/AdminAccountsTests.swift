import AppHost
import AppServer
import Foundation
import TestSupport
import Testing

@Suite("Accounts and tokens at the admin port", .timeLimit(.minutes(5)))
struct AdminAccountsTests {
  private static func admin(
    _ app: ServedApp, _ method: String, _ path: String, _ body: String = "",
    headers: [String: String?] = [:]
  ) async throws -> AppReply {
    AppReply(
      try await HTTPAnswer.asking(
        method, "/api/v1/\(path)", port: app.adminPort, headers: headers, body: body))
  }

  private static func accounts(_ app: ServedApp) async throws -> [[String: Any]] {
    try await admin(app, "GET", "accounts").object["accounts"] as? [[String: Any]] ?? []
  }

  private static func tokens(_ app: ServedApp) async throws -> [[String: Any]] {
    try await admin(app, "GET", "tokens").object["tokens"] as? [[String: Any]] ?? []
  }

  @Test("an account that is added logs in, and one that is deleted does not")
  func addAndDelete() async throws {
    let app = try await ServedApp()
    let added = try await Self.admin(
      app, "POST", "accounts",
      #"{"email":"Mario@example.org","password":"secret","firstName":"Mario"}"#)
    #expect(added.status == 201 && added.email == "Mario@example.org")
    #expect(!added.text.contains("secret") && !added.text.contains("argon"))
    var client = MOQAClient(port: app.port)
    #expect(try await client.logIn("mario@example.org", "secret").token != nil)
    let all = try await Self.accounts(app)
    #expect(all.map { $0["email"] as? String } == ["admin@dimaproject.it", "Mario@example.org"])
    #expect(all.last?["firstName"] as? String == "Mario" && all.last?["lastName"] is NSNull)
    #expect(all.last?["created"] as? String == "2026-11-18T11:06:40.000Z")
    let id = try #require(all.last?["id"] as? Int)
    let again = try await Self.admin(
      app, "POST", "accounts", #"{"email":"MARIO@example.org","password":"secret"}"#)
    #expect(again.status == 409)
    #expect(try await Self.admin(app, "DELETE", "accounts/\(id)").status == 204)
    #expect(try await Self.admin(app, "DELETE", "accounts/\(id)").status == 404)
    #expect(try await client.me().status == 401)
    #expect(try await Self.accounts(app).count == 1)
    let after = try await Self.admin(app, "GET", "accounts?after=\(id - 1)")
    #expect(after.object["accounts"] as? [String] == [] && after.object["next"] is NSNull)
  }

  @Test(
    "no account is added of a body that has none, and nothing is read of a number that is none",
    arguments: [
      ("POST", "accounts", "[]", 400), ("POST", "accounts", #"{"email":"a@b.c"}"#, 400),
      ("POST", "accounts", #"{"email":"a@b.c","password":7}"#, 400),
      ("POST", "accounts", #"{"email":"a@b.c","password":"secret","role":"admin"}"#, 400),
      ("POST", "accounts", #"{"email":"no address","password":"secret"}"#, 400),
      ("POST", "accounts", #"{"email":"a@b.c","password":""}"#, 400),
      ("GET", "accounts?after=-1", "", 400), ("GET", "accounts?after=x", "", 400),
      ("DELETE", "accounts/x", "", 400), ("DELETE", "accounts/99", "", 404),
      ("DELETE", "tokens/none", "", 404), ("DELETE", "tokens/a.b", "", 400),
    ])
  func refused(method: String, path: String, body: String, status: Int) async throws {
    let app = try await ServedApp()
    let answer = try await Self.admin(app, method, path, body)
    #expect(answer.status == status)
    #expect(answer.object["error"] is String)
    #expect(try await Self.accounts(app).count == 1)
  }

  @Test("a page of another origin gives no orders")
  func foreign() async throws {
    let app = try await ServedApp()
    let headers = ["Origin": "http://evil.example"]
    let body = #"{"email":"a@b.c","password":"secret"}"#
    #expect(
      try await Self.admin(app, "POST", "accounts", body, headers: headers).status == 403)
    #expect(try await Self.admin(app, "DELETE", "accounts/1", headers: headers).status == 403)
    #expect(
      try await Self.admin(app, "POST", "server/verification", headers: headers).status == 403)
    #expect(try await Self.accounts(app).count == 1)
  }

  @Test("tokens are told with their state: live, ended here or by a logout, expired")
  func tokenStates() async throws {
    let app = try await ServedApp()
    var clients: [MOQAClient] = []
    for _ in 0..<3 {
      var client = MOQAClient(port: app.port)
      let login = try await client.logIn("admin@dimaproject.it", DemoUser.password)
      #expect(login.token != nil)
      _ = try await client.me()
      clients.append(client)
      app.pass(.seconds(60))
    }
    let seen = try await Self.tokens(app)
    #expect(seen.map { $0["state"] as? String } == ["live", "live", "live"])
    #expect(
      seen.map { $0["issued"] as? String } == [
        "2026-11-18T11:08:40.000Z", "2026-11-18T11:07:40.000Z", "2026-11-18T11:06:40.000Z",
      ])
    #expect(seen.last?["expires"] as? String == "2026-11-20T11:06:40.000Z")
    for token in clients.compactMap(\.token) {
      #expect(!seen.contains { $0.values.contains { $0 as? String == token } })
    }
    let id = try #require(seen.first?["id"] as? String)
    #expect(try await Self.admin(app, "DELETE", "tokens/\(id)").status == 204)
    _ = try await clients[1].logOut()
    #expect(try await clients[2].me().status == 401)
    #expect(try await clients[0].me().status == 200)
    #expect(
      try await Self.tokens(app).map { $0["state"] as? String } == ["ended", "ended", "live"])
    app.pass(.seconds(48 * 3600))
    #expect(try await Self.tokens(app).allSatisfy { $0["state"] as? String == "expired" })
  }
}
