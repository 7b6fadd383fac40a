import AppServer
@testable import AppStore
import Testing

// Changes to a store that no server makes.
extension StorePlace {
  /// Runs a script on the database, bypassing the store.
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

  /// Removes the triggers that keep rows from being changed.
  func removeGuards() throws {
    try tamper(
      engine == .file
        ? "DROP TRIGGER measurements_stay; DROP TRIGGER measurements_stay_as_they_are"
        : "DROP TRIGGER measurements_stay_as_they_are ON measurements")
  }

  /// Creates a store of an earlier version, and adds content to it.
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

  /// Returns the schema versions that a store found at opening.
  func versions(of store: any Store) -> SchemaVersions? {
    #if PostgreSQL
      if let store = store as? PostgreSQLStore { return store.versions }
    #endif
    return (store as? SQLiteStore)?.versions
  }
}
