internal import AppSecrets
internal import AppServer
internal import Bytes

/// A value that a statement is given.
enum SQLValue: Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])
}

extension SQLValue {
  /// A text that rows are found by.
  ///
  /// An index takes no long ones; what stands for them is as good as one of a kind.
  static func key(_ text: String) -> SQLValue {
    if text.utf8.count <= 512 { return .text(text) }
    return .text("sha256 \(Digest.sha256(Array(text.utf8)).hexadecimal)")
  }

  static func text(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
  static func integer(_ number: Int64?) -> SQLValue { number.map { .integer($0) } ?? .null }
  static func real(_ number: Double?) -> SQLValue { number.map { .real($0) } ?? .null }
}

/// A row that a statement has found, there during the call that it is given to; columns count from 0.
protocol SQLRow {
  func integer(_ column: Int) -> Int64?
  func real(_ column: Int) -> Double?
  func text(_ column: Int) -> String?
  func bytes(_ column: Int) -> [UInt8]?
}

/// A connection to a database, used by one thread at a time.
///
/// Both engines understand the same ``Statement``s; how they begin, and what their tables look like, is
/// theirs.
protocol SQLConnection: AnyObject, Sendable {
  associatedtype Row: SQLRow

  /// The scripts that make the tables, one for each version, from 1.
  static var migrations: [String] { get }

  /// Whether it is of no use any more, and another one has to be opened.
  var isLost: Bool { get }

  /// The database's name in errors.
  var place: String { get }

  /// Runs a script of ours, without values.
  func execute(_ script: String) throws(StoreError)

  /// Runs a prepared statement.
  ///
  /// - Parameters:
  ///   - statement: Which one.
  ///   - values: What stands for `$1` and so on.
  ///   - body: Takes the rows that it finds, one after the other.
  /// - Returns: How many rows it has changed.
  /// - Throws: `StoreError` where it fails.
  @discardableResult
  func run(
    _ statement: Statement, _ values: [SQLValue], _ body: (Row) -> Void
  ) throws(StoreError) -> Int

  /// Begins a transaction beside which no other one writes, in any process.
  ///
  /// - Returns: The end of the chain of rows; `nil` where it is not written down.
  func begin() throws(StoreError) -> ChainEnd?

  /// Adds rows, writes down where the chain ends with them, and commits.
  ///
  /// - Parameters:
  ///   - rows: The values of ``Statement/append`` for each.
  ///   - end: The end of the chain with them.
  /// - Throws: `StoreError` where that fails; unless the connection is lost, nothing is committed then.
  func commit(_ rows: [[SQLValue]], endingAt end: ChainEnd) throws(StoreError)

  /// Begins a transaction beside which nobody opens the database, even where there are no tables yet.
  func beginMigration() throws(StoreError)

  /// The version of its tables; 0 when there are none.
  ///
  /// - Throws: `StoreError` when there are only tables of somebody else.
  func version() throws(StoreError) -> Int
}

extension SQLConnection {
  @discardableResult
  func run(_ statement: Statement, _ values: [SQLValue] = []) throws(StoreError) -> Int {
    try run(statement, values) { _ in }
  }

  /// The first row that a statement finds, read.
  func first<T>(
    _ statement: Statement, _ values: [SQLValue], _ read: (Row) -> T
  ) throws(StoreError) -> T? {
    var found: T?
    try run(statement, values) { row in
      if found == nil { found = read(row) }
    }
    return found
  }

  /// All rows that a statement finds, read.
  func all<T>(
    _ statement: Statement, _ values: [SQLValue], _ read: (Row) -> T
  ) throws(StoreError) -> [T] {
    var found: [T] = []
    try run(statement, values) { found.append(read($0)) }
    return found
  }

  func commit() throws(StoreError) { try execute("COMMIT") }

  /// Undoes the transaction; where there is none any more, there is nothing to undo.
  func rollBack() { try? execute("ROLLBACK") }
}
