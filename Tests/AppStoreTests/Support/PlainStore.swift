import AppServer
import GNSSBasics

/// A store's rows without its own sums, so that sums are the plain computation over all rows.
struct PlainStore: Store {
  let base: any Store

  init(_ base: any Store) { self.base = base }

  func rows(offset: Int64, limit: Int) async throws(StoreError) -> [AirRow] {
    try await base.rows(offset: offset, limit: limit)
  }
  func rows(
    in period: ClosedRange<UnixTime>, after cursor: RowCursor?, limit: Int
  ) async throws(StoreError) -> [AirRow] {
    try await base.rows(in: period, after: cursor, limit: limit)
  }
  func sealedRows(after id: Int64, limit: Int) async throws(StoreError) -> [SealedRow] {
    try await base.sealedRows(after: id, limit: limit)
  }
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
  func append(
    _ row: PostedRow, owner: Account?, at time: UnixTime
  ) async throws(StoreError) -> AirRow { try await base.append(row, owner: owner, at: time) }
  func lastSeal() async throws(StoreError) -> (id: Int64, seal: [UInt8])? { nil }
  func close() async {}
}
