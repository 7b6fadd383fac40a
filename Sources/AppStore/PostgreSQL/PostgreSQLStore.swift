#if PostgreSQL
  public import AppServer

  /// A store in PostgreSQL, which several servers on several machines may share.
  ///
  /// One thread writes, and a few look things up, each on a connection of its own. A connection that was lost
  /// is made anew at the next call; until that works, calls end with `StoreError.unavailable`. A row
  /// whose commit the loss has cut short may be there all the same.
  public final class PostgreSQLStore: SQLStore {
    let clearing = Clearing()
    /// The schema versions found at opening.
    public let versions: SchemaVersions
    private let writing: GroupCommit<PostgreSQLConnection>
    private let reading: Readers<PostgreSQLConnection>

    /// Connects to a store, which is made where there is none, or brought up to date.
    ///
    /// - Parameters:
    ///   - url: Where it is, as libpq has it: `postgresql://user:password@host:5432/database`, and
    ///     `postgresql:///database?host=/var/run/postgresql` for a socket of the file system.
    ///   - connections: On how many connections it is looked things up, beside the one that writes.
    /// - Throws: `StoreError` where no store is, or can be made.
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

    /// Ends the threads, when all that waits is done, and the connections.
    public func close() async {
      await writing.close()
      await reading.close()
    }
  }
#endif
