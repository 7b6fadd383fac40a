@testable import AppHost
import AppSecrets
import AppServer
import AppStore
import BoardSimulation
import GNSSBasics
import HTTPMessages
import HTTPServer
import OpenData

/// The apps' port in memory, without a socket.
struct PortInMemory {
  let port: AppPort

  init(_ change: (inout AppService.Configuration) -> Void = { _ in }) async throws {
    let store = try SQLiteStore.inMemory()
    let secrets = try await ServerKey.secrets(in: store, cost: .least)
    let openData = OpenDataServer(
      world: World(scenario: .standing, bootDate: ServedApp.date), bootDate: ServedApp.date)
    var configuration = AppService.Configuration(
      store: store, secrets: secrets, openData: { openData }, clock: { ServedApp.date })
    change(&configuration)
    port = AppPort(configuration, journal: ClientJournal())
  }

  /// Sends a request, and waits for the answer.
  func ask(
    _ method: HTTPMethod, _ path: String, from client: String?, fields: [String: String] = [:],
    body: String = ""
  ) async {
    let request = HTTPRequest(
      method: method, path: path, query: [], fields: fields.map { HTTPField($0.key, $0.value) },
      body: Array(body.utf8), client: client)
    guard case .later(let begin) = port.answer(request) else { return }
    await withCheckedContinuation { continuation in
      begin { _ in continuation.resume() }
    }
  }
}
