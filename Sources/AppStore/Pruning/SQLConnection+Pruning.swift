internal import AppServer
internal import GNSSBasics

// The statements that prune rows on a connection.
extension SQLConnection {
  /// Returns the months with rows that end before a stored time, the oldest first.
  func storedMonths(before time: Int64) throws(StoreError) -> [StoredMonth] {
    var months: [StoredMonth] = []
    for bounds in try monthBounds(before: time) {
      let period: [SQLValue] = [.integer(bounds.lowerBound), .integer(bounds.upperBound - 1)]
      let count = try first(.countRows, period) { $0.integer(0) ?? 0 } ?? 0
      if count > 0 { months.append(StoredMonth(bounds, count: count)) }
    }
    return months
  }

  /// Returns the contiguous ranges of a month's rows, each with its last seal, by number.
  func ranges(of month: StoredMonth) throws(StoreError) -> [PrunedRows] {
    let bounds = month.bounds.values
    let ids = try all(.rangesOfMonth, bounds) { ($0.integer(0) ?? 0, $0.integer(1) ?? 0) }
    var ranges: [PrunedRows] = []
    for (start, end) in ids.sorted(by: <) {
      let seal = try first(.sealOfRow, [.integer(end)] + bounds) { $0.bytes(0) ?? [] } ?? []
      ranges.append(PrunedRows(ids: start...end, lastSeal: seal, end: month.time.upperBound))
    }
    return ranges
  }

  /// Returns the number of a month's last row; `nil` without rows.
  func lastID(of month: StoredMonth) throws(StoreError) -> Int64? {
    try first(.lastOfMonth, month.bounds.values) { $0.integer(0) } ?? nil
  }

  /// Notes a month's rows as pruned, and removes them.
  func prune(_ month: StoredMonth, _ ranges: [PrunedRows]) throws(StoreError) {
    for range in ranges {
      try run(
        .keepPruned,
        [
          .integer(range.ids.lowerBound), .integer(range.ids.upperBound), .bytes(range.lastSeal),
          .integer(month.bounds.upperBound),
        ])
    }
    try run(Self.removeMonth, month.bounds.values)
  }
}

extension Range<Int64> {
  /// The range as the values of a statement.
  fileprivate var values: [SQLValue] { [.integer(lowerBound), .integer(upperBound)] }
}

extension CalendarMonth {
  /// The stored times in which months can be pruned: 2000 to 2099.
  static let prunable = Int64(946_684_800_000)..<4_102_444_800_000
}
