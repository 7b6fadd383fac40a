import AppServer
@testable import AppStore
import GNSSBasics
import TestSupport

/// The engine of a store.
enum Engine: String, CaseIterable, Sendable {
  case memory, file, postgreSQL

  /// The engines available on this machine.
  static let here = allCases.filter { $0 != .postgreSQL || Oracle.postgresql.isHere }
  /// The available engines whose stores can be opened twice.
  static let shared = here.filter { $0 != .memory }
}

/// A place for stores, initially empty, which is removed with its owner.
final class StorePlace: Sendable {
  let engine: Engine
  let folder: TemporaryFolder
  /// The URL of the store's schema in PostgreSQL.
  let url: String

  init(_ engine: Engine, in cluster: PostgreSQLCluster? = nil) throws {
    self.engine = engine
    folder = try TemporaryFolder()
    url = engine == .postgreSQL ? try (cluster ?? .shared()).freshURL() : ""
  }

  /// The path of the store's file.
  var path: String { folder.path("store") }

  /// Opens the store; each store in memory is a new one, other stores may be open several times.
  func open() throws(StoreError) -> any Store {
    switch engine {
    case .memory: try SQLiteStore.inMemory()
    case .file: try SQLiteStore(path: path)
    case .postgreSQL:
      #if PostgreSQL
        try PostgreSQLStore(url: url)
      #else
        throw .unavailable("built without PostgreSQL")
      #endif
    }
  }
}

/// Runs a closure with an empty store, and closes the store at the end.
func withStore(
  _ engine: Engine, _ body: (any Store) async throws -> Void
) async throws {
  let place = try StorePlace(engine)
  let store = try place.open()
  // The folder must outlive the store.
  defer { withExtendedLifetime(place) {} }
  do {
    try await body(store)
  } catch {
    await store.close()
    throw error
  }
  await store.close()
}
