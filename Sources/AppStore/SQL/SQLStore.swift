internal import AppServer
internal import GNSSBasics

/// A store whose every function is some statements: what both engines have in common.
protocol SQLStore: Store {
  associatedtype Connection: SQLConnection

  /// The times at which what nobody needs any more was cleared.
  var clearing: Clearing { get }

  /// Looks something up.
  func read<T: Sendable>(
    _ question: @escaping @Sendable (Connection) throws(StoreError) -> T
  ) async throws(StoreError) -> T

  /// Makes a change, and returns when it has been committed.
  func write<T: Sendable>(
    _ change: @escaping @Sendable (Transaction<Connection>) throws(StoreError) -> T
  ) async throws(StoreError) -> T
}

// MARK: Accounts

extension SQLStore {
  /// The account of an address, by its key.
  public func account(of key: String) async throws(StoreError) -> Account? {
    try await read { connection throws(StoreError) in try connection.account(of: key) }
  }

  /// The account of this number, unless it is gone or this token was revoked.
  public func account(
    _ id: Int64, unlessRevoked token: String
  ) async throws(StoreError) -> Account? {
    try await read { connection throws(StoreError) in
      try connection.account(id, unlessRevoked: token)
    }
  }

  /// Makes an account; `nil` when there is one of this address.
  public func addAccount(
    _ profile: Profile, passwordHash: String, at time: UnixTime
  ) async throws(StoreError) -> Account? {
    try await write { transaction throws(StoreError) in
      try transaction.connection.addAccount(profile, passwordHash: passwordHash, at: time)
    }
  }

  /// Changes what an account tells, and its password when there is a change.
  public func update(
    _ id: Int64, to profile: Profile, password: PasswordChange?
  ) async throws(StoreError) -> Bool {
    try await write { transaction throws(StoreError) in
      try transaction.connection.update(id, to: profile, password: password)
    }
  }

  /// Deletes an account; `false` when there is none of this number.
  public func deleteAccount(_ id: Int64) async throws(StoreError) -> Bool {
    try await write { transaction throws(StoreError) in
      try transaction.connection.deleteAccount(id)
    }
  }

  /// The accounts after a number, in their order.
  public func accounts(after id: Int64, limit: Int) async throws(StoreError) -> [Account] {
    try await read { connection throws(StoreError) in
      try connection.accounts(after: id, limit: limit)
    }
  }
}

// MARK: Tokens, limits, keys

extension SQLStore {
  /// Ends a token.
  public func revoke(_ token: String, until time: UnixTime) async throws(StoreError) {
    try await write { transaction throws(StoreError) in
      try transaction.connection.revoke(token, until: time)
    }
  }

  /// Counts one more attempt in a window; attempts of more than an hour before it are cleared.
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

  /// The key of this name; where there is none yet, the given one becomes it.
  public func key(named name: String, orKeep new: [UInt8]) async throws(StoreError) -> [UInt8] {
    try await write { transaction throws(StoreError) in
      try transaction.connection.key(named: name, orKeep: new)
    }
  }
}

// MARK: Rows

extension SQLStore {
  /// Adds a row, and returns when it has been committed.
  public func append(
    _ row: PostedRow, owner: Account?, at time: UnixTime
  ) async throws(StoreError) -> AirRow {
    try await write { transaction throws(StoreError) in
      try transaction.append(row, owner: owner, at: time)
    }
  }

  /// Rows by number, beginning with the one after so many.
  public func rows(offset: Int64, limit: Int) async throws(StoreError) -> [AirRow] {
    try await read { connection throws(StoreError) in
      // Numbers have no gaps.
      try connection.rows(after: offset, limit: limit)
    }
  }

  /// Rows of a period, both ends included, by time and then by number.
  public func rows(
    in period: ClosedRange<UnixTime>, after cursor: RowCursor?, limit: Int
  ) async throws(StoreError) -> [AirRow] {
    try await read { connection throws(StoreError) in
      try connection.rows(in: period, after: cursor, limit: limit)
    }
  }

  /// Rows with their seals, by number, beginning with the one after a number.
  public func sealedRows(after id: Int64, limit: Int) async throws(StoreError) -> [SealedRow] {
    try await read { connection throws(StoreError) in
      try connection.sealedRows(after: id, limit: limit)
    }
  }

  /// The number and the seal of the last row, kept apart from the rows; `nil` while there is none.
  public func lastSeal() async throws(StoreError) -> (id: Int64, seal: [UInt8])? {
    let end = try await read { connection throws(StoreError) in try connection.chainEnd() }
    guard let end, end.id > 0 else { return nil }
    return (end.id, end.seal)
  }
}
