internal import AppServer
internal import GNSSBasics

/// A transaction in which one change after the other is made, and what they share.
final class Transaction<Connection: SQLConnection> {
  let connection: Connection
  private let before: ChainEnd
  private var end: ChainEnd

  /// Begins, and looks up where the chain of rows ends.
  init(on connection: Connection) throws(StoreError) {
    self.connection = connection
    try connection.begin()
    before = try connection.chainEnd()
    end = before
  }

  /// Adds a row behind those that this transaction has added.
  func append(
    _ posted: PostedRow, owner: Account?, at time: UnixTime
  ) throws(StoreError) -> AirRow {
    try connection.append(posted, owner: owner, at: time, behind: &end)
  }

  /// Writes down where the rows end now; what is left is to commit.
  func finish() throws(StoreError) {
    if end != before { try connection.keep(end) }
  }
}
