internal import AppSecrets
internal import AppServer
internal import GNSSBasics

/// A transaction in which one change after the other is made, and what they share.
final class Transaction<Connection: SQLConnection> {
  let connection: Connection
  /// The end of the chain with ``rows``; `nil` where the store has none.
  private var end: ChainEnd?
  /// The rows that are to be added, as ``Statement/append`` wants them.
  private var rows: [[SQLValue]] = []

  /// Begins, and looks up where the chain of rows ends.
  init(on connection: Connection) throws(StoreError) {
    self.connection = connection
    end = try connection.begin()
  }

  /// Puts a row behind those that are there, and behind those that this transaction adds.
  ///
  /// - Throws: `StoreError` where the store does not know where its rows end.
  func append(
    _ posted: PostedRow, owner: Account?, at time: UnixTime
  ) throws(StoreError) -> AirRow {
    guard let end else {
      throw .damaged(
        "\(connection.place): the end of its rows is not written down; restore a copy of it")
    }
    // What a column cannot hold or tell apart must not be sealed.
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

  /// Commits, with the rows, all at once.
  func commit() throws(StoreError) {
    guard let end, !rows.isEmpty else { return try connection.commit() }
    try connection.commit(rows, endingAt: end)
  }
}
