internal import AppServer
internal import GNSSBasics

// The statements for accounts on a connection.
extension SQLConnection {
  func account(of key: String) throws(StoreError) -> Account? {
    try first(.accountByKey, [.key(key)]) { $0.account() }
  }

  func account(_ id: Int64, unlessRevoked token: String) throws(StoreError) -> Account? {
    try first(.accountUnlessRevoked, [.integer(id), .key(token)]) { $0.account() }
  }

  func accounts(after id: Int64, limit: Int) throws(StoreError) -> [Account] {
    try all(.accountsAfter, [.integer(id), .integer(Int64(max(0, limit)))]) { $0.account() }
  }

  func addAccount(
    _ profile: Profile, passwordHash: String, at time: UnixTime
  ) throws(StoreError) -> Account? {
    let created = time.milliseconds
    let values: [SQLValue] =
      [.text(profile.email), .key(profile.key)] + told(by: profile)
      + [.text(passwordHash), .integer(created)]
    let id = try first(.addAccount, values) { $0.integer(0) }
    guard let id, let id else { return nil }
    return Account(
      id: id, profile: profile, passwordHash: passwordHash,
      createdAt: UnixTime(milliseconds: created))
  }

  func update(
    _ id: Int64, to profile: Profile, password: PasswordChange?
  ) throws(StoreError) -> Bool {
    guard try run(.updateAccount, [.integer(id)] + told(by: profile)) == 1 else { return false }
    if let password {
      try run(
        .changePassword, [.integer(id), .text(password.hash), .text(password.keptToken)])
    }
    return true
  }

  func deleteAccount(_ id: Int64) throws(StoreError) -> Bool {
    try run(.deleteAccount, [.integer(id)]) == 1
  }

  private func told(by profile: Profile) -> [SQLValue] {
    [
      .text(profile.firstName), .text(profile.lastName), .text(profile.gender),
      .integer(profile.birthDay.map { Int64($0.daysSince1970) }),
    ]
  }
}

// MARK: Tokens, limits, keys

extension SQLConnection {
  func revoke(_ token: String, until time: UnixTime) throws(StoreError) {
    try run(.revoke, [.key(token), .integer(time.millisecondsRoundedUp)])
  }

  func countAttempt(_ key: String, in window: UnixTime) throws(StoreError) -> Int {
    let values: [SQLValue] = [.key(key), .integer(window.milliseconds)]
    return Int(try first(.countAttempt, values) { $0.integer(0) ?? 0 } ?? 0)
  }

  func attempts(_ key: String, in window: UnixTime) throws(StoreError) -> Int {
    let values: [SQLValue] = [.key(key), .integer(window.milliseconds)]
    return Int(try first(.attempts, values) { $0.integer(0) ?? 0 } ?? 0)
  }

  /// Removes expired tokens and attempts that are no longer needed.
  ///
  /// Attempts are kept for an hour, because windows have several lengths and servers' clocks differ.
  func clear(before time: UnixTime) throws(StoreError) {
    try run(.clearRevoked, [.integer(time.milliseconds)])
    try run(.clearAttempts, [.integer(time.advanced(by: .seconds(-3600)).milliseconds)])
  }

  func key(named name: String, orKeep new: [UInt8]) throws(StoreError) -> [UInt8] {
    try run(.keepKey, [.key(name), .bytes(new)])
    return try first(.key, [.key(name)]) { $0.bytes(0) ?? [] } ?? new
  }
}
