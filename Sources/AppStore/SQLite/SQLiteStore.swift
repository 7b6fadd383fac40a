public import AppServer
internal import Locks

/// A store in a SQLite file, or in memory.
///
/// Writing has a thread of its own. Reads run in the calling task: they take microseconds, or some milliseconds for a
/// page of 1,000 rows, and never wait for the writer. A hand-over to another thread would take longer.
/// Several stores, also of several processes, may use one file.
public final class SQLiteStore: SQLStore {
  let clearing = Clearing()
  /// The schema versions found at opening.
  public let versions: SchemaVersions
  private let writing: GroupCommit<SQLiteConnection>
  /// The connections for reading; `nil` for a store in memory, which exists on the writing connection only.
  private let reading: SQLiteReaders?

  /// Opens a store; creates or migrates its tables when necessary.
  ///
  /// - Parameters:
  ///   - path: The store's file. While the store is open, two files ending in `-wal` and `-shm` are beside
  ///     it.
  ///   - durable: Whether commits survive a loss of power, not only the end of the program; each commit
  ///     then waits for the disk.
  /// - Throws: `StoreError` when the store cannot be opened or created.
  public convenience init(path: String, durable: Bool = false) throws(StoreError) {
    try self.init(path: path, SQLiteConnection.Options(isDurable: durable))
  }

  /// Creates a store in memory, whose content is lost when it is closed.
  public static func inMemory() throws(StoreError) -> SQLiteStore {
    try SQLiteStore(path: nil, SQLiteConnection.Options())
  }

  init(path: String?, _ options: SQLiteConnection.Options) throws(StoreError) {
    let connection = try SQLiteConnection(path: path, options)
    versions = try connection.migrate()
    reading = path.map { SQLiteReaders(of: $0, options) }
    // A connection to a file is never lost, so that no other one is needed.
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

  /// Waits for queued changes, ends the thread, and closes the file.
  public func close() async {
    reading?.close()
    await writing.close()
  }
}

/// A pool of connections for reading, with as many connections as are in use at once.
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

  /// Runs a closure on a connection that is not in use.
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
