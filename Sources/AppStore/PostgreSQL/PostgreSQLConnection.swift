#if PostgreSQL
  internal import AppServer
  internal import CPostgreSQL

  /// A connection to PostgreSQL.
  ///
  /// Sound throughout: the connection is made and ended with its owner, which is used by one thread at a
  /// time. Memory passed to libpq outlives the call. Results are freed in the function that made them,
  /// after the needed data was copied.
  @safe final class PostgreSQLConnection: SQLConnection, @unchecked Sendable {
    let place: String
    /// The lock timeout: the longest wait for another writer.
    private let patience: Duration
    private let handle: OpaquePointer
    private var prepared: Set<Statement> = []
    private(set) var isLost = false
    /// The month that the last row is in, as the transaction found it.
    private var openMonth = OpenMonth()
    /// The time of the last attempt to create the month after the last one.
    private var lastLook: ContinuousClock.Instant?

    /// Creates a connection, and waits until it is established.
    ///
    /// - Parameters:
    ///   - url: The database's URL.
    ///   - patience: The lock timeout: the longest wait for another writer.
    /// - Throws: `StoreError` when the server is unreachable or refuses the login.
    init(to url: PostgreSQLURL, patience: Duration = .seconds(5)) throws(StoreError) {
      place = url.place
      self.patience = patience
      guard let handle = unsafe Self.connect(to: url) else {
        throw .unavailable("\(place): no memory to connect")
      }
      unsafe self.handle = handle
      // Without a processor, libpq prints notices on the standard error.
      unsafe PQsetNoticeProcessor(handle, { _, _ in }, nil)
      guard unsafe PQstatus(handle) == CONNECTION_OK else { throw .unreachable(place, words) }
      try configure()
    }

    deinit { unsafe PQfinish(handle) }

    /// Connects to a URL; its options override those listed before it, and yield to those after it.
    private static func connect(to url: PostgreSQLURL) -> OpaquePointer? {
      let options = [
        ("connect_timeout", "5"), ("tcp_user_timeout", "10000"), ("dbname", url.text),
        ("client_encoding", "UTF8"), ("fallback_application_name", "boardsim"),
      ]
      return unsafe withCStrings(options.map(\.0)) { keys in
        unsafe withCStrings(options.map(\.1)) { values in
          unsafe PQconnectdbParams(keys, values, 1)
        }
      }
    }

    private func configure() throws(StoreError) {
      let encoding = unsafe PQparameterStatus(handle, "server_encoding").map {
        unsafe String(cString: $0)
      }
      guard encoding == "UTF8" else {
        throw .damaged(
          "\(place): a database of encoding \(encoding ?? "unknown"); make one of encoding UTF8")
      }
      // Timeouts limit how long this session waits, and how long it makes others wait. Every statement
      // finds its rows through an index in index order; a plan that sorts would read a whole period for
      // each page. JIT compilation would take a thousand times as long as the statements, which take
      // microseconds.
      try execute(
        """
        SET lock_timeout = '\(max(1, patience.milliseconds))ms'; SET statement_timeout = '60s';
        SET idle_in_transaction_session_timeout = '60s';
        SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off;
        SET jit = off
        """)
    }

    /// The error for a lost connection; marks the connection as unusable.
    private var lost: StoreError {
      isLost = true
      return .unreachable(place, words)
    }

    /// libpq's last error message, on one line.
    private var words: String { unsafe Self.line(String(cString: PQerrorMessage(handle))) }

    private static func line(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }

  // MARK: Statements

  extension PostgreSQLConnection {
    func execute(_ script: String) throws(StoreError) {
      unsafe try finish(PQexec(handle, script)) { _ in }
    }

    func run(
      _ statement: Statement, _ values: [SQLValue], _ body: (PostgreSQLRow) -> Void
    ) throws(StoreError) -> Int {
      try run([.statement(statement, values)], body)
    }

    /// Passes a successful result to a closure, and frees the result.
    private func finish(
      _ result: OpaquePointer?, _ body: (OpaquePointer) -> Void
    ) throws(StoreError) {
      guard let result = unsafe result else { throw lost }
      defer { unsafe PQclear(result) }
      if let failure = unsafe failure(of: result) { throw failure }
      unsafe body(result)
    }

    /// Returns the error in a result; `nil` when the statement succeeded.
    private func failure(of result: OpaquePointer) -> StoreError? {
      switch unsafe PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_PIPELINE_SYNC: return nil
      default: break
      }
      // An error without an SQLSTATE code comes from libpq itself: the connection is lost.
      guard let state = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "C"))),
        unsafe PQstatus(handle) == CONNECTION_OK
      else { return lost }
      let text = unsafe Self.line(String(cString: PQresultErrorMessage(result)))
      return unsafe PostgreSQLFailure(state: String(cString: state), text: text).error(at: place)
    }
  }

  // MARK: Pipelining

  extension PostgreSQLConnection {
    /// A request in a pipeline.
    fileprivate enum Request {
      /// A statement with its values; it is prepared before its first run on this connection.
      case statement(Statement, [SQLValue])
      /// SQL without values, which is not prepared.
      case query(String)
    }

    /// The number of requests sent before their answers are read.
    ///
    /// A number that fits the system's socket buffers: neither side blocks until the other reads.
    private static var pipelineLength: Int { 100 }

    /// Sends requests in pipeline mode, and reads the answers afterwards, to save round trips.
    ///
    /// After a failed request, the server skips the following requests.
    ///
    /// - Parameters:
    ///   - requests: The requests, in order.
    ///   - body: A closure that takes the rows found, one at a time.
    /// - Returns: The number of rows changed.
    /// - Throws: The `StoreError` of the first failed request.
    @discardableResult
    fileprivate func run(
      _ requests: [Request], _ body: (PostgreSQLRow) -> Void = { _ in }
    ) throws(StoreError) -> Int {
      guard unsafe PQenterPipelineMode(handle) == 1 else { throw lost }
      defer { _ = unsafe PQexitPipelineMode(handle) }
      var changed = 0
      for start in stride(from: 0, to: requests.count, by: Self.pipelineLength) {
        var answers: [Statement?] = []
        for request in requests[start...].prefix(Self.pipelineLength) {
          try send(request, &answers)
        }
        guard unsafe PQpipelineSync(handle) == 1 else { throw lost }
        changed += try readAnswers(to: answers, body)
      }
      return changed
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - answers: The expected answers, appended to; each with the statement that it prepares, or `nil`.
    /// - Throws: `StoreError` when the connection is lost.
    private func send(_ request: Request, _ answers: inout [Statement?]) throws(StoreError) {
      let isSent: Int32
      switch request {
      case .query(let text):
        isSent = unsafe PQsendQueryParams(handle, text, 0, nil, nil, nil, nil, 1)
      case .statement(let statement, let values):
        if !prepared.contains(statement), !answers.contains(statement) {
          guard unsafe PQsendPrepare(handle, statement.name, statement.sql, 0, nil) == 1 else {
            throw lost
          }
          answers.append(statement)
        }
        isSent = unsafe PostgreSQLParameters(values).withPointers { pointers, lengths, formats in
          unsafe PQsendQueryPrepared(
            handle, statement.name, Int32(values.count), pointers, lengths, formats, 1)
        }
      }
      guard isSent == 1 else { throw lost }
      answers.append(nil)
    }

    /// Reads all answers up to the synchronization point, also after an answer with an error.
    private func readAnswers(
      to answers: [Statement?], _ body: (PostgreSQLRow) -> Void
    ) throws(StoreError) -> Int {
      var first: StoreError?
      var changed = 0
      var next = 0
      var gaps = 0
      // libpq returns NULL once after each answer; two in a row mean that no more answers follow.
      while gaps < 2 {
        guard let result = unsafe PQgetResult(handle) else {
          gaps += 1
          continue
        }
        defer { unsafe PQclear(result) }
        gaps = 0
        if unsafe PQresultStatus(result) == PGRES_PIPELINE_SYNC {
          if let first { throw first }
          return changed
        }
        // After an error, the server only reports that it skipped the following requests.
        if first == nil { first = unsafe failure(of: result) }
        guard first == nil else { continue }
        if let statement = answers[next] { prepared.insert(statement) }
        next += 1
        for row in 0..<(unsafe PQntuples(result)) { unsafe body(PostgreSQLRow(result, row)) }
        changed += unsafe Int(String(cString: PQcmdTuples(result))) ?? 0
      }
      throw lost
    }
  }

  extension Statement {
    /// The statement's name as a prepared statement of a connection.
    fileprivate var name: String { "\(self)" }
  }

  // MARK: Transactions and versions

  extension PostgreSQLConnection {
    /// Begins a transaction, and locks the one row that every writer locks first.
    ///
    /// The common first lock prevents deadlocks between writers and gives rows a single order. The locked
    /// row holds the end of the chain, so that BEGIN and the lock take one round trip.
    func begin() throws(StoreError) -> ChainEnd? {
      var end: ChainEnd?
      openMonth = OpenMonth()
      try run([.query("BEGIN"), .query(Self.lockedEnd)]) { row in
        end = row.chainEnd()
        openMonth = OpenMonth(row)
      }
      return end
    }

    private static let lockedEnd =
      "SELECT last_id, seal, since, until, is_ahead FROM chain WHERE one = 1 FOR UPDATE"

    /// Adds rows, notes their months, updates the end of the chain, and commits.
    ///
    /// Up to 98 rows take one round trip, so that a server on a slow link blocks other writers no longer
    /// than that. When a row is refused, all other requests, including COMMIT, are undone.
    func commit(_ rows: [[SQLValue]], endingAt end: ChainEnd) throws(StoreError) {
      try run(
        notes(of: rows) + rows.map { .statement(.append, $0) } + [
          .statement(.keepLastSeal, end.values), .query("COMMIT"),
        ])
    }

    /// Returns the requests that note rows of another month than the last one's, or create the next month.
    private func notes(of rows: [[SQLValue]]) -> [Request] {
      let entries = openMonth.entries(of: rows)
      guard entries.isEmpty, !openMonth.isAhead else {
        return entries.map { .statement(.enterRows, $0) }
      }
      let now = ContinuousClock.now
      if let lastLook, now - lastLook < .seconds(60) { return [] }
      lastLook = now
      return [.statement(.lookAhead, [])]
    }

    /// Begins a transaction, and locks the schema for migration.
    ///
    /// A server that starts while another one migrates waits up to an hour for it. The migration itself has
    /// no time limit, but waits no longer than others for tables that are in use.
    func beginMigration() throws(StoreError) {
      try execute(
        """
        BEGIN;
        SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '1h';
        SELECT pg_advisory_xact_lock(hashtext('boardsim'), hashtext(current_schema()::text));
        SET LOCAL lock_timeout = '\(max(1, patience.milliseconds))ms'
        """)
    }

    func version() throws(StoreError) -> Int {
      // `to_regclass` may not yet see tables created while this session waited for the lock.
      let tables = try word(
        of: """
          SELECT count(*)::text FROM pg_catalog.pg_tables
          WHERE schemaname = current_schema() AND tablename IN ('schema_migrations', 'chain')
          """)
      if tables == "0" { return 0 }
      guard tables == "2" else { throw .foreignTables(place) }
      let version = try word(of: "SELECT coalesce(max(version), 0)::text FROM schema_migrations")
      return version.flatMap { Int($0) } ?? 0
    }

    /// Returns the first value of a query's result, as text; `nil` without a row.
    func word(of question: String) throws(StoreError) -> String? {
      var word: String?
      unsafe try finish(PQexec(handle, question)) { result in
        if unsafe PQntuples(result) > 0 { word = unsafe PostgreSQLRow(result, 0).text(0) }
      }
      return word
    }
  }

  /// Calls a closure with a NULL-terminated C array of texts.
  private func withCStrings<T>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> T
  ) -> T {
    var bytes: [CChar] = []
    var starts: [Int] = []
    for text in texts {
      starts.append(bytes.count)
      bytes += text.utf8.map { CChar(bitPattern: $0) } + [0]
    }
    // Sound: the pointers are into an array that outlives the call.
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      let pointers = unsafe starts.map { unsafe buffer.baseAddress?.advanced(by: $0) } + [nil]
      return unsafe body(pointers)
    }
  }
#endif
