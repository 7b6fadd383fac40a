#if PostgreSQL
  internal import AppServer

  extension PostgreSQLConnection {
    static var removeMonth: Statement { .dropMonth }

    static func sums(of field: Quantity, byOwner: Bool) -> Statement {
      byOwner ? .sumsByOwner(field) : .sums(field)
    }

    func monthBounds(before time: Int64) throws(StoreError) -> [Range<Int64>] {
      try all(.monthsBefore, [.integer(time)]) { row in
        let since = row.integer(0) ?? 0
        return since..<max(since, row.integer(1) ?? 0)
      }
    }

    func takingLong<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
      try execute(
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0")
      do throws(StoreError) {
        let value = try body()
        try commit()
        return value
      } catch {
        rollBack()
        throw error
      }
    }
  }
#endif
