import AppHost
import Foundation
import Testing

/// The server's test cases of Air Quality's document.
@Suite("Air Quality's test cases")
struct AirQualityTests {
  let boardText = "21.53;48.2;100214.33;92.5;27;576;3.15;8.92;11.29;12.5;15.57"

  private func served() async throws -> (ServedApp, AirQualityClient) {
    let app = try await ServedApp()
    return (app, AirQualityClient(port: app.port, server: app))
  }

  @Test("Correct Signup: with an empty gender and no birthday")
  func signUp() async throws {
    let (_, client) = try await served()
    #expect(try await client.register("anna@example.org", "secret"))
    #expect(try await client.register("nora@example.org", "secret", birthDay: ""))
  }

  @Test("Wrong Sign Up: an address that is taken has no e-mail in its answer")
  func wrongSignUp() async throws {
    let (_, client) = try await served()
    #expect(try await client.register("anna@example.org", "secret"))
    #expect(try await !client.register("ANNA@example.org", "other"))
  }

  @Test("Correct Login, Wrong Login: a token, or none")
  func logIn() async throws {
    var (_, client) = try await served()
    #expect(try await client.logIn(DemoUser.email, DemoUser.password))
    #expect(try await !client.logIn(DemoUser.email, "wrong"))
    #expect(try await !client.logIn("nobody@example.org", "wrong"))
  }

  @Test("Correct Logout: status 200, and the token is dead")
  func logOut() async throws {
    var (_, client) = try await served()
    _ = try await client.logIn(DemoUser.email, DemoUser.password)
    #expect(try await client.logOut())
    #expect(try await client.me().status == 401)
    #expect(try await !client.logOut())
  }

  @Test("Display user's informations: the birthday is a string that can be cut")
  func information() async throws {
    var (_, client) = try await served()
    _ = try await client.logIn(DemoUser.email, DemoUser.password)
    let user = try await client.me().object
    #expect((user["birthDay"] as? String)?.prefix(10) == "1990-07-21")
    #expect(user["firstName"] as? String == "Admin")
  }

  @Test("Display user's informations: of who told neither gender nor birthday as well")
  func informationWithoutBirthday() async throws {
    var (_, client) = try await served()
    #expect(try await client.register("anna@example.org", "secret"))
    #expect(try await client.logIn("anna@example.org", "secret"))
    let user = try await client.me().object
    #expect((user["birthDay"] as? String)?.prefix(10) == "1970-01-01")
    #expect(try await client.changePassword(user, to: "other"))
    #expect(try await client.me().object["birthDay"] as? String == user["birthDay"] as? String)
  }

  @Test("Change password: the old one is refused, the new one accepted")
  func changePassword() async throws {
    var (_, client) = try await served()
    _ = try await client.logIn(DemoUser.email, DemoUser.password)
    #expect(try await client.changePassword(client.me().object, to: "other"))
    #expect(try await !client.logIn(DemoUser.email, DemoUser.password))
    #expect(try await client.logIn(DemoUser.email, "other"))
  }

  @Test("stored data: the board's 11 fields and the phone's position, or the board's own 13")
  func stores() async throws {
    var (_, client) = try await served()
    _ = try await client.logIn(DemoUser.email, DemoUser.password)
    #expect(try await client.store(boardText, latitude: 45.4737, longitude: 9.218) == 200)
    #expect(
      try await client.store(boardText + ";45.4738;9.219", latitude: 45.4737, longitude: 9.218)
        == 200)
    let rows = try await client.rows(from: "2026-11-18T00:00:00Z", to: "2026-11-18T23:59:59Z").list
    #expect(rows.map { $0["latitude"] as? Double } == [45.4737, 45.4738])
  }

  @Test("Display data in a period: without a token, both days included, numbers that add up")
  func period() async throws {
    var (app, client) = try await served()
    _ = try await client.logIn(DemoUser.email, DemoUser.password)
    for _ in 0..<3 {
      _ = try await client.store(boardText, latitude: 45.4737, longitude: 9.218)
      app.pass(.seconds(86_400))
    }
    client.token = nil
    let rows = try await client.rows(from: "2026-11-18T00:00:00Z", to: "2026-11-19T23:59:59Z")
    #expect(rows.list.compactMap { $0["temperature"] as? Double }.reduce(0, +) == 43.06)
    #expect(rows.list.count == 2)
    #expect(
      try await client.rows(from: "2020-01-01T00:00:00Z", to: "2020-01-02T00:00:00Z").text == "[]")
  }

  @Test(
    "Historical page: the day that the app asks for is found from the tenth on, and is none before")
  func today() async throws {
    var (_, client) = try await served()
    _ = try await client.logIn(DemoUser.email, DemoUser.password)
    _ = try await client.store(boardText, latitude: 45.4737, longitude: 9.218)
    let now = Date(timeIntervalSince1970: 1_795_000_000)
    let day = AirQualityClient.day(now)
    #expect(try await client.rows(from: day.start, to: day.end).list.count == 1)
    let ninth = AirQualityClient.day(now.addingTimeInterval(-9 * 86_400))
    #expect(ninth.start == "2026-11-011T00:00:00Z")
    #expect(try await client.rows(from: ninth.start, to: ninth.end).status == 400)
  }

  @Test("Display ARPA station's data: Milano Pascal has values of today")
  func station() async throws {
    let (_, client) = try await served()
    let sensors = try await client.openData(
      "/resource/ib47-atvt.json?%24limit=5000&%24%24app_token=abc"
    ).list.filter { $0["comune"] as? String == "Milano" && $0["datastop"] == nil }
    let pascal = sensors.filter { ($0["nomestazione"] as? String)?.contains("Pascal") == true }
    #expect(!pascal.isEmpty)
    let data = try await client.openData(
      "/resource/nicp-bhqi.json?%24limit=8570&%24%24app_token=abc"
    )
    .list
    let ids = Set(pascal.compactMap { $0["idsensore"] as? String })
    let values = data.filter { ids.contains($0["idsensore"] as? String ?? "") }
    #expect(values.contains { ($0["data"] as? String)?.hasPrefix("2026-11-18") == true })
    #expect(values.allSatisfy { Double($0["valore"] as? String ?? "") != nil })
  }
}
