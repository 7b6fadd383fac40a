public import AppServer
internal import Locks

/// A store in a file of SQLite, or in memory.
///
/// One thread writes. Lookups run in the task that asks: they take microseconds, a page of a thousand rows
/// some milliseconds, never wait for who writes, and to hand them to a thread and back would take longer.
/// Several stores, of several processes too, may use one file.
public final class SQLiteStore: SQLStore {
  let clearing = Clearing()
  /// The schema versions found at opening.
  public let versions: SchemaVersions
  private let writing: GroupCommit<SQLiteConnection>
  /// `nil` for a store in memory, which its only connection has.
  private let reading: SQLiteReaders?

  /// Opens a store, which is made where there is none, or brought up to date.
  ///
  /// - Parameters:
  ///   - path: Its file. Two more are beside it while it is open, with `-wal` and `-shm` at the end.
  ///   - durable: Whether what was answered outlives a loss of power too, and not only the program's end;
  ///     each commit then waits for the disk.
  /// - Throws: `StoreError` where no store is, or can be made.
  public convenience init(path: String, durable: Bool = false) throws(StoreError) {
    try self.init(path: path, SQLiteConnection.Options(isDurable: durable))
  }

  /// Makes a store that is gone when it is closed.
  public static func inMemory() throws(StoreError) -> SQLiteStore {
    try SQLiteStore(path: nil, SQLiteConnection.Options())
  }

  init(path: String?, _ options: SQLiteConnection.Options) throws(StoreError) {
    let connection = try SQLiteConnection(path: path, options)
    versions = try connection.migrate()
    reading = path.map { SQLiteReaders(of: $0, options) }
    // A file does not go away, so that no other connection is ever needed.
    writing = try GroupCommit(on: connection) { () throws(StoreError) in throw .closed }
  }

  func read<T: Sendable>(
    _ question: @escaping @Sendable (SQLiteConnection) throws(StoreError) -> T
  ) async throws(StoreError) -> T {
    if let reading { return try reading.use(question) }
    return try await write { transaction throws(StoreError) in
      try question(transaction.connection)
    }
  }

  func write<T: Sendable>(
    _ change: @escaping @Sendable (Transaction<SQLiteConnection>) throws(StoreError) -> T
  ) async throws(StoreError) -> T {
    try await writing.write(change)
  }

  /// Ends the thread, when all that waits is written, and lets go of the file.
  public func close() async {
    reading?.close()
    await writing.close()
  }
}

/// Connections to look things up on, as many as are used at once.
final class SQLiteReaders: Sendable {
  private struct State {
    var idle: [SQLiteConnection] = []
    var isClosed = false
  }

  private let state = Lock(State())
  private let path: String
  private let options: SQLiteConnection.Options

  init(of path: String, _ options: SQLiteConnection.Options) {
    self.path = path
    var options = options
    options.isForReading = true
    self.options = options
  }

  /// Does something on a connection that nobody else uses.
  func use<T>(_ body: (SQLiteConnection) throws(StoreError) -> T) throws(StoreError) -> T {
    let (idle, isClosed) = state.withLock { ($0.idle.popLast(), $0.isClosed) }
    if isClosed { throw .closed }
    let connection = if let idle { idle } else { try SQLiteConnection(path: path, options) }
    defer {
      state.withLock { state in
        if !state.isClosed { state.idle.append(connection) }
      }
    }
    return try body(connection)
  }

  func close() {
    state.withLock { state in
      state.isClosed = true
      state.idle = []
    }
  }
}
