public import AppServer

/// The location of a store, as given by the user.
public enum StoreLocation: Hashable, Sendable {
  /// A store in memory, lost when it is closed.
  case memory
  /// A SQLite file, by its path.
  case file(String)
  /// A PostgreSQL database, by its URL.
  case postgresql(String)

  /// Reads `memory`, a URL that begins with `postgresql://` or `postgres://`, or a file's path.
  public init(_ text: String) {
    if text == "memory" {
      self = .memory
    } else if text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") {
      self = .postgresql(text)
    } else {
      self = .file(text)
    }
  }

  /// Whether the program was built with PostgreSQL.
  public static var hasPostgreSQL: Bool {
    #if PostgreSQL
      true
    #else
      false
    #endif
  }

  /// Opens the store; creates its tables, or migrates them to this program's version, when necessary.
  ///
  /// - Parameter isDurable: Whether commits to a file survive a loss of power; ignored for other locations.
  /// - Returns: The store.
  /// - Throws: `StoreError` when the store cannot be opened.
  public func open(isDurable: Bool = false) async throws(StoreError) -> any PrunableStore {
    switch self {
    case .memory: return try SQLiteStore.inMemory()
    case .file(let path): return try SQLiteStore(path: path, durable: isDurable)
    case .postgresql(let url):
      #if PostgreSQL
        return try PostgreSQLStore(url: url)
      #else
        _ = url
        throw .unavailable(
          "this boardsim was built without PostgreSQL; "
            + "install libpq's files for developers (Debian: libpq-dev) and build again")
      #endif
    }
  }
}
