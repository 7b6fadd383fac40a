#if PostgreSQL
  public import AppServer

  /// A store in PostgreSQL, which several servers on several machines may share.
  ///
  /// Writing has one thread and reading a few, each thread with its own connection. A lost connection is reopened
  /// at the next call; until that succeeds, calls throw `StoreError.unavailable`. When the connection is
  /// lost during a commit, the row may still be stored.
  public final class PostgreSQLStore: SQLStore {
    let clearing = Clearing()
    /// The schema versions found at opening.
    public let versions: SchemaVersions
    private let writing: GroupCommit<PostgreSQLConnection>
    private let reading: Readers<PostgreSQLConnection>

    /// Opens a store; creates or migrates its tables when necessary.
    ///
    /// - Parameters:
    ///   - url: The database as a libpq URL: `postgresql://user:password@host:5432/database`, or
    ///     `postgresql:///database?host=/var/run/postgresql` for a Unix socket.
    ///   - connections: The number of connections for reading, in addition to the one for writing.
    /// - Throws: `StoreError` when the store cannot be opened or created.
    public convenience init(url: String, connections: Int = 4) throws(StoreError) {
      try self.init(url: url, connections: connections, patience: .seconds(5))
    }

    init(url: String, connections: Int = 4, patience: Duration) throws(StoreError) {
      let url = try PostgreSQLURL(url)
      let open: @Sendable () throws(StoreError) -> PostgreSQLConnection = { () throws(StoreError) in
        try PostgreSQLConnection(to: url, patience: patience)
      }
      let connection = try open()
      versions = try connection.migrate()
      writing = try GroupCommit(on: connection, orBy: open)
      reading = try Readers(max(1, connections), openedBy: open)
    }

    func read<T: Sendable>(
      _ question: @escaping @Sendable (PostgreSQLConnection) throws(StoreError) -> T
    ) async throws(StoreError) -> T {
      try await reading.read(question)
    }

    func write<T: Sendable>(
      _ change: @escaping @Sendable (Transaction<PostgreSQLConnection>) throws(StoreError) -> T
    ) async throws(StoreError) -> T {
      try await writing.write(change)
    }

    /// Waits for queued work, ends the threads, and closes the connections.
    public func close() async {
      await writing.close()
      await reading.close()
    }
  }
#endif
