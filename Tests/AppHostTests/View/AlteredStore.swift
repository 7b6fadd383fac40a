import AppServer
import GNSSBasics

/// A store in which somebody has altered a value of one row.
struct AlteredStore: Store {
  let base: any Store
  /// The number of the altered row.
  let id: Int64

  func sealedRows(after id: Int64, limit: Int) async throws(StoreError) -> [SealedRow] {
    try await base.sealedRows(after: id, limit: limit).map { row in
      var row = row
      if row.row.id == self.id { row.row.values[0] = 99 }
      return row
    }
  }

  func rows(offset: Int64, limit: Int) async throws(StoreError) -> [AirRow] {
    try await base.rows(offset: offset, limit: limit)
  }
  func rows(
    in period: ClosedRange<UnixTime>, after cursor: RowCursor?, limit: Int
  ) async throws(StoreError) -> [AirRow] {
    try await base.rows(in: period, after: cursor, limit: limit)
  }
  func append(
    _ row: PostedRow, owner: Account?, at time: UnixTime
  ) async throws(StoreError) -> AirRow { try await base.append(row, owner: owner, at: time) }
  func account(of key: String) async throws(StoreError) -> Account? { nil }
  func account(_ id: Int64, unlessRevoked token: String) async throws(StoreError) -> Account? {
    nil
  }
  func addAccount(
    _ profile: Profile, passwordHash: String, at time: UnixTime
  ) async throws(StoreError) -> Account? { nil }
  func update(
    _ id: Int64, to profile: Profile, password: PasswordChange?
  ) async throws(StoreError) -> Bool { false }
  func deleteAccount(_ id: Int64) async throws(StoreError) -> Bool { false }
  func accounts(after id: Int64, limit: Int) async throws(StoreError) -> [Account] { [] }
  func revoke(_ token: String, until time: UnixTime) async throws(StoreError) {}
  func countAttempt(_ key: String, in window: UnixTime) async throws(StoreError) -> Int { 0 }
  func attempts(_ key: String, in window: UnixTime) async throws(StoreError) -> Int { 0 }
  func key(named name: String, orKeep new: [UInt8]) async throws(StoreError) -> [UInt8] { new }
  func lastSeal() async throws(StoreError) -> (id: Int64, seal: [UInt8])? { nil }
  func close() async { await base.close() }
}
