import AppServer
import GNSSBasics
import Locks
import TestSupport

/// A store that can be away, or silent, as a database is.
final class AbsentStore: Store {
  /// The state of the store.
  enum State { case here, away, silent }

  let base: any Store
  let state = Lock(State.here)

  init(base: any Store) { self.base = base }

  private func come() async throws(StoreError) {
    switch state.withLock({ $0 }) {
    case .here: return
    case .away: throw .unavailable("postgresql://user:geheim@db/rows: connection refused")
    case .silent:
      while state.withLock({ $0 == .silent }) { try? await rest() }
    }
  }

  func accounts(after id: Int64, limit: Int) async throws(StoreError) -> [Account] {
    try await come()
    return try await base.accounts(after: id, limit: limit)
  }

  func sealedRows(after id: Int64, limit: Int) async throws(StoreError) -> [SealedRow] { [] }
  func rows(offset: Int64, limit: Int) async throws(StoreError) -> [AirRow] { [] }
  func rows(
    in period: ClosedRange<UnixTime>, after cursor: RowCursor?, limit: Int
  ) async throws(StoreError) -> [AirRow] { [] }
  func append(
    _ row: PostedRow, owner: Account?, at time: UnixTime
  ) async throws(StoreError) -> AirRow { try await base.append(row, owner: owner, at: time) }
  func account(of key: String) async throws(StoreError) -> Account? {
    try await base.account(of: key)
  }
  func account(_ id: Int64, unlessRevoked token: String) async throws(StoreError) -> Account? {
    nil
  }
  func addAccount(
    _ profile: Profile, passwordHash: String, at time: UnixTime
  ) async throws(StoreError) -> Account? {
    try await base.addAccount(profile, passwordHash: passwordHash, at: time)
  }
  func update(
    _ id: Int64, to profile: Profile, password: PasswordChange?
  ) async throws(StoreError) -> Bool { false }
  func deleteAccount(_ id: Int64) async throws(StoreError) -> Bool { false }
  func revoke(_ token: String, until time: UnixTime) async throws(StoreError) {}
  func countAttempt(_ key: String, in window: UnixTime) async throws(StoreError) -> Int { 0 }
  func attempts(_ key: String, in window: UnixTime) async throws(StoreError) -> Int { 0 }
  func key(named name: String, orKeep new: [UInt8]) async throws(StoreError) -> [UInt8] {
    try await base.key(named: name, orKeep: new)
  }
  func lastSeal() async throws(StoreError) -> (id: Int64, seal: [UInt8])? { nil }
  func close() async { await base.close() }
}
