internal import AppServer
internal import AppStore

/// Where accounts and rows are kept.
struct StoreArguments: Equatable {
  /// `nil` takes what the environment says, or memory.
  var location: String?
  var isDurable = false

  static let help = """
    a SQLite file, memory (default: gone in the end), or
    postgresql://USER:PASSWORD@HOST/NAME; also DATABASE_URL of the environment
    """

  /// The location in words.
  var place: String { location ?? ProcessEnvironment.value("DATABASE_URL") ?? "memory" }

  /// Whether it is a server's, which others use as well.
  var isShared: Bool { place.hasPrefix("postgresql://") || place.hasPrefix("postgres://") }

  /// Opens the store, and brings it to the present version.
  func opened() async throws(Failure) -> any Store {
    do {
      return try await StoreLocation(place).open(isDurable: isDurable)
    } catch {
      throw Failure(message: "\(error)")
    }
  }

  /// Does something with the store, and closes it.
  func use<Value>(_ body: (any Store) async throws -> Value) async throws -> Value {
    let store = try await opened()
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
