@testable import AppHost
import AppServer
import AppStore
import BoardSimulation
import Foundation
import GNSSBasics
import HTTPMessages
import HTTPServer
import OpenData
import TestSupport

/// A desk of the page's data on a store in memory, asked without a port.
struct ViewClient {
  let store: any Store
  var desk: ViewDesk

  init(store: (any Store)? = nil) throws {
    let openData = OpenDataServer(
      world: World(scenario: .standing, bootDate: ServedApp.date), bootDate: ServedApp.date)
    self.store = try store ?? SQLiteStore.inMemory()
    desk = ViewDesk(store: self.store, openData: openData, now: ServedApp.date)
  }

  /// Adds a row that was received some seconds before the tests' date.
  func add(
    _ temperature: Double?, secondsAgo seconds: Int, latitude: Double? = 45.4737,
    longitude: Double? = 9.2180, owner: Account? = nil
  ) async throws {
    var values = [Double?](repeating: 1, count: 13)
    values[0] = temperature
    (values[11], values[12]) = (latitude, longitude)
    _ = try await store.append(
      PostedRow(values: values, text: ""), owner: owner,
      at: ServedApp.date.advanced(by: .seconds(-seconds)))
  }

  /// Returns an account that is added to the store.
  func account(_ email: String) async throws -> Account? {
    try await store.addAccount(
      Profile(email: email), passwordHash: "x", at: ServedApp.date)
  }

  /// Returns the JSON object that answers a target such as `series?points=2`.
  func ask(_ target: String) async throws -> [String: Any] {
    let request = HTTPRequest(.get, "/view/\(target)")
    guard case .found(let route) = ViewRoutes.table.find(request) else { return [:] }
    let reply = try await route(desk, RowQuery(request: request, now: desk.now))
    guard case .now(let prepared) = reply else { return [:] }
    let body = prepared.content.body
    return try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] ?? [:]
  }

  /// Returns the text that refuses a target; empty when it is answered.
  func refusal(of target: String) async throws -> String {
    do {
      _ = try await ask(target)
      return ""
    } catch let error as RowQuery.Invalid { return error.text }
  }
}

extension [String: Any] {
  /// Returns a member that is a list of objects.
  func objects(_ name: String) -> [[String: Any]] { self[name] as? [[String: Any]] ?? [] }
  /// Returns a member that is an object.
  func object(_ name: String) -> [String: Any] { self[name] as? [String: Any] ?? [:] }
  /// Returns the numbers of a name, of each object in a member that is a list.
  func numbers(_ name: String, of list: String) -> [Double?] {
    objects(list).map { $0[name] as? Double }
  }
}
