internal import AirStatistics
internal import AppSecrets
internal import AppServer
internal import Bytes

/// A value bound to a statement's parameter.
enum SQLValue: Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])
}

extension SQLValue {
  /// Returns a text as a value for indexed columns.
  ///
  /// An index accepts no long texts: a text of more than 512 bytes is replaced by its SHA-256, which is as
  /// good as unique.
  static func key(_ text: String) -> SQLValue {
    if text.utf8.count <= 512 { return .text(text) }
    return .text("sha256 \(Digest.sha256(Array(text.utf8)).hexadecimal)")
  }

  static func text(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
  static func integer(_ number: Int64?) -> SQLValue { number.map { .integer($0) } ?? .null }
  static func real(_ number: Double?) -> SQLValue { number.map { .real($0) } ?? .null }
}

/// A row of a statement's result, valid during the call that receives it; columns count from 0.
protocol SQLRow {
  func integer(_ column: Int) -> Int64?
  func real(_ column: Int) -> Double?
  func text(_ column: Int) -> String?
  func bytes(_ column: Int) -> [UInt8]?
  /// Reads the sums of ``SQLConnection/sums(of:byOwner:)`` from a column on.
  func valueSums(_ column: Int) -> ValueSums
}

/// A connection to a database, used by one thread at a time.
///
/// Both engines run the same ``Statement``s. Each engine has its own way to begin a transaction and its own
/// tables.
protocol SQLConnection: AnyObject, Sendable {
  associatedtype Row: SQLRow

  /// The scripts that create the tables, one for each version, from 1.
  static var migrations: [String] { get }

  /// The statement that removes the rows of a month, which were noted as pruned.
  static var removeMonth: Statement { get }

  /// Returns the statement of a field's sums, of all rows or by account.
  static func sums(of field: Quantity, byOwner: Bool) -> Statement

  /// Whether the connection is lost and must be reopened.
  var isLost: Bool { get }

  /// The database's name in error messages.
  var place: String { get }

  /// Runs a constant script without values.
  func execute(_ script: String) throws(StoreError)

  /// Runs a prepared statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - values: The values for `$1`, `$2` and so on.
  ///   - body: A closure that takes the rows found, one at a time.
  /// - Returns: The number of rows changed.
  /// - Throws: `StoreError` when the statement fails.
  @discardableResult
  func run(
    _ statement: Statement, _ values: [SQLValue], _ body: (Row) -> Void
  ) throws(StoreError) -> Int

  /// Begins a transaction that excludes all other writers, also of other processes.
  ///
  /// - Returns: The end of the chain of rows; `nil` when it is missing.
  func begin() throws(StoreError) -> ChainEnd?

  /// Adds rows, updates the end of the chain, and commits.
  ///
  /// - Parameters:
  ///   - rows: The values of ``Statement/append`` for each row.
  ///   - end: The end of the chain after the rows.
  /// - Throws: `StoreError` when that fails. Nothing is committed then, unless the connection is lost.
  func commit(_ rows: [[SQLValue]], endingAt end: ChainEnd) throws(StoreError)

  /// Returns the rows behind a number, by number.
  ///
  /// - Parameters:
  ///   - statement: ``Statement/rowsAfter`` or ``Statement/sealedRowsAfter``.
  ///   - id: The number.
  ///   - limit: The greatest number of rows.
  ///   - read: A closure that converts a row of the result.
  /// - Returns: The converted rows.
  /// - Throws: `StoreError` when the statement fails.
  func page<T>(
    _ statement: Statement, after id: Int64, limit: Int, _ read: (Row) -> T
  ) throws(StoreError) -> [T]

  /// Returns the stored times of the months that end before a stored time, the oldest first.
  func monthBounds(before time: Int64) throws(StoreError) -> [Range<Int64>]

  /// Runs queries that may take as long as they need, and see the same rows.
  func takingLong<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T

  /// Begins a transaction that excludes other processes that open the database, even before tables exist.
  func beginMigration() throws(StoreError)

  /// Returns the schema version of the tables; 0 without tables.
  ///
  /// - Throws: `StoreError` when the database contains only tables of another program.
  func version() throws(StoreError) -> Int
}

extension SQLConnection {
  @discardableResult
  func run(_ statement: Statement, _ values: [SQLValue] = []) throws(StoreError) -> Int {
    try run(statement, values) { _ in }
  }

  /// Returns the first row of a statement's result, converted by `read`; `nil` without rows.
  func first<T>(
    _ statement: Statement, _ values: [SQLValue], _ read: (Row) -> T
  ) throws(StoreError) -> T? {
    var found: T?
    try run(statement, values) { row in
      if found == nil { found = read(row) }
    }
    return found
  }

  /// Returns all rows of a statement's result, converted by `read`.
  func all<T>(
    _ statement: Statement, _ values: [SQLValue], _ read: (Row) -> T
  ) throws(StoreError) -> [T] {
    var found: [T] = []
    try run(statement, values) { found.append(read($0)) }
    return found
  }

  func page<T>(
    _ statement: Statement, after id: Int64, limit: Int, _ read: (Row) -> T
  ) throws(StoreError) -> [T] {
    try all(statement, [.integer(id), .integer(Int64(max(0, limit)))], read)
  }

  func commit() throws(StoreError) { try execute("COMMIT") }

  /// Rolls the transaction back; an error is ignored, since then no transaction is left.
  func rollBack() { try? execute("ROLLBACK") }
}
