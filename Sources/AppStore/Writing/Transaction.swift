internal import AppSecrets
internal import AppServer
internal import GNSSBasics

/// A transaction in which one change after the other is made, and what they share.
final class Transaction<Connection: SQLConnection> {
  let connection: Connection
  private let before: ChainEnd
  private var end: ChainEnd
  /// The rows that are to be added, as ``Statement/append`` wants them.
  private var rows: [[SQLValue]] = []

  /// Begins, and looks up where the chain of rows ends.
  init(on connection: Connection) throws(StoreError) {
    self.connection = connection
    try connection.begin()
    before = try connection.chainEnd()
    end = before
  }

  /// Puts a row behind those that are there, and behind those that this transaction adds.
  func append(_ posted: PostedRow, owner: Account?, at time: UnixTime) -> AirRow {
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
    end = ChainEnd(id: row.id, seal: seal)
    return row
  }

  /// Adds the rows, all at once, and writes down where they end; what is left is to commit.
  func finish() throws(StoreError) {
    guard end != before else { return }
    try connection.run(.append, forEach: rows)
    try connection.keep(end)
  }
}
