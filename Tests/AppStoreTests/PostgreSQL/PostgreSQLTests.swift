#if PostgreSQL
  import AppServer
  @testable import AppStore
  import TestSupport
  import Testing

  @Suite("PostgreSQL", .compares(with: .postgresql))
  struct PostgreSQLTests {
    @Test("a store ends with its server, and comes back with it, with all that was answered")
    func goneAndBack() async throws {
      let cluster = try PostgreSQLCluster()
      let place = try StorePlace(.postgreSQL, in: cluster)
      let store = try place.open()
      let ada = try await store.add(.ada)
      try await store.append(1...20, owner: ada)
      let rows = try await store.rows(offset: 0, limit: 99)

      try cluster.stop()
      for _ in 1...2 {
        await expectUnavailable { try await store.append(21...21) }
        await expectUnavailable { _ = try await store.account(of: ada.profile.key) }
      }
      try cluster.start()
      #expect(try await store.account(of: ada.profile.key) == ada)
      #expect(try await store.rows(offset: 0, limit: 99) == rows)
      #expect(try await store.append(.numbered(21), owner: ada, at: .second(21)).id == 21)
      #expect(try await StoreVerification.verify(store).isIntact)

      try cluster.stop()
      try cluster.start()
      try await store.append(22...22)
      #expect(try await store.rows(offset: 21, limit: 1).map(\.id) == [22], "nobody has noticed")
      await store.close()
    }

    @Test("connections that the server ends are made anew, and nobody notices")
    func terminated() async throws {
      let cluster = try PostgreSQLCluster.shared()
      let place = try StorePlace(.postgreSQL, in: cluster)
      let store = try PostgreSQLStore(url: place.url + "&application_name=terminated")
      try await store.append(1...1)
      _ = try await store.rows(offset: 0, limit: 1)
      try place.tamper(
        """
        SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE application_name = 'terminated'
        """)
      try await store.append(2...2)
      #expect(try await store.rows(offset: 0, limit: 9).map(\.id) == [1, 2])
      await store.close()
    }

    @Test("while somebody else holds it, nothing is written, and afterwards all is again")
    func locked() async throws {
      let place = try StorePlace(.postgreSQL)
      let store = try PostgreSQLStore(url: place.url, patience: .milliseconds(20))
      let other = try PostgreSQLConnection(to: PostgreSQLURL(place.url))
      _ = try other.begin()
      await expectUnavailable { try await store.append(1...1) }
      #expect(try await store.rows(offset: 0, limit: 1).isEmpty, "to look is free")
      other.rollBack()
      try await store.append(1...1)
      #expect(try await StoreVerification.verify(store).isIntact)
      await store.close()
    }

    @Test("servers that start while another one migrates wait for it, longer than for a row")
    func waitingForMigration() async throws {
      let place = try StorePlace(.postgreSQL)
      let one = try PostgreSQLConnection(to: PostgreSQLURL(place.url))
      try one.beginMigration()
      let url = place.url + "&application_name=migrating"
      try await withThrowingTaskGroup { group in
        for _ in 1...4 {
          group.addTask {
            let opened = await onThread {
              Result { try PostgreSQLStore(url: url, connections: 1, patience: .milliseconds(10)) }
            }
            try await opened.get().close()
          }
        }
        let waiting = """
          SELECT count(*)::text FROM pg_stat_activity WHERE application_name = 'migrating'
          AND wait_event = 'advisory' AND clock_timestamp() - query_start > interval '50ms'
          """
        let other = try PostgreSQLConnection(to: PostgreSQLURL(place.url))
        while try other.word(of: waiting) != "4" { try await rest() }
        one.rollBack()
        try await group.waitForAll()
      }
      let versions = try one.word(of: "SELECT count(*)::text FROM schema_migrations")
      #expect(versions == "\(PostgreSQLConnection.migrations.count)")
    }

    @Test("a server that may only be read is told")
    func readOnly() async throws {
      let place = try StorePlace(.postgreSQL)
      let url = place.url + "%20-cdefault_transaction_read_only%3Don"
      let error = #expect(throws: StoreError.self) { _ = try PostgreSQLStore(url: url) }
      guard case .readOnly = error else {
        Issue.record("not read-only: \(String(describing: error))")
        return
      }
    }

    @Test("tables of another program are told, and left as they are")
    func foreignTables() async throws {
      let place = try StorePlace(.postgreSQL)
      for table in ["users", "schema_migrations"] {
        try place.tamper("CREATE TABLE \(table) (name TEXT)")
        let error = #expect(throws: StoreError.self) { _ = try place.open() }
        guard case .damaged(let text) = error else {
          Issue.record("not damaged: \(String(describing: error))")
          return
        }
        #expect(text.contains("search_path"))
        try place.tamper("DROP TABLE \(table)")
      }
      try await place.open().close()
    }

    @Test("a database that cannot hold every character is refused")
    func encoding() async throws {
      let place = try StorePlace(.postgreSQL)
      try place.tamper("CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0")
      let url = place.url.replacing("/postgres?", with: "/ascii?")
      let error = #expect(throws: StoreError.self) { _ = try PostgreSQLStore(url: url) }
      #expect(error?.description.contains("UTF8") == true)
    }

    @Test(
      "no error has a password in it",
      arguments: [
        "postgresql://ada:secret@localhost:1/x", "postgresql://ada:secret@[x/y",
        "postgresql:///x?user=ada&password=secret&host=/nowhere", "secret://", "password=secret",
        "postgresql://ada:secret@h:x/y", "postgresql://ada:secret@/x?secret=secret",
      ])
    func secrets(url: String) {
      let error = #expect(throws: StoreError.self) { _ = try PostgreSQLStore(url: url) }
      #expect(error?.description.contains("secret") == false)
      #expect(error?.description.contains("postgresql://") == true, "where, or how to write it")
    }

    @Test("a connection waits five seconds for others, and says when it is lost")
    func lost() throws {
      let place = try StorePlace(.postgreSQL)
      let connection = try PostgreSQLConnection(to: PostgreSQLURL(place.url))
      #expect(try connection.word(of: "SHOW lock_timeout") == "5s")
      #expect(try connection.word(of: "SELECT 1 WHERE false") == nil)
      _ = try connection.migrate()
      let first = try Transaction(on: connection)
      for number in 1...2 { _ = try first.append(.numbered(number), owner: nil, at: .second(0)) }
      try first.commit()
      #expect(!connection.isLost)

      let second = try Transaction(on: connection)
      for number in 3...4 { _ = try second.append(.numbered(number), owner: nil, at: .second(0)) }
      let pid = try #require(try connection.word(of: "SELECT pg_backend_pid()::text"))
      try place.tamper("SELECT pg_terminate_backend(\(pid), 5000)")
      #expect(throws: StoreError.self) { try second.commit() }
      #expect(connection.isLost)
    }

    @Test(
      "rows of more than one way to the server are all kept, and none where one is refused",
      arguments: [97, 98, 99, 250])
    func ways(count: Int) throws {
      let place = try StorePlace(.postgreSQL)
      let connection = try PostgreSQLConnection(to: PostgreSQLURL(place.url))
      _ = try connection.migrate()
      let whole = try Transaction(on: connection)
      for _ in 1...count { _ = try whole.append(.numbered(1), owner: nil, at: .second(0)) }
      try whole.commit()
      let kept = "\(count) \(count)"
      let rows = """
        SELECT count(*) || ' ' || (SELECT last_id FROM chain WHERE one = 1) FROM measurements
        """
      #expect(try connection.word(of: rows) == kept)

      // The last of the rows has a number that is already taken.
      _ = try connection.begin()
      let refused = (1...count).map { number in
        let id = number == count ? 1 : count + number
        let time = UnixTime.second(0).milliseconds
        return [.integer(Int64(id)), .integer(time)] + [SQLValue](repeating: .null, count: 14)
          + [.text("x"), .bytes([])]
      }
      #expect(throws: StoreError.self) {
        try connection.commit(refused, endingAt: ChainEnd(id: Int64(2 * count), seal: []))
      }
      connection.rollBack()
      #expect(!connection.isLost)
      #expect(try connection.word(of: rows) == kept)

      let next = try Transaction(on: connection)
      #expect(try next.append(.numbered(1), owner: nil, at: .second(0)).id == Int64(count) + 1)
      try next.commit()
    }

    @Test("more values than a statement can have are refused")
    func manyValues() throws {
      let place = try StorePlace(.postgreSQL)
      let connection = try PostgreSQLConnection(to: PostgreSQLURL(place.url))
      _ = try connection.migrate()
      let values = [SQLValue](repeating: .null, count: 70_000)
      #expect(throws: StoreError.self) { try connection.run(.append, values) }
    }

    @Test("what is no number of eight bytes is none")
    func widths() throws {
      let place = try StorePlace(.postgreSQL)
      let connection = try PostgreSQLConnection(to: PostgreSQLURL(place.url))
      _ = try connection.migrate()
      for count in [0, 3, 8, 12] {
        let bytes = [UInt8](repeating: 1, count: count)
        try connection.run(.keepKey, [.text("\(count)"), .bytes(bytes)])
        let read = try connection.first(.key, [.text("\(count)")]) { $0.integer(0) ?? 0 }
        #expect(read == (count == 8 ? 0x0101_0101_0101_0101 : 0))
      }
    }

    private func expectUnavailable(_ body: () async throws -> Void) async {
      let error = await #expect(throws: StoreError.self) { try await body() }
      guard case .unavailable(let text) = error else {
        Issue.record("not unavailable: \(String(describing: error))")
        return
      }
      #expect(text.hasPrefix("postgresql:///postgres?host="))
    }
  }
#endif
