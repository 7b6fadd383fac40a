public import GNSSBasics

/// The store of accounts and rows.
///
/// A change is committed when its function returns. Rows are only ever added. A deleted account loses its
/// profile and address; its number stays with its rows.
///
/// Several servers may share a store: each sees the changes of the others.
public protocol Store: Sendable {
  // MARK: Accounts

  /// Returns the account of an address key, ``Profile/key``; `nil` when no account has the key.
  func account(of key: String) async throws(StoreError) -> Account?

  /// Returns the account of a number; `nil` when it was deleted or the token was revoked.
  ///
  /// The server asks this one question for each request.
  func account(_ id: Int64, unlessRevoked token: String) async throws(StoreError) -> Account?

  /// Adds an account.
  ///
  /// - Returns: The account; `nil` when the address is already registered.
  func addAccount(
    _ profile: Profile, passwordHash: String, at time: UnixTime
  ) async throws(StoreError) -> Account?

  /// Updates an account's profile, and its password when `password` is not `nil`; the address stays.
  ///
  /// - Returns: Whether the account exists.
  func update(
    _ id: Int64, to profile: Profile, password: PasswordChange?
  ) async throws(StoreError) -> Bool

  /// Deletes an account, and returns whether it existed.
  func deleteAccount(_ id: Int64) async throws(StoreError) -> Bool

  /// Returns at most `limit` accounts with numbers above `id`, in the order of their numbers.
  func accounts(after id: Int64, limit: Int) async throws(StoreError) -> [Account]

  // MARK: Tokens, limits, keys

  /// Revokes a token; the store keeps the revocation at least until `time`, the token's own end.
  func revoke(_ token: String, until time: UnixTime) async throws(StoreError)

  /// Counts an attempt under a key, such as `login:someone@example.org`.
  ///
  /// - Parameters:
  ///   - key: The key under which attempts are counted.
  ///   - window: The start of the current window; attempts of other windows are dropped.
  /// - Returns: The number of attempts in this window, including this one.
  /// - Throws: ``StoreError``.
  func countAttempt(_ key: String, in window: UnixTime) async throws(StoreError) -> Int

  /// Returns the number of attempts counted under a key in a window.
  func attempts(_ key: String, in window: UnixTime) async throws(StoreError) -> Int

  /// Returns the cryptographic key stored under a name; stores and returns `new` when the name has none
  /// yet.
  func key(named name: String, orKeep new: [UInt8]) async throws(StoreError) -> [UInt8]

  // MARK: Rows

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - row: The values and the text.
  ///   - owner: The account that posts the row.
  ///   - time: The time of arrival; the store keeps milliseconds.
  /// - Returns: The stored row, with the owner's e-mail address.
  /// - Throws: ``StoreError``.
  func append(
    _ row: PostedRow, owner: Account?, at time: UnixTime
  ) async throws(StoreError) -> AirRow

  /// Returns at most `limit` rows by number, after skipping the first `offset` of the rows that are there.
  func rows(offset: Int64, limit: Int) async throws(StoreError) -> [AirRow]

  /// Returns rows of a period, both ends included, by time and then by number.
  ///
  /// - Parameters:
  ///   - period: The first and the last instant.
  ///   - cursor: The last row of the previous page; `nil` begins at the period's start.
  ///   - limit: The greatest number of rows.
  /// - Returns: The rows; empty after the period's last row.
  /// - Throws: ``StoreError``.
  func rows(
    in period: ClosedRange<UnixTime>, after cursor: RowCursor?, limit: Int
  ) async throws(StoreError) -> [AirRow]

  /// Returns the sums of a field's values over spans of time.
  ///
  /// - Parameters:
  ///   - field: One of ``AirRow/fields``; rows have no values of other quantities.
  ///   - spans: The spans.
  ///   - owners: The accounts' keys, at most ``RowSelection/mostOwners``; `nil` sums up all rows.
  /// - Returns: The sums of each span, for each of the accounts; one list without `owners`.
  /// - Throws: ``StoreError``.
  func sums(
    of field: Quantity, over spans: TimeSpans, owners: [String]?
  ) async throws(StoreError) -> [[ValueSums]]

  /// Returns a page of a selection's rows with one of their fields, by time and then by number.
  ///
  /// - Parameters:
  ///   - field: One of ``AirRow/fields``; rows have no values of other quantities.
  ///   - selection: The rows.
  ///   - cursor: The last row of the previous page; `nil` begins at the period's start.
  ///   - limit: The greatest number of rows.
  /// - Returns: The rows; empty after the last one.
  /// - Throws: ``StoreError``.
  func samples(
    of field: Quantity, in selection: RowSelection, after cursor: RowCursor?, limit: Int
  ) async throws(StoreError) -> [FieldSample]

  /// Returns the number of a selection's rows.
  func count(_ selection: RowSelection) async throws(StoreError) -> Int

  /// Returns the accounts with the most rows in a period, and their numbers of rows: at most `limit`, the
  /// most rows first, then by e-mail address.
  func ownerCounts(
    in period: ClosedRange<UnixTime>, limit: Int
  ) async throws(StoreError) -> [OwnerCount]

  /// Returns at most `limit` rows with their seals, by number, from the row after `id`.
  func sealedRows(after id: Int64, limit: Int) async throws(StoreError) -> [SealedRow]

  /// Returns the number and the seal of the last row, stored separately from the rows; `nil` without rows.
  func lastSeal() async throws(StoreError) -> (id: Int64, seal: [UInt8])?

  /// Returns the rows that were pruned, by number; adjacent ones are one range.
  func pruned() async throws(StoreError) -> [PrunedRows]

  /// Ends the store's background work; the store must not be used afterwards.
  func close() async
}

/// A position in the rows ordered by time and number.
public struct RowCursor: Hashable, Sendable {
  /// The row's time.
  public var time: UnixTime
  /// The row's number.
  public var id: Int64

  /// Creates the position of a row.
  public init(_ row: AirRow) {
    time = row.time
    id = row.id
  }

  /// Creates the position of a sample.
  public init(_ sample: FieldSample) {
    time = sample.time
    id = sample.id
  }
}
