internal import AirStatistics
internal import CSQLite

/// The current row of a SQLite statement.
///
/// Sound throughout: a row is used only while its statement is at the row, and values from SQLite are
/// copied.
@safe struct SQLiteRow: SQLRow {
  private let statement: OpaquePointer

  init(_ statement: OpaquePointer) { unsafe self.statement = statement }

  private func isNull(_ column: Int) -> Bool {
    unsafe sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
  }

  func integer(_ column: Int) -> Int64? {
    isNull(column) ? nil : unsafe sqlite3_column_int64(statement, Int32(column))
  }

  func real(_ column: Int) -> Double? {
    isNull(column) ? nil : unsafe sqlite3_column_double(statement, Int32(column))
  }

  func text(_ column: Int) -> String? {
    guard let start = unsafe sqlite3_column_text(statement, Int32(column)) else { return nil }
    let count = unsafe Int(sqlite3_column_bytes(statement, Int32(column)))
    return unsafe String(
      decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func bytes(_ column: Int) -> [UInt8]? {
    if isNull(column) { return nil }
    guard let start = unsafe sqlite3_column_blob(statement, Int32(column)) else { return [] }
    let count = unsafe Int(sqlite3_column_bytes(statement, Int32(column)))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  func valueSums(_ column: Int) -> ValueSums {
    guard let start = unsafe sqlite3_column_blob(statement, Int32(column)),
      unsafe sqlite3_column_bytes(statement, Int32(column)) == MemoryLayout<boardsim_sums>.size
    else { return ValueSums() }
    let read = unsafe start.loadUnaligned(as: boardsim_sums.self)
    var sums = ValueSums()
    (sums.samples, sums.count, sums.sum) = (Int(read.rows), Int(read.count), read.sum)
    if read.count > 0 { (sums.least, sums.greatest) = (read.least, read.greatest) }
    return sums
  }
}
