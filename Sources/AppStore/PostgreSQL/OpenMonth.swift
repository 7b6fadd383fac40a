#if PostgreSQL
  /// The month that the last row is in.
  struct OpenMonth {
    /// The partition's stored times; `nil` without rows, or for a row in the default partition.
    private var times: Range<Int64>?
    /// Whether the month after it has a partition.
    private(set) var isAhead = false

    init() {}

    /// Reads the month from a row that locks the end of the chain.
    init(_ row: some SQLRow) {
      if let since = row.integer(2), let until = row.integer(3), since < until {
        times = since..<until
      }
      isAhead = row.bytes(4) == [1]
    }

    /// Returns the values of ``Statement/enterRows`` for rows to be added: one list for each of their months,
    /// that of the last row at the end.
    ///
    /// - Parameter rows: The values of ``Statement/append`` for each row.
    /// - Returns: The lists; none when all rows are in this month.
    func entries(of rows: [[SQLValue]]) -> [[SQLValue]] {
      var months: [(month: CalendarMonth, first: Int64, last: Int64)] = []
      var isOutside = false
      for row in rows {
        guard case .integer(let id) = row[0], case .integer(let time) = row[1] else { continue }
        isOutside = isOutside || times?.contains(time) != true
        if let last = months.last?.month, last.start <= time, time < last.end {
          months[months.count - 1].last = id
          continue
        }
        let month = CalendarMonth(containing: time)
        var entry = (month: month, first: id, last: id)
        if let index = months.firstIndex(where: { $0.month == month }) {
          entry.first = months.remove(at: index).first
        }
        months.append(entry)
      }
      guard isOutside else { return [] }
      return months.map { entry in
        [entry.month.start, entry.month.end, entry.first, entry.last].map { .integer($0) }
      }
    }
  }
#endif
