import AppServer
import GNSSBasics
import Locks

/// A store in memory, for tests of code that uses a store.
final class MemoryStore: Store {
  struct State {
    var accounts: [Int64: Account] = [:]
    var lastAccount: Int64 = 0
    var revoked: Set<String> = []
    var attempts: [String: [UnixTime: Int]] = [:]
    var keys: [String: [UInt8]] = [:]
    var rows: [(row: AirRow, owner: Int64?)] = []
    var failure: StoreError?
    var isOvertaken = false
  }

  let state = Lock(State())

  /// Lets every call fail from now on; `nil` ends the failures.
  func fail(with error: StoreError?) { state.withLock { $0.failure = error } }

  /// Simulates a faster server from now on: an account to be changed is gone, an account to be added
  /// exists.
  func overtake() { state.withLock { $0.isOvertaken = true } }

  private func use<Value>(
    _ body: (inout State) -> sending Value
  ) throws(StoreError) -> sending Value {
    try state.withLock { (state) throws(StoreError) in
      if let failure = state.failure { throw failure }
      return body(&state)
    }
  }

  func account(of key: String) async throws(StoreError) -> Account? {
    try use { state in state.accounts.values.first { $0.profile.key == key } }
  }

  func account(_ id: Int64, unlessRevoked token: String) async throws(StoreError) -> Account? {
    try use { state in state.revoked.contains(token) ? nil : state.accounts[id] }
  }

  func addAccount(
    _ profile: Profile, passwordHash: String, at time: UnixTime
  ) async throws(StoreError) -> Account? {
    try use { state in
      guard !state.isOvertaken,
        !state.accounts.values.contains(where: { $0.profile.key == profile.key })
      else { return nil }
      state.lastAccount += 1
      let account = Account(
        id: state.lastAccount, profile: profile, passwordHash: passwordHash, createdAt: time)
      state.accounts[account.id] = account
      return account
    }
  }

  func update(
    _ id: Int64, to profile: Profile, password: PasswordChange?
  ) async throws(StoreError) -> Bool {
    try use { state in
      guard !state.isOvertaken, state.accounts[id] != nil else { return false }
      state.accounts[id]?.profile = profile
      if let password {
        state.accounts[id]?.passwordHash = password.hash
        state.accounts[id]?.generation += 1
        state.accounts[id]?.keptToken = password.keptToken
      }
      return true
    }
  }

  func deleteAccount(_ id: Int64) async throws(StoreError) -> Bool {
    try use { state in !state.isOvertaken && state.accounts.removeValue(forKey: id) != nil }
  }

  func accounts(after id: Int64, limit: Int) async throws(StoreError) -> [Account] {
    try use { state in
      Array(state.accounts.values.filter { $0.id > id }.sorted { $0.id < $1.id }.prefix(limit))
    }
  }

  func revoke(_ token: String, until time: UnixTime) async throws(StoreError) {
    try use { state in _ = state.revoked.insert(token) }
  }

  func countAttempt(_ key: String, in window: UnixTime) async throws(StoreError) -> Int {
    try use { state in
      state.attempts[key, default: [:]][window, default: 0] += 1
      return state.attempts[key]?[window] ?? 0
    }
  }

  func attempts(_ key: String, in window: UnixTime) async throws(StoreError) -> Int {
    try use { state in state.attempts[key]?[window] ?? 0 }
  }

  func key(named name: String, orKeep new: [UInt8]) async throws(StoreError) -> [UInt8] {
    try use { state in
      state.keys[name] = state.keys[name] ?? new
      return state.keys[name] ?? []
    }
  }

  func append(
    _ row: PostedRow, owner: Account?, at time: UnixTime
  ) async throws(StoreError) -> AirRow {
    try use { state in
      let row = AirRow(
        id: Int64(state.rows.count + 1), time: time, email: owner?.profile.email,
        values: row.values)
      state.rows.append((row, owner?.id))
      return row
    }
  }

  func rows(offset: Int64, limit: Int) async throws(StoreError) -> [AirRow] {
    try use { state in
      state.rows.dropFirst(Int(clamping: offset)).prefix(limit).map { Self.told($0, state) }
    }
  }

  func rows(
    in period: ClosedRange<UnixTime>, after cursor: RowCursor?, limit: Int
  ) async throws(StoreError) -> [AirRow] {
    try use { state in
      let rows = state.rows.filter { period.contains($0.row.time) }
        .sorted { ($0.row.time, $0.row.id) < ($1.row.time, $1.row.id) }
        .filter { entry in cursor.map { (entry.row.time, entry.row.id) > ($0.time, $0.id) } ?? true
        }
      return rows.prefix(limit).map { Self.told($0, state) }
    }
  }

  func sealedRows(after id: Int64, limit: Int) async throws(StoreError) -> [SealedRow] { [] }

  func lastSeal() async throws(StoreError) -> (id: Int64, seal: [UInt8])? { nil }

  func close() async {}

  private static func told(_ entry: (row: AirRow, owner: Int64?), _ state: State) -> AirRow {
    var row = entry.row
    row.email = entry.owner.flatMap { state.accounts[$0]?.profile.email }
    return row
  }
}
