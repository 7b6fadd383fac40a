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
      try prepare(statement)
      let parameters = PostgreSQLParameters(values)
      let result = unsafe parameters.withPointers { pointers, lengths, formats in
        unsafe PQexecPrepared(
          handle, statement.name, Int32(values.count), pointers, lengths, formats, 1)
      }
      var changed = 0
      unsafe try finish(result) { result in
        for row in 0..<(unsafe PQntuples(result)) { unsafe body(PostgreSQLRow(result, row)) }
        changed = unsafe Int(String(cString: PQcmdTuples(result))) ?? 0
      }
      return changed
    }

    private func prepare(_ statement: Statement) throws(StoreError) {
      guard !prepared.contains(statement) else { return }
      unsafe try finish(PQprepare(handle, statement.name, statement.sql, 0, nil)) { _ in }
      prepared.insert(statement)
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
    /// The number of statements that are sent before their answers are read.
    ///
    /// So many fit the system's buffers: neither side waits for the other to read.
    private static var pipelineLength: Int { 100 }

    /// Sends the statements one behind the other, and reads the answers afterwards: one way to the server
    /// and back for all.
    func run(_ statement: Statement, forEach values: [[SQLValue]]) throws(StoreError) {
      try prepare(statement)
      guard unsafe PQenterPipelineMode(handle) == 1 else { throw lost }
      defer { _ = unsafe PQexitPipelineMode(handle) }
      for start in stride(from: 0, to: values.count, by: Self.pipelineLength) {
        let part = values[start..<min(start + Self.pipelineLength, values.count)]
        for values in part { try send(statement, values) }
        guard unsafe PQpipelineSync(handle) == 1 else { throw lost }
        try readPipeline()
      }
    }

    private func send(_ statement: Statement, _ values: [SQLValue]) throws(StoreError) {
      let isSent = unsafe PostgreSQLParameters(values).withPointers { pointers, lengths, formats in
        unsafe PQsendQueryPrepared(
          handle, statement.name, Int32(values.count), pointers, lengths, formats, 1)
      }
      guard isSent == 1 else { throw lost }
    }

    /// Reads all answers, also behind one that is an error.
    private func readPipeline() throws(StoreError) {
      var first: StoreError?
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
          return
        }
        if first == nil { first = unsafe failure(of: result) }
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
    /// So nobody waits for somebody who waits for them, and rows have one order.
    func begin() throws(StoreError) {
      try execute("BEGIN; SELECT last_id FROM chain WHERE one = 1 FOR UPDATE")
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
