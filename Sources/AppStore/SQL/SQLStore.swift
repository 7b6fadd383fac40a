internal import AppServer
internal import GNSSBasics

/// A store that implements every function by SQL statements; the common part of both engines.
protocol SQLStore: PrunableStore {
  associatedtype Connection: SQLConnection

  /// The time of the last clearing of expired tokens and old attempts.
  var clearing: Clearing { get }

  /// Runs a query, and returns its result.
  func read<T: Sendable>(
    _ question: @escaping @Sendable (Connection) throws(StoreError) -> T
  ) async throws(StoreError) -> T

  /// Makes a change, and returns after it was committed.
  func write<T: Sendable>(
    _ change: @escaping @Sendable (Transaction<Connection>) throws(StoreError) -> T
  ) async throws(StoreError) -> T
}

// MARK: Accounts

extension SQLStore {
  /// Returns the account of an address key; `nil` when no account has the key.
  public func account(of key: String) async throws(StoreError) -> Account? {
    try await read { connection throws(StoreError) in try connection.account(of: key) }
  }

  /// Returns the account of a number; `nil` when it was deleted or the token was revoked.
  public func account(
    _ id: Int64, unlessRevoked token: String
  ) async throws(StoreError) -> Account? {
    try await read { connection throws(StoreError) in
      try connection.account(id, unlessRevoked: token)
    }
  }

  /// Adds an account, and returns it; `nil` when the address is already registered.
  public func addAccount(
    _ profile: Profile, passwordHash: String, at time: UnixTime
  ) async throws(StoreError) -> Account? {
    try await write { transaction throws(StoreError) in
      try transaction.connection.addAccount(profile, passwordHash: passwordHash, at: time)
    }
  }

  /// Updates an account's profile, and its password when `password` is not `nil`; returns whether the
  /// account exists.
  public func update(
    _ id: Int64, to profile: Profile, password: PasswordChange?
  ) async throws(StoreError) -> Bool {
    try await write { transaction throws(StoreError) in
      try transaction.connection.update(id, to: profile, password: password)
    }
  }

  /// Deletes an account, and returns whether it existed.
  public func deleteAccount(_ id: Int64) async throws(StoreError) -> Bool {
    try await write { transaction throws(StoreError) in
      try transaction.connection.deleteAccount(id)
    }
  }

  /// Returns at most `limit` accounts with numbers above `id`, in the order of their numbers.
  public func accounts(after id: Int64, limit: Int) async throws(StoreError) -> [Account] {
    try await read { connection throws(StoreError) in
      try connection.accounts(after: id, limit: limit)
    }
  }
}

// MARK: Tokens, limits, keys

extension SQLStore {
  /// Revokes a token; its revocation is kept until `time`.
  public func revoke(_ token: String, until time: UnixTime) async throws(StoreError) {
    try await write { transaction throws(StoreError) in
      try transaction.connection.revoke(token, until: time)
    }
  }

  /// Counts an attempt in a window, and returns the window's count.
  ///
  /// Attempts from more than an hour before the window are cleared, once a minute.
  public func countAttempt(_ key: String, in window: UnixTime) async throws(StoreError) -> Int {
    let isDue = clearing.isDue(at: window)
    return try await write { transaction throws(StoreError) in
      if isDue { try transaction.connection.clear(before: window) }
      return try transaction.connection.countAttempt(key, in: window)
    }
  }

  /// Returns the number of attempts counted in a window.
  public func attempts(_ key: String, in window: UnixTime) async throws(StoreError) -> Int {
    try await read { connection throws(StoreError) in try connection.attempts(key, in: window) }
  }

  /// Returns the cryptographic key stored under a name; stores and returns `new` when the name has none
  /// yet.
  public func key(named name: String, orKeep new: [UInt8]) async throws(StoreError) -> [UInt8] {
    try await write { transaction throws(StoreError) in
      try transaction.connection.key(named: name, orKeep: new)
    }
  }
}

// MARK: Rows

extension SQLStore {
  /// Adds a row, and returns it after it was committed.
  public func append(
    _ row: PostedRow, owner: Account?, at time: UnixTime
  ) async throws(StoreError) -> AirRow {
    try await write { transaction throws(StoreError) in
      try transaction.append(row, owner: owner, at: time)
    }
  }

  /// Returns at most `limit` rows by number, after skipping the first `offset` of the rows that are there.
  public func rows(offset: Int64, limit: Int) async throws(StoreError) -> [AirRow] {
    try await read { connection throws(StoreError) in
      // Numbers have no gaps but pruned rows.
      let last = try connection.pruned().number(offset, behind: 0)
      return try connection.rows(after: last, limit: limit)
    }
  }

  /// Returns rows of a period, both ends included, by time and then by number.
  public func rows(
    in period: ClosedRange<UnixTime>, after cursor: RowCursor?, limit: Int
  ) async throws(StoreError) -> [AirRow] {
    try await read { connection throws(StoreError) in
      try connection.rows(in: period, after: cursor, limit: limit)
    }
  }

  /// Returns the sums of a field's values over spans of time.
  public func sums(
    of field: Quantity, over spans: TimeSpans, owners: [String]?
  ) async throws(StoreError) -> [[ValueSums]] {
    try await read { connection throws(StoreError) in
      try connection.sums(of: field, over: spans, owners: owners)
    }
  }

  /// Returns a page of a selection's rows with one of their fields, by time and then by number.
  public func samples(
    of field: Quantity, in selection: RowSelection, after cursor: RowCursor?, limit: Int
  ) async throws(StoreError) -> [FieldSample] {
    try await read { connection throws(StoreError) in
      try connection.samples(of: field, in: selection, after: cursor, limit: limit)
    }
  }

  /// Returns the number of a selection's rows.
  public func count(_ selection: RowSelection) async throws(StoreError) -> Int {
    try await read { connection throws(StoreError) in try connection.count(selection) }
  }

  /// Returns the accounts with the most rows in a period, and their numbers of rows.
  public func ownerCounts(
    in period: ClosedRange<UnixTime>, limit: Int
  ) async throws(StoreError) -> [OwnerCount] {
    try await read { connection throws(StoreError) in
      try connection.ownerCounts(in: period, limit: limit)
    }
  }

  /// Returns at most `limit` rows with their seals, by number, from the row after `id`.
  public func sealedRows(after id: Int64, limit: Int) async throws(StoreError) -> [SealedRow] {
    try await read { connection throws(StoreError) in
      try connection.sealedRows(after: id, limit: limit)
    }
  }

  /// Returns the number and the seal of the last row, stored separately from the rows; `nil` without rows.
  public func lastSeal() async throws(StoreError) -> (id: Int64, seal: [UInt8])? {
    let end = try await read { connection throws(StoreError) in try connection.chainEnd() }
    guard let end, end.id > 0 else { return nil }
    return (end.id, end.seal)
  }

  /// Returns the rows that were pruned, by number; adjacent ones are one range.
  public func pruned() async throws(StoreError) -> [PrunedRows] {
    try await read { connection throws(StoreError) in try connection.pruned() }
  }
}

// MARK: Pruning

extension SQLStore {
  /// Returns the months with rows that end before a time, the oldest first.
  public func months(before time: UnixTime) async throws(StoreError) -> [StoredMonth] {
    try await read { connection throws(StoreError) in
      try connection.takingLong { () throws(StoreError) in
        try connection.storedMonths(before: time.milliseconds)
      }
    }
  }

  /// Removes the rows of a month, all or none, and returns their number.
  ///
  /// Rows are counted and their seals read before other writers are excluded. Rows that come meanwhile, which have
  /// greater numbers, let it begin again.
  public func prune(_ month: StoredMonth) async throws(StoreError) -> Int64 {
    for _ in 1...3 {
      let ranges = try await read { connection throws(StoreError) in
        try connection.takingLong { () throws(StoreError) in try connection.ranges(of: month) }
      }
      guard let last = ranges.last?.ids.upperBound else { return 0 }
      let isPruned = try await write { transaction throws(StoreError) in
        guard try transaction.connection.lastID(of: month) == last else { return false }
        try transaction.connection.prune(month, ranges)
        return true
      }
      if isPruned { return ranges.reduce(0) { $0 + Int64($1.ids.count) } }
    }
    throw .unavailable("rows of \(month.name) still arrive; try again later")
  }
}
