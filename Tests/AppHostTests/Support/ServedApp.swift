import AppHost
import AppSecrets
import AppServer
import AppStore
import BoardSimulation
import Foundation
import GNSSBasics
import OpenData
import Locks
import TestSupport

/// A server of the apps on free ports, with a clock that is moved by hand.
final class ServedApp {
  /// The date of the clock: a Wednesday, 11:06:40 UTC.
  static let date = UnixTime(seconds: 1_795_000_000)

  let service: AppService
  let store: any Store
  private let time: Clock

  /// The clock passed to a server.
  final class Clock: Sendable {
    let now = Lock(ServedApp.date)
  }

  init(
    store: (any Store)? = nil,
    change: (inout AppService.Configuration) -> Void = { _ in }
  ) async throws {
    let time = Clock()
    let store = try store ?? SQLiteStore.inMemory()
    let secrets = try await ServerKey.secrets(in: store, cost: .least)
    _ = try await DemoUser.account(in: store, secrets: secrets, at: Self.date)
    let openData = OpenDataServer(
      world: World(scenario: .standing, bootDate: Self.date), bootDate: Self.date)
    var configuration = AppService.Configuration(
      store: store, secrets: secrets, openData: { openData },
      clock: { time.now.withLock { $0 } })
    configuration.port = 0
    change(&configuration)
    service = try AppService(configuration)
    self.time = time
    self.store = store
  }

  func pass(_ duration: Duration) {
    time.now.withLock { $0 = $0.advanced(by: duration) }
  }

  var port: UInt16 { service.port }
  var adminPort: UInt16 { service.adminPort ?? 0 }

  deinit {
    // The ports close with the service's listeners.
  }
}

/// An app's view of an answer.
struct AppReply {
  var status: Int
  var text: String

  init(_ answer: HTTPAnswer) {
    status = answer.status
    text = answer.text
  }

  var object: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
  }
  var list: [[String: Any]] {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [[String: Any]] ?? []
  }
  /// The member `value.response`, which one of the apps compares.
  var response: String? { object["response"] as? String }
  var token: String? { object["token"] as? String }
  var email: String? { object["email"] as? String }
}
