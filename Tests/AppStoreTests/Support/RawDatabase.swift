import CSQLite

/// A SQLite database without a store around it.
final class RawDatabase {
  private var handle: OpaquePointer?

  /// A failure with SQLite's message.
  struct Failure: Error {
    let text: String
  }

  init(_ path: String) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw failure }
  }

  deinit { sqlite3_close(handle) }

  private var failure: Failure { Failure(text: String(cString: sqlite3_errmsg(handle))) }

  /// Runs an SQL script.
  func execute(_ script: String) throws {
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  /// Returns the first column of a query's result.
  func words(_ question: String) throws -> [String] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, question, -1, &statement, nil) == SQLITE_OK else {
      throw failure
    }
    defer { sqlite3_finalize(statement) }
    var words: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      words.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
    }
    return words
  }
}
