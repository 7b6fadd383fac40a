internal import AppServer
internal import CSQLite

/// A connection to a SQLite database.
///
/// Sound throughout: the handle and the statements are made and freed with their owner, which is used by
/// one thread at a time. SQLite copies the values passed to it at once, and its results are copied before
/// the next call.
@safe final class SQLiteConnection: SQLConnection, @unchecked Sendable {
  /// The options of opening a database.
  struct Options: Sendable {
    /// Whether the database is opened for reading only and must exist.
    var isForReading = false
    /// Whether commits are flushed to disk before they return, and so survive a loss of power.
    var isDurable = false
    /// The longest wait for another writer.
    var patience: Duration = .seconds(5)
    /// The greatest number of pages of 4 KiB; `nil` for no limit.
    var pageLimit: Int? = nil
  }

  let place: String
  let patience: Duration
  /// Always `false`: a connection to a file cannot be lost.
  var isLost: Bool { false }
  private let handle: OpaquePointer
  private var statements = unsafe [Statement: OpaquePointer]()

  /// Opens a database, and creates it when it is missing.
  ///
  /// - Parameters:
  ///   - path: The database's file; `nil` for a database in memory, of this connection alone.
  ///   - options: The options of opening.
  /// - Throws: `StoreError` when the file is not a database, or cannot become one.
  init(path: String?, _ options: Options) throws(StoreError) {
    place = path ?? "the store in memory"
    patience = options.patience
    if let path, !options.isForReading { try Self.makePrivateFile(at: path) }
    var opened: OpaquePointer?
    // A reader needs write access too: it registers itself in the `-shm` file.
    let flags = SQLITE_OPEN_READWRITE | (options.isForReading ? 0 : SQLITE_OPEN_CREATE)
    let code = unsafe sqlite3_open_v2(
      Self.fileName(path), &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    // The handle is missing only when memory is short.
    guard let handle = unsafe opened else { throw .unavailable("\(place): no memory to open it") }
    unsafe self.handle = handle
    guard code == SQLITE_OK else { throw failure(code) }
    unsafe sqlite3_busy_timeout(handle, Int32(clamping: options.patience.milliseconds))
    try configure(options)
  }

  deinit {
    unsafe statements.values.forEach { unsafe sqlite3_finalize($0) }
    unsafe sqlite3_close_v2(handle)
  }

  private func configure(_ options: Options) throws(StoreError) {
    // One function for all sums of a column takes half the time of SQLite's five.
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    let code = unsafe sqlite3_create_function_v2(
      handle, "sums", 1, flags, nil, nil, boardsim_sums_step, boardsim_sums_end, nil)
    guard code == SQLITE_OK else { throw failure(code) }
    if options.isForReading { return try execute("PRAGMA query_only = ON") }
    // Blanked content must not remain in the file.
    try execute("PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF")
    try execute("PRAGMA synchronous = \(options.isDurable ? "FULL" : "NORMAL")")
    let mode = try word(of: "PRAGMA journal_mode = WAL")
    guard mode == "wal" || mode == "memory" else {
      throw .unavailable("\(place): this file system holds no store; put it on a local disk")
    }
    if let limit = options.pageLimit { try execute("PRAGMA max_page_count = \(limit)") }
  }

  /// Returns a file name that SQLite takes as a path.
  ///
  /// SQLite treats `:memory:`, an empty name and, in some builds, `file:…` specially.
  private static func fileName(_ path: String?) -> String {
    guard let path else { return ":memory:" }
    return path.hasPrefix("/") ? path : "./\(path)"
  }

  func failure(_ code: Int32) -> StoreError {
    unsafe SQLiteFailure(
      code: code, text: String(cString: sqlite3_errmsg(handle)),
      systemCode: sqlite3_system_errno(handle)
    ).error(at: place, after: patience)
  }
}

// MARK: Statements

extension SQLiteConnection {
  func execute(_ script: String) throws(StoreError) {
    let code = unsafe sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  func run(
    _ statement: Statement, _ values: [SQLValue], _ body: (SQLiteRow) -> Void
  ) throws(StoreError) -> Int {
    let prepared = unsafe try prepared(statement)
    defer {
      unsafe sqlite3_reset(prepared)
      unsafe sqlite3_clear_bindings(prepared)
    }
    for (index, value) in values.enumerated() {
      let code = unsafe bind(value, to: Int32(index + 1), of: prepared)
      guard code == SQLITE_OK else { throw failure(code) }
    }
    while true {
      switch unsafe sqlite3_step(prepared) {
      case SQLITE_ROW: unsafe body(SQLiteRow(prepared))
      case SQLITE_DONE: return unsafe Int(sqlite3_changes(handle))
      case let code: throw failure(code)
      }
    }
  }

  private func prepared(_ statement: Statement) throws(StoreError) -> OpaquePointer {
    if let known = unsafe statements[statement] { return unsafe known }
    let made = unsafe try prepare(statement.sql.replacing("$", with: "?"))
    unsafe statements[statement] = made
    return unsafe made
  }

  private func prepare(_ text: String) throws(StoreError) -> OpaquePointer {
    var made: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    let code = unsafe sqlite3_prepare_v3(handle, text, -1, flags, &made, nil)
    // No statement is returned when preparing fails.
    guard let made = unsafe made else { throw failure(code) }
    return unsafe made
  }

  private func bind(_ value: SQLValue, to index: Int32, of prepared: OpaquePointer) -> Int32 {
    // SQLITE_TRANSIENT: SQLite copies the value.
    let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: return unsafe sqlite3_bind_null(prepared, index)
    case .integer(let number): return unsafe sqlite3_bind_int64(prepared, index, number)
    case .real(let number): return unsafe sqlite3_bind_double(prepared, index, number)
    case .text(let text):
      // The length is passed, so that a NUL counts as an ordinary character.
      return unsafe sqlite3_bind_text64(
        prepared, index, text, UInt64(text.utf8.count), copied, UInt8(SQLITE_UTF8))
    case .bytes(let bytes):
      if bytes.isEmpty { return unsafe sqlite3_bind_zeroblob(prepared, index, 0) }
      return unsafe sqlite3_bind_blob64(prepared, index, bytes, UInt64(bytes.count), copied)
    }
  }
}

// MARK: Transactions and versions

extension SQLiteConnection {
  /// Begins a transaction; IMMEDIATE waits for the write lock and takes it before anything is read.
  func begin() throws(StoreError) -> ChainEnd? {
    try execute("BEGIN IMMEDIATE")
    return try chainEnd()
  }

  func beginMigration() throws(StoreError) { try execute("BEGIN EXCLUSIVE") }

  func version() throws(StoreError) -> Int {
    let tables = try word(of: "SELECT count(*) FROM sqlite_schema WHERE type = 'table'")
    if tables == "0" { return 0 }
    let ours = "SELECT count(*) FROM sqlite_schema WHERE name IN ('schema_migrations', 'chain')"
    guard try word(of: ours) == "2" else {
      throw .damaged("\(place): the database of another program; name another file")
    }
    return Int(try word(of: "SELECT coalesce(max(version), 0) FROM schema_migrations") ?? "") ?? 0
  }

  /// Returns the first value of a query's result, as text; `nil` without a row.
  func word(of question: String) throws(StoreError) -> String? {
    let prepared = unsafe try prepare(question)
    defer { unsafe sqlite3_finalize(prepared) }
    switch unsafe sqlite3_step(prepared) {
    case SQLITE_ROW: return unsafe SQLiteRow(prepared).text(0)
    case SQLITE_DONE: return nil
    case let code: throw failure(code)
    }
  }
}

// MARK: Pruning and sums

extension SQLiteConnection {
  static var removeMonth: Statement { .deleteMonth }

  static func sums(of field: Quantity, byOwner: Bool) -> Statement {
    byOwner ? .sumsAtOnceByOwner(field) : .sumsAtOnce(field)
  }

  func monthBounds(before time: Int64) throws(StoreError) -> [Range<Int64>] {
    var months: [Range<Int64>] = []
    var next = CalendarMonth.prunable.lowerBound
    while let row = try first(.nextRow, [.integer(next)], { $0.integer(0) }) ?? nil {
      let month = CalendarMonth(containing: row)
      guard month.end <= min(time, CalendarMonth.prunable.upperBound) else { break }
      months.append(month.start..<month.end)
      next = month.end
    }
    return months
  }

  func takingLong<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T { try body() }
}
