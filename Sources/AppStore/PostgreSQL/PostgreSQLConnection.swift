#if PostgreSQL
  internal import AppServer
  internal import CPostgreSQL

  /// A connection to PostgreSQL.
  ///
  /// Sound throughout: the connection is made and ended with its owner, which one thread at a time uses; what
  /// libpq is given is there during the call; results are freed where they were made, when all that is
  /// needed of them has been copied.
  @safe final class PostgreSQLConnection: SQLConnection, @unchecked Sendable {
    let place: String
    private let handle: OpaquePointer
    private var prepared: Set<Statement> = []
    private(set) var isLost = false

    /// Connects, and waits for that.
    ///
    /// - Parameters:
    ///   - url: Where to.
    ///   - patience: How long to wait for somebody else who writes.
    /// - Throws: `StoreError` where it cannot be reached, or lets nobody in.
    init(to url: PostgreSQLURL, patience: Duration = .seconds(5)) throws(StoreError) {
      place = url.place
      guard let handle = unsafe Self.connect(to: url) else {
        throw .unavailable("\(place): no memory to connect")
      }
      unsafe self.handle = handle
      // Notices go to the standard error else.
      unsafe PQsetNoticeProcessor(handle, { _, _ in }, nil)
      guard unsafe PQstatus(handle) == CONNECTION_OK else { throw .unreachable(place, words) }
      try configure(patience)
    }

    deinit { unsafe PQfinish(handle) }

    /// Connects to a URL, which overrides the options listed before it and yields to those behind it.
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

    private func configure(_ patience: Duration) throws(StoreError) {
      let encoding = unsafe PQparameterStatus(handle, "server_encoding").map {
        unsafe String(cString: $0)
      }
      guard encoding == "UTF8" else {
        throw .damaged(
          "\(place): a database of encoding \(encoding ?? "unknown"); make one of encoding UTF8")
      }
      // Nobody waits for ever, and nobody is made to. Everything is found by an index in its order; a plan
      // that sorts would look at a whole period for each of its pages. To compile statements that take
      // microseconds would take a thousand times as long.
      try execute(
        """
        SET lock_timeout = '\(max(1, patience.milliseconds))ms'; SET statement_timeout = '60s';
        SET idle_in_transaction_session_timeout = '60s';
        SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off;
        SET jit = off
        """)
    }

    /// The error of a lost server; the connection is of no use from then on.
    private var lost: StoreError {
      isLost = true
      return .unreachable(place, words)
    }

    /// The last message of libpq, in one line.
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

    /// Takes what a result has, and frees it.
    private func finish(
      _ result: OpaquePointer?, _ body: (OpaquePointer) -> Void
    ) throws(StoreError) {
      guard let result = unsafe result else { throw lost }
      defer { unsafe PQclear(result) }
      if let failure = unsafe failure(of: result) { throw failure }
      unsafe body(result)
    }

    /// Returns the error that a result holds; `nil` where the statement succeeded.
    private func failure(of result: OpaquePointer) -> StoreError? {
      switch unsafe PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_PIPELINE_SYNC: return nil
      default: break
      }
      // An error without a code is the library's own: the server is gone.
      guard let state = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "C"))),
        unsafe PQstatus(handle) == CONNECTION_OK
      else { return lost }
      let text = unsafe Self.line(String(cString: PQresultErrorMessage(result)))
      return unsafe PostgreSQLFailure(state: String(cString: state), text: text).error(at: place)
    }
  }

  // MARK: Many at once

  extension PostgreSQLConnection {
    /// A request to the server.
    fileprivate enum Request {
      /// A statement, prepared before where this connection has not run it yet.
      case statement(Statement, [SQLValue])
      /// SQL without values, not prepared.
      case query(String)
    }

    /// The number of requests that are sent before their answers are read.
    ///
    /// So many fit the system's buffers: neither side waits for the other to read.
    private static var pipelineLength: Int { 100 }

    /// Sends requests one behind the other, and reads the answers afterwards: one way to the server and back
    /// for all.
    ///
    /// Behind one that fails none is run any more.
    ///
    /// - Parameters:
    ///   - requests: What to send.
    ///   - body: Takes the rows that they find, one after the other.
    /// - Returns: The number of rows changed.
    /// - Throws: `StoreError` of the first that fails.
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
    ///   - answers: The answers to come, each with the statement that is prepared then, if any.
    /// - Throws: `StoreError` where the connection is lost.
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

    /// Reads all answers up to the mark behind them, also behind one that is an error.
    private func readAnswers(
      to answers: [Statement?], _ body: (PostgreSQLRow) -> Void
    ) throws(StoreError) -> Int {
      var first: StoreError?
      var changed = 0
      var next = 0
      var gaps = 0
      // Behind each answer nothing is returned once; twice means that no more will come.
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
        // Behind an error the server only says that it has run nothing.
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
    /// The statement's name on a connection.
    fileprivate var name: String { "s\(rawValue)" }
  }

  // MARK: Transactions and versions

  extension PostgreSQLConnection {
    /// Begins, and takes the one row that everybody who writes takes first.
    ///
    /// So nobody waits for somebody who waits for them, and rows have one order. That row is the end of the
    /// chain: one way to the server and back.
    func begin() throws(StoreError) -> ChainEnd? {
      var end: ChainEnd?
      try run([.query("BEGIN"), .query("\(Statement.lastSeal.sql) FOR UPDATE")]) { row in
        end = row.chainEnd()
      }
      return end
    }

    /// Adds rows, moves the end of the chain on, and commits.
    ///
    /// Up to 98 rows take one way to the server, so that who is far away keeps the others from writing no
    /// longer than that. A row that is refused leaves the rest, COMMIT too, undone.
    func commit(_ rows: [[SQLValue]], endingAt end: ChainEnd) throws(StoreError) {
      try run(
        rows.map { .statement(.append, $0) } + [
          .statement(.keepLastSeal, end.values), .query("COMMIT"),
        ])
    }

    func beginMigration() throws(StoreError) {
      try execute(
        """
        BEGIN;
        SELECT pg_advisory_xact_lock(hashtext('boardsim'), hashtext(current_schema()::text))
        """)
    }

    func version() throws(StoreError) -> Int {
      // Not by to_regclass, which may not see yet what was made while the lock was waited for.
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

    /// The first value that a question finds, as text.
    func word(of question: String) throws(StoreError) -> String? {
      var word: String?
      unsafe try finish(PQexec(handle, question)) { result in
        if unsafe PQntuples(result) > 0 { word = unsafe PostgreSQLRow(result, 0).text(0) }
      }
      return word
    }
  }

  /// Hands C an array of texts that ends with NULL.
  private func withCStrings<T>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> T
  ) -> T {
    var bytes: [CChar] = []
    var starts: [Int] = []
    for text in texts {
      starts.append(bytes.count)
      bytes += text.utf8.map { CChar(bitPattern: $0) } + [0]
    }
    // Sound: the pointers are into an array that is there during the call.
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      let pointers = unsafe starts.map { unsafe buffer.baseAddress?.advanced(by: $0) } + [nil]
      return unsafe body(pointers)
    }
  }
#endif
