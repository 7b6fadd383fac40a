internal import AppSecrets
internal import AppServer
internal import GNSSBasics

/// A transaction with one or more changes, and the rows that it is to add.
final class Transaction<Connection: SQLConnection> {
  let connection: Connection
  /// The end of the chain including ``rows``; `nil` when the store's own end is missing.
  private var end: ChainEnd?
  /// The rows to add, as the values of ``Statement/append``.
  private var rows: [[SQLValue]] = []

  /// Begins a transaction, and reads the end of the chain of rows.
  init(on connection: Connection) throws(StoreError) {
    self.connection = connection
    end = try connection.begin()
  }

  /// Adds a row after the stored rows and the rows of this transaction.
  ///
  /// - Throws: `StoreError` when the end of the chain is missing.
  func append(
    _ posted: PostedRow, owner: Account?, at time: UnixTime
  ) throws(StoreError) -> AirRow {
    guard let end else {
      throw .damaged(
        "\(connection.place): the end of its rows is not written down; restore a copy of it")
    }
    // Values that a column cannot hold (NaN) or cannot tell apart (-0) must not enter the seal.
    let values = posted.values.map { $0.flatMap { $0.isNaN ? nil : $0 + 0 } }
    let row = AirRow(
      id: end.id + 1, time: UnixTime(milliseconds: time.milliseconds),
      email: owner?.profile.email, values: values)
    let seal = Digest.sha256(
      SealedRow.sealedBytes(
        after: end.seal, id: row.id, time: row.time, owner: owner?.id, values: values,
        text: posted.text))
    var columns: [SQLValue] = []
    columns.reserveCapacity(18)
    columns += [.integer(row.id), .integer(time.milliseconds), .integer(owner?.id)]
    for value in values { columns.append(.real(value)) }
    columns += [.text(posted.text), .bytes(seal)]
    rows.append(columns)
    self.end = ChainEnd(id: row.id, seal: seal)
    return row
  }

  /// Commits the changes and the added rows together.
  func commit() throws(StoreError) {
    guard let end, !rows.isEmpty else { return try connection.commit() }
    try connection.commit(rows, endingAt: end)
  }
}
