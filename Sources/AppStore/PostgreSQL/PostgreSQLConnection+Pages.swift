#if PostgreSQL
  internal import AppServer

  // Rows by number, which are in partitions by time.
  extension PostgreSQLConnection {
    /// Returns the rows behind a number, from the months that have such numbers by the notes in `months`.
    ///
    /// A page that is too short for the numbers it should have is read again from all partitions: rows were
    /// added in between, or a row or a note was changed by somebody else.
    func page<T>(
      _ statement: Statement, after id: Int64, limit: Int, _ read: (PostgreSQLRow) -> T
    ) throws(StoreError) -> [T] {
      let count = Int64(max(0, limit))
      var (last, overflow) = id.addingReportingOverflow(count)
      if overflow { last = .max }
      func within(_ last: Int64) throws(StoreError) -> [T] {
        try all(statement.within, [.integer(id), .integer(count), .integer(last)], read)
      }
      var page = try within(last)
      if page.count == limit { return page }
      let pruned = try pruned()
      let numbered = pruned.number(count, behind: id)
      if numbered != last { page = try within(numbered) }
      let end = min(numbered, try chainEnd()?.id ?? .max)
      if page.count == pruned.count(after: id, upTo: end) { return page }
      return try all(statement, [.integer(id), .integer(count)], read)
    }
  }

  extension Statement {
    /// The statement that reads the months with the numbers alone.
    fileprivate var within: Statement { self == .rowsAfter ? .rowsWithin : .sealedRowsWithin }
  }
#endif
