@testable import AppHost
import AppSecrets
import AppServer
import AppStore
import BoardSimulation
import GNSSBasics
import OpenData
import TestSupport
import Testing

@Suite("what a service is made of")
struct ServicePartsTests {
  private func configuration() async throws -> AppService.Configuration {
    let store = try SQLiteStore.inMemory()
    let openData = OpenDataServer(
      world: World(scenario: .standing, bootDate: ServedApp.date), bootDate: ServedApp.date)
    return AppService.Configuration(
      store: store, secrets: try await ServerKey.secrets(in: store, cost: .least),
      openData: { openData }, clock: { ServedApp.date })
  }

  @Test(
    "unless it is told otherwise it is on port 8080 of this machine, and the next is the admin's")
  func defaults() async throws {
    var configuration = try await configuration()
    #expect(configuration.host == "127.0.0.1" && configuration.port == 8080)
    #expect(configuration.proxy == nil && configuration.identity == nil)
    #expect(configuration.faults.isEmpty)
    for (port, next) in [(8080, 8081), (1, 2), (0, 0), (65_534, 65_535), (65_535, 0)]
      as [(UInt16, UInt16)]
    {
      configuration.port = port
      #expect(configuration.adminSocket == next)
    }
    configuration.admin = .port(7)
    #expect(configuration.adminSocket == 7)
    configuration.admin = .none
    #expect(configuration.adminSocket == nil)
  }

  @Test("a service that is stopped answers at none of its ports")
  func stopped() async throws {
    let app = try await ServedApp()
    let ports = [app.port, app.adminPort]
    for port in ports {
      #expect(try await HTTPAnswer.asking("GET", "/healthz", port: port).status == 200)
    }
    await app.service.stop()
    for port in ports {
      await #expect(throws: (any Error).self) {
        _ = try await HTTPAnswer.asking("GET", "/healthz", port: port)
      }
    }
  }

  @Test("a fault is on from its start until before its end, or for ever")
  func faults() {
    let fault = ServerFault(.late, of: .server)
    #expect(fault.delay == .seconds(6) && fault.start == .zero && fault.end == nil)
    #expect(fault.isActive(at: .zero) && fault.isActive(at: .seconds(1_000_000)))
    let short = ServerFault(.html, of: .openData, from: .seconds(2), to: .seconds(4))
    for (second, isActive) in [(1, false), (2, true), (3, true), (4, false), (5, false)] {
      #expect(short.isActive(at: .seconds(second)) == isActive, "\(second)")
    }
  }

  @Test("a fault's text gives its place, kind, times and values")
  func faultTexts() throws {
    #expect(try ServerFault(parsing: "arpa.429") == ServerFault(.tooMany, of: .openData))
    #expect(
      try ServerFault(parsing: "server.late from=60 for=5 probability=0.5 delay=7")
        == ServerFault(
          .late, of: .server, from: .seconds(60), to: .seconds(65), probability: 0.5,
          delay: .seconds(7)))
    for text in ["", "late", "arpa.", "server.late part=bme280", "arpa.html delay=1"] {
      #expect(throws: ServerFaultError.self) { try ServerFault(parsing: text) }
    }
    #expect(try ServerFault(parsing: "weather.html") == ServerFault(.html, of: .weather))
    #expect(ServerFault.isNamed(in: "server.late") && !ServerFault.isNamed(in: "serverlate"))
  }

  @Test("the last fault that is active strikes, one with a probability as often as it says")
  func strikes() throws {
    let troubles = ServerTroubles([
      ServerFault(.html, of: .server), ServerFault(.empty, of: .server, from: .seconds(10)),
      ServerFault(.late, of: .openData, probability: 0.25),
    ])
    #expect(troubles.strike(.server, at: .zero)?.kind == .html)
    #expect(troubles.strike(.server, at: .seconds(10))?.kind == .empty)
    let struck = (0..<1000).count { _ in troubles.strike(.openData, at: .zero) != nil }
    #expect((200...300).contains(struck), "\(struck) of 1,000")
  }

  @Test("a key has 32 bytes at least, and the same one makes the same secrets")
  func keys() async throws {
    let store = try SQLiteStore.inMemory()
    let text = String(repeating: "x", count: 31)
    await #expect(throws: ServerKeyError.tooShort(31)) {
      _ = try await ServerKey.secrets(in: store, given: text, cost: .least)
    }
    _ = try await ServerKey.secrets(in: store, given: text + "x", cost: .least)
    _ = try await ServerKey.secrets(in: store, given: text + "xx", cost: .least)
    #expect(ServerKeyError.tooShort(31).description.contains("not 31"))
    await store.close()
  }

  @Test("an account is made once, of an address and a password that may be")
  func accounts() async throws {
    let store = try SQLiteStore.inMemory()
    let secrets = try await ServerKey.secrets(in: store, cost: .least)
    func add(_ email: String, _ password: String) async throws -> Account {
      try await AccountDesk.add(
        Profile(email: email), password: password, to: store, secrets: secrets,
        at: ServedApp.date)
    }
    #expect(try await add("ada@example.org", "sesame").id == 1)
    await #expect(throws: AccountError.taken("ADA@example.org")) {
      _ = try await add("ADA@example.org", "sesame")
    }
    for (email, password) in [("nobody", "sesame"), ("b@example.org", "")] {
      await #expect(throws: AccountFieldError.self) { _ = try await add(email, password) }
    }
    #expect(try await store.accounts(after: 0, limit: 9).count == 1)
    await store.close()
  }

  @Test("members of a body are told apart")
  func members() {
    let body = #"{"a":null,"b":"1","c":true,"d":1.5,"e":[1],"f":{"g":1}}"#
    #expect(
      readJSONObject(Array(body.utf8)) == [
        "a": .null, "b": .text("1"), "c": .flag(true), "d": .number(1.5), "e": .nested,
        "f": .nested,
      ])
    for text in ["", "[1]", "1", "{", "null"] {
      #expect(readJSONObject(Array(text.utf8)) == nil, "\(text)")
    }
  }
}
