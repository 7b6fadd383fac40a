internal import AppServer
internal import AppStore

/// The place of accounts and rows.
struct StoreArguments: Equatable {
  /// `nil` takes what the environment says, or memory.
  var location: String?
  var isDurable = false

  static let help = """
    a SQLite file, memory (default: gone in the end), or
    postgresql://USER:PASSWORD@HOST/NAME; also DATABASE_URL of the
    environment. @FILE reads it from a file's first line
    """

  /// The help of a command that needs a store which is there already.
  static let neededHelp = """
    a SQLite file, or postgresql://USER:PASSWORD@HOST/NAME; also DATABASE_URL
    of the environment. @FILE reads it from a file's first line
    """

  /// The store's place; `nil` where nobody has said.
  private var place: StoreLocation? {
    get throws(UsageError) {
      guard let text = location ?? ProcessEnvironment.value("DATABASE_URL") else { return nil }
      guard text.hasPrefix("@") else { return StoreLocation(text) }
      return StoreLocation(try SecretFile.line(of: String(text.dropFirst()), for: "--store"))
    }
  }

  /// Whether it is a server's, which others use as well.
  var isShared: Bool {
    get throws(UsageError) { if case .postgresql = try place { true } else { false } }
  }

  /// Opens the store, and brings it to the present version.
  func opened() async throws -> any Store { try await open(try place ?? .memory) }

  private func open(_ place: StoreLocation) async throws(Failure) -> any Store {
    do {
      return try await place.open(isDurable: isDurable)
    } catch {
      throw Failure(message: "\(error)")
    }
  }

  /// Does something with a store that outlives the command, and closes it.
  func use<Value>(_ body: (any Store) async throws -> Value) async throws -> Value {
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
