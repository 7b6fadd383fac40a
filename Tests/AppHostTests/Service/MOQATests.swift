import AppHost
import Foundation
import Testing

/// The server's test cases of MOQA's document.
@Suite("MOQA's test cases")
struct MOQATests {
  let boardText =
    "21.53;48.2;100214.33;92.5;27;576;3.15;8.92;11.29;12.5;15.57;45.473699942;9.218000036"

  private func served() async throws -> (ServedApp, MOQAClient) {
    let app = try await ServedApp()
    return (app, MOQAClient(port: app.port, server: app))
  }

  @Test("Sign Up: the answer has the address as it was typed, and says when it is taken")
  func signUp() async throws {
    let (_, client) = try await served()
    #expect(try await client.register("Mario@example.org", "secret").email == "Mario@example.org")
    #expect(
      try await client.register("Mario@example.org", "secret").response
        == "You are already register")
  }

  @Test("Login: the login that is filled in works, a wrong one says what is wrong")
  func logIn() async throws {
    var (_, client) = try await served()
    #expect(try await client.logIn(DemoUser.email, "wrong").response == "Password is wrong")
    #expect(try await client.logIn("nobody@example.org", "x").response == "You must be register")
    #expect(
      try await client.logIn(DemoUser.email, DemoUser.password).response == "Successful login")
    #expect(try await client.me().email == DemoUser.email)
  }

  @Test("a stored token that is null, or ended, does not open the app")
  func storedToken() async throws {
    let (app, client) = try await served()
    #expect(try await client.me().email == nil)
    #expect(try await client.me().response == "Unauthorized")
    var other = client
    _ = try await other.logIn(DemoUser.email, DemoUser.password)
    app.pass(.seconds(48 * 3600))
    #expect(try await other.me().response == "Unauthorized")
  }

  @Test("Data Sampling: the first page is text, a board's answer becomes a row")
  func sampling() async throws {
    var (_, client) = try await served()
    #expect(!(try await client.firstPage()).contains("<"))
    _ = try await client.logIn(DemoUser.email, DemoUser.password)
    let reply = try await client.post(boardText)
    #expect(reply.object["temperature"] as? Double == 21.53)
    #expect(reply.text.contains(#""latitude":45.473699942"#))
    let rows = try await client.rows(
      from: "2026-11-18T00:00:00.000Z", to: "2026-11-18T23:59:59.000Z")
    #expect(rows.list.count == 1)
    #expect(rows.list.first?["email"] as? String == DemoUser.email)
  }

  @Test(
    "Change User Information: the user as the login gave it goes back changed, typed passwords ignored"
  )
  func information() async throws {
    var (_, client) = try await served()
    var user = try #require(
      await client.logIn(DemoUser.email, DemoUser.password).object["user"] as? [String: Any])
    user["firstName"] = "Luigi"
    user["birthDay"] = "1991-08-22"
    let reply = try await client.change(
      user, password: "", typed: ["new_password": "a", "confirm_password": "b"])
    #expect(reply.email == DemoUser.email)
    #expect(reply.object["firstName"] as? String == "Luigi")
    #expect(reply.object["birthDay"] as? String == "1991-08-22T00:00:00.000Z")
    #expect(
      try await client.logIn(DemoUser.email, DemoUser.password).response == "Successful login")
  }

  @Test("Change User Password: right after a login, with the birthday as it was given")
  func password() async throws {
    var (_, client) = try await served()
    let user = try #require(
      await client.logIn(DemoUser.email, DemoUser.password).object["user"] as? [String: Any])
    #expect(user["birthDay"] as? String == "1990-07-21T00:00:00.000Z")
    #expect(try await client.change(user, password: "other").email == DemoUser.email)
    #expect(
      try await client.logIn(DemoUser.email, DemoUser.password).response == "Password is wrong")
    #expect(try await client.logIn(DemoUser.email, "other").response == "Successful login")
  }

  @Test("Logout: without a body and a type, and the token is dead")
  func logOut() async throws {
    var (_, client) = try await served()
    _ = try await client.logIn(DemoUser.email, DemoUser.password)
    #expect(try await client.logOut().response == "Successful logout")
    #expect(try await client.me().response == "Unauthorized")
  }

  @Test("an account is deleted, and the answer is its address")
  func deletion() async throws {
    var (_, client) = try await served()
    _ = try await client.register("mario@example.org", "secret")
    _ = try await client.logIn("mario@example.org", "secret")
    #expect(try await client.delete().response == "mario@example.org")
    #expect(try await client.me().response == "Unauthorized")
  }
}
