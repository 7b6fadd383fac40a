import AppServer
@testable import AppStore
import Testing

// What somebody does to a store who is not a server.
extension StorePlace {
  /// Runs a script on the database, past the store.
  func tamper(_ script: String) throws {
    switch engine {
    case .memory: Issue.record("nobody gets at memory")
    case .file: try RawDatabase(path).execute(script)
    case .postgreSQL:
      #if PostgreSQL
        try PostgreSQLConnection(to: PostgreSQLURL(url)).execute(script)
      #endif
    }
  }

  /// Takes away what keeps rows from being changed.
  func removeGuards() throws {
    try tamper(
      engine == .file
        ? "DROP TRIGGER measurements_stay; DROP TRIGGER measurements_stay_as_they_are"
        : "DROP TRIGGER measurements_stay_as_they_are ON measurements")
  }

  /// Makes a store as an earlier program left it, and adds something to it.
  func open(atVersion version: Int, adding script: String) throws {
    switch engine {
    case .memory: Issue.record("nobody gets at memory")
    case .file:
      let connection = try SQLiteConnection(path: path, SQLiteConnection.Options())
      #expect(try connection.migrate(upTo: version).now == version)
      try connection.execute(script)
    case .postgreSQL:
      #if PostgreSQL
        let connection = try PostgreSQLConnection(to: PostgreSQLURL(url))
        #expect(try connection.migrate(upTo: version).now == version)
        try connection.execute(script)
      #endif
    }
  }

  /// What a store found when it was opened.
  func versions(of store: any Store) -> SchemaVersions? {
    #if PostgreSQL
      if let store = store as? PostgreSQLStore { return store.versions }
    #endif
    return (store as? SQLiteStore)?.versions
  }
}
