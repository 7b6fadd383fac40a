import AppStore
import RawSQLite

/// What SQLite's C interface takes for the same rows, without a store around it.
struct Floor {
  private var database: OpaquePointer?

  /// Opens a store's file, or makes one with the same table.
  init(_ path: String) {
    check(sqlite3_open(path, &database))
    run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON")
  }

  /// Appends rows, so many to a transaction.
  func append(_ rows: [PostedRow], perTransaction size: Int) {
    let marks = [String](repeating: "?", count: 18).joined(separator: ", ")
    let insert = prepare("INSERT INTO measurements VALUES (\(marks))")
    let end = prepare("UPDATE chain SET last_id = ?, seal = ?")
    let seal = [UInt8](repeating: 7, count: 32)
    for (index, row) in rows.enumerated() {
      if index % size == 0 { run("BEGIN IMMEDIATE") }
      sqlite3_bind_int64(insert, 1, Int64(index + 1))
      sqlite3_bind_int64(insert, 2, 1_780_000_000_000 + 1000 * Int64(index))
      sqlite3_bind_null(insert, 3)
      for (column, value) in row.values.enumerated() {
        sqlite3_bind_double(insert, Int32(4 + column), value ?? 0)
      }
      sqlite3_bind_text(insert, 17, row.text, -1, copied)
      sqlite3_bind_blob(insert, 18, seal, 32, copied)
      step(insert)
      if index % size == size - 1 || index == rows.count - 1 {
        sqlite3_bind_int64(end, 1, Int64(index + 1))
        sqlite3_bind_blob(end, 2, seal, 32, copied)
        step(end)
        run("COMMIT")
      }
    }
    sqlite3_finalize(insert)
    sqlite3_finalize(end)
  }

  /// Reads all rows by time, every column of them, and returns how many there are.
  func readAll() -> Int {
    let select = prepare(
      """
      SELECT m.*, u.email FROM measurements AS m LEFT JOIN users AS u ON u.id = m.user_id
      ORDER BY m.at, m.id
      """)
    var count = 0
    var sum = 0.0
    while sqlite3_step(select) == SQLITE_ROW {
      sum += Double(sqlite3_column_int64(select, 0) &+ sqlite3_column_int64(select, 1))
      for column in Int32(3)..<16 { sum += sqlite3_column_double(select, column) }
      count += 1
    }
    sqlite3_finalize(select)
    return sum.isNaN ? 0 : count
  }

  func close() { sqlite3_close(database) }

  private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  private func run(_ script: String) { check(sqlite3_exec(database, script, nil, nil, nil)) }

  private func prepare(_ text: String) -> OpaquePointer? {
    var statement: OpaquePointer?
    check(sqlite3_prepare_v2(database, text, -1, &statement, nil))
    return statement
  }

  private func step(_ statement: OpaquePointer?) {
    check(sqlite3_step(statement))
    sqlite3_reset(statement)
  }

  private func check(_ code: Int32) {
    guard code == SQLITE_OK || code == SQLITE_DONE else {
      fatalError("SQLite: \(String(cString: sqlite3_errmsg(database)))")
    }
  }
}
