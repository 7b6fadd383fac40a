public import AppServer

/// The place of a store, as users write it.
public enum StoreLocation: Hashable, Sendable {
  /// In memory, gone in the end.
  case memory
  /// A file of SQLite's.
  case file(String)
  /// A database of PostgreSQL's, by its URL.
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

  /// Opens the store; it is made where there is none, and brought to this program's version.
  ///
  /// - Parameter isDurable: Whether rows survive the machine's end.
  /// - Returns: The store.
  /// - Throws: `StoreError`.
  public func open(isDurable: Bool = false) async throws(StoreError) -> any Store {
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
            + "build it with 'make build ARGS=\"--traits PostgreSQL\"'")
      #endif
    }
  }
}
