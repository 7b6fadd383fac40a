internal import AppServer
internal import AppStore

/// The location of the store of accounts and rows.
struct StoreArguments: Equatable {
  /// The location as text; `nil` uses `DATABASE_URL` from the environment, or memory.
  var location: String?
  var isDurable = false

  static let help =
    """
    the store: a SQLite file, memory (default; lost at the end), or
    postgresql://USER:PASSWORD@HOST/NAME; also DATABASE_URL of the
    environment, or @FILE with it in the first line
    """ + without

  /// The sentence of the help in a program that has no PostgreSQL.
  private static let without =
    StoreLocation.hasPostgreSQL ? "" : ".\nThis program was built without PostgreSQL"

  /// The help for commands that need an existing store.
  static let neededHelp =
    """
    the store: a SQLite file, or postgresql://USER:PASSWORD@HOST/NAME; also
    DATABASE_URL of the environment, or @FILE with it in the first line
    """ + without

  /// The store's location; `nil` when none was given.
  private var place: StoreLocation? {
    get throws(UsageError) {
      guard let text = location ?? ProcessEnvironment.value("DATABASE_URL") else { return nil }
      return StoreLocation(try SecretFile.text(text, for: "--store"))
    }
  }

  /// Whether the store is in a PostgreSQL server, which other programs use too.
  var isShared: Bool {
    get throws(UsageError) { if case .postgresql = try place { true } else { false } }
  }

  /// Opens the store, and migrates it to the current version.
  func opened() async throws -> any PrunableStore { try await open(try place ?? .memory) }

  private func open(_ place: StoreLocation) async throws(Failure) -> any PrunableStore {
    do {
      return try await place.open(isDurable: isDurable)
    } catch {
      throw Failure(message: "\(error)")
    }
  }

  /// Runs a closure with a store that outlives the command, and closes the store.
  func use<Value>(_ body: (any PrunableStore) async throws -> Value) async throws -> Value {
    guard let place = try place, place != .memory else {
      throw UsageError(message: "a store is needed: --store FILE, or postgresql://…")
    }
    let store = try await open(place)
    do {
      let value = try await body(store)
      await store.close()
      return value
    } catch {
      await store.close()
      throw error
    }
  }
}
