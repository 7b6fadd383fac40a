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
    try all(.rowsAfter, [.integer(id), .integer(Int64(max(0, limit)))]) { $0.airRow() }
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
    try all(.sealedRowsAfter, [.integer(id), .integer(Int64(max(0, limit)))]) { $0.sealedRow() }
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
  /// Reads the end of the chain from a row of ``Statement/lastSeal``.
  func chainEnd() -> ChainEnd { ChainEnd(id: integer(0) ?? 0, seal: bytes(1) ?? []) }
}
