import AppServer
@testable import AppStore
import GNSSBasics
import TestSupport

/// What keeps a store.
enum Engine: String, CaseIterable, Sendable {
  case memory, file, postgreSQL

  /// Those that can be tried on this machine.
  static let here = allCases.filter { $0 != .postgreSQL || Oracle.postgresql.isHere }
  /// Those of them whose stores can be opened twice.
  static let shared = here.filter { $0 != .memory }
}

/// A place for stores, empty at first, which goes with its owner.
final class StorePlace: Sendable {
  let engine: Engine
  let folder: TemporaryFolder
  /// The store's schema, in PostgreSQL.
  let url: String

  init(_ engine: Engine, in cluster: PostgreSQLCluster? = nil) throws {
    self.engine = engine
    folder = try TemporaryFolder()
    url = engine == .postgreSQL ? try (cluster ?? .shared()).freshURL() : ""
  }

  /// The store's file.
  var path: String { folder.path("store") }

  /// Opens the store; several may be open at once, but in memory each is another one.
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

/// Opens an empty store, and closes it in the end.
func withStore(
  _ engine: Engine, _ body: (any Store) async throws -> Void
) async throws {
  let place = try StorePlace(engine)
  let store = try place.open()
  // The folder is not to go before the store.
  defer { withExtendedLifetime(place) {} }
  do {
    try await body(store)
  } catch {
    await store.close()
    throw error
  }
  await store.close()
}
