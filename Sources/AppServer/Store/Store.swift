public import GNSSBasics

/// The store of accounts and rows.
///
/// What a function has returned from is kept: it has been committed. Rows are only ever added; an account
/// that is deleted loses what it told and its address, and its number stays with its rows.
///
/// Several servers may share a store: what one of them has done, the others see.
public protocol Store: Sendable {
  // MARK: Accounts

  /// The account of an address, by ``Profile/key``.
  func account(of key: String) async throws(StoreError) -> Account?

  /// The account of this number, unless it is gone or this token was revoked: one question for each request.
  func account(_ id: Int64, unlessRevoked token: String) async throws(StoreError) -> Account?

  /// Makes an account.
  ///
  /// - Returns: The account; `nil` when there is one of this address.
  func addAccount(
    _ profile: Profile, passwordHash: String, at time: UnixTime
  ) async throws(StoreError) -> Account?

  /// Changes what an account tells, and its password when there is a change; the address stays.
  ///
  /// - Returns: Whether there still is such an account.
  func update(
    _ id: Int64, to profile: Profile, password: PasswordChange?
  ) async throws(StoreError) -> Bool

  /// Deletes an account; `false` when there is none of this number.
  func deleteAccount(_ id: Int64) async throws(StoreError) -> Bool

  /// The accounts after a number, in their order.
  func accounts(after id: Int64, limit: Int) async throws(StoreError) -> [Account]

  // MARK: Tokens, limits, keys

  /// Ends a token; what is kept of it is needed until the time at which it would end anyway.
  func revoke(_ token: String, until time: UnixTime) async throws(StoreError)

  /// Counts one more attempt of a kind, such as `login:someone@example.org`.
  ///
  /// - Parameters:
  ///   - key: What is counted.
  ///   - window: When the present window began: attempts of others are forgotten.
  /// - Returns: How many there were in this window, this one included.
  /// - Throws: ``StoreError``.
  func countAttempt(_ key: String, in window: UnixTime) async throws(StoreError) -> Int

  /// Returns how many attempts of a kind were counted in a window.
  func attempts(_ key: String, in window: UnixTime) async throws(StoreError) -> Int

  /// The key of this name; where there is none yet, the given one becomes it.
  func key(named name: String, orKeep new: [UInt8]) async throws(StoreError) -> [UInt8]

  // MARK: Rows

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - row: Values and text.
  ///   - owner: The account that posts it.
  ///   - time: When it was received; the store keeps milliseconds.
  /// - Returns: The row; its e-mail is the owner's.
  /// - Throws: ``StoreError``.
  func append(
    _ row: PostedRow, owner: Account?, at time: UnixTime
  ) async throws(StoreError) -> AirRow

  /// Rows by number, beginning with the one after so many.
  func rows(offset: Int64, limit: Int) async throws(StoreError) -> [AirRow]

  /// Rows of a period, both ends included, by time and then by number.
  ///
  /// - Parameters:
  ///   - period: From when to when.
  ///   - cursor: The last row of the page before; `nil` begins at the period's start.
  ///   - limit: How many at most.
  /// - Returns: The rows; none behind the period's end.
  /// - Throws: ``StoreError``.
  func rows(
    in period: ClosedRange<UnixTime>, after cursor: RowCursor?, limit: Int
  ) async throws(StoreError) -> [AirRow]

  /// Rows with their seals, by number, beginning with the one after a number.
  func sealedRows(after id: Int64, limit: Int) async throws(StoreError) -> [SealedRow]

  /// The number and the seal of the last row, kept apart from the rows; `nil` while there is none.
  func lastSeal() async throws(StoreError) -> (id: Int64, seal: [UInt8])?

  /// Ends what the store does in the background; nothing is asked of it after that.
  func close() async
}

/// A place in rows ordered by time and number.
public struct RowCursor: Hashable, Sendable {
  /// The row's time.
  public var time: UnixTime
  /// The row's number.
  public var id: Int64

  /// The place of a row.
  public init(_ row: AirRow) {
    time = row.time
    id = row.id
  }
}
