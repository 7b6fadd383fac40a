internal import AppServer
internal import GNSSBasics

/// The number and the seal of the last row; 0 and no bytes while there is none.
struct ChainEnd: Hashable, Sendable {
  var id: Int64 = 0
  var seal: [UInt8] = []
}

// What a store does with rows, on a connection.
extension SQLConnection {
  func rows(after id: Int64, limit: Int) throws(StoreError) -> [AirRow] {
    try all(.rowsAfter, [.integer(id), .integer(Int64(max(0, limit)))]) { $0.airRow() }
  }

  func rows(
    in period: ClosedRange<UnixTime>, after cursor: RowCursor?, limit: Int
  ) throws(StoreError) -> [AirRow] {
    let start = period.lowerBound.millisecondsRoundedUp
    let cursorTime = cursor?.time.milliseconds ?? .min
    // Numbers begin at 1.
    let after = cursorTime < start ? (start, 0) : (cursorTime, cursor?.id ?? 0)
    return try all(
      .rowsInPeriod,
      [
        .integer(after.0), .integer(after.1), .integer(period.upperBound.milliseconds),
        .integer(Int64(max(0, limit))),
      ]
    ) { $0.airRow() }
  }

  func sealedRows(after id: Int64, limit: Int) throws(StoreError) -> [SealedRow] {
    try all(.sealedRowsAfter, [.integer(id), .integer(Int64(max(0, limit)))]) { $0.sealedRow() }
  }

  /// The end of the chain, as it is kept apart from the rows; `nil` where it is not there.
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
  /// The end of the chain that ``Statement/lastSeal`` has found.
  func chainEnd() -> ChainEnd { ChainEnd(id: integer(0) ?? 0, seal: bytes(1) ?? []) }
}
