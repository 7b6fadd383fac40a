internal import AppServer
internal import GNSSBasics

/// The end of the chain of rows: the last row's number and seal; 0 and empty without rows.
struct ChainEnd: Hashable, Sendable {
  var id: Int64 = 0
  var seal: [UInt8] = []
}

// The statements for rows on a connection.
extension SQLConnection {
  func rows(after id: Int64, limit: Int) throws(StoreError) -> [AirRow] {
    try page(.rowsAfter, after: id, limit: limit) { $0.airRow() }
  }

  func rows(
    in period: ClosedRange<UnixTime>, after cursor: RowCursor?, limit: Int
  ) throws(StoreError) -> [AirRow] {
    try all(.rowsInPeriod, Self.page(of: period, after: cursor, limit: limit)) { $0.airRow() }
  }

  /// Returns the values of a statement's first four parameters: the place before a page's first row, the
  /// period's end, and the greatest number of rows.
  static func page(
    of period: ClosedRange<UnixTime>, after cursor: RowCursor?, limit: Int
  ) -> [SQLValue] {
    let start = period.lowerBound.millisecondsRoundedUp
    let cursorTime = cursor?.time.milliseconds ?? .min
    // Row numbers begin at 1, so 0 starts before the first row.
    let after = cursorTime < start ? (start, 0) : (cursorTime, cursor?.id ?? 0)
    return [
      .integer(after.0), .integer(after.1), .integer(period.upperBound.milliseconds),
      .integer(Int64(max(0, limit))),
    ]
  }

  func sealedRows(after id: Int64, limit: Int) throws(StoreError) -> [SealedRow] {
    try page(.sealedRowsAfter, after: id, limit: limit) { $0.sealedRow() }
  }

  /// Returns the rows that were pruned, by number; adjacent ones are one range.
  func pruned() throws(StoreError) -> [PrunedRows] {
    try all(.pruned, []) { $0.prunedRows() }.joined
  }

  /// Returns the end of the chain, which is stored separately from the rows; `nil` when it is missing.
  func chainEnd() throws(StoreError) -> ChainEnd? { try first(.lastSeal, []) { $0.chainEnd() } }

  func commit(_ rows: [[SQLValue]], endingAt end: ChainEnd) throws(StoreError) {
    for row in rows { try run(.append, row) }
    try run(.keepLastSeal, end.values)
    try commit()
  }
}

extension ChainEnd {
  /// The values of ``Statement/keepLastSeal``.
  var values: [SQLValue] { [.integer(id), .bytes(seal)] }
}

extension SQLRow {
  /// Reads a range of pruned rows from a row of ``Statement/pruned``.
  fileprivate func prunedRows() -> PrunedRows {
    let first = max(1, number(0))
    return PrunedRows(
      ids: first...max(first, number(1)), lastSeal: bytes(2) ?? [],
      end: UnixTime(milliseconds: integer(3) ?? 0))
  }

  /// Reads the end of the chain from a row of ``Statement/lastSeal``.
  func chainEnd() -> ChainEnd { ChainEnd(id: number(0), seal: bytes(1) ?? []) }

  /// Reads a row's number, 0 to the greatest but one: whoever alters it makes no number without a next one.
  private func number(_ column: Int) -> Int64 { min(max(0, integer(column) ?? 0), .max - 1) }
}
