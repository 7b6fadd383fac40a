#if PostgreSQL
  import AppSecrets
  import AppServer
  @testable import AppStore
  import Bytes
  import GNSSBasics
  import TestSupport
  import Testing

  @Suite("Rows by month in PostgreSQL", .compares(with: .postgresql))
  struct MonthTests {
    /// Returns the middle of a month, counted from January 2030.
    private func middle(of month: Int) throws -> UnixTime {
      let day = CivilDate(year: 2030 + month / 12, month: month % 12 + 1, day: 15)
      return try #require(day.flatMap { UnixTime($0) })
    }

    private func connection(to place: StorePlace) throws -> PostgreSQLConnection {
      try PostgreSQLConnection(to: PostgreSQLURL(place.url))
    }

    /// The names of the partitions, each with the number of its rows.
    private func partitions(of place: StorePlace) throws -> String? {
      try connection(to: place).word(
        of: """
          SELECT string_agg(substr(name, 14) || ' ' || rows, ', ' ORDER BY name) FROM months,
          LATERAL (SELECT count(*) AS rows FROM measurements AS m
            WHERE m.tableoid = months.name::regclass) AS counted
          """)
    }

    @Test("rows are in the partition of their month, and the next month has one already")
    func byMonth() async throws {
      let place = try StorePlace(.postgreSQL)
      let store = try place.open()
      for month in [0, 0, 1, 0, 13] {
        _ = try await store.append(.numbered(1), owner: nil, at: try middle(of: month))
      }
      #expect(
        try partitions(of: place)
          == "2030_01 3, 2030_02 1, 2030_03 0, 2031_02 1, 2031_03 0, default 0")
      #expect(try await StoreVerification.verify(store).isIntact)
      await store.close()
    }

    @Test("the first and the last millisecond of a month are in it")
    func bounds() throws {
      for (year, month, days) in [(2026, 12, 31), (2028, 2, 29), (1969, 11, 30), (1900, 2, 28)] {
        let date = try #require(CivilDate(year: year, month: month, day: 1))
        let start = Int64(date.daysSince1970) * 86_400_000
        let end = start + Int64(days) * 86_400_000
        for time in [start, start + 1, (start + end) / 2, end - 1] {
          let found = CalendarMonth(containing: time)
          #expect((found.start, found.end) == (start, end), "\(year)-\(month)")
        }
      }
    }

    @Test("rows beyond 2000 to 2099 are taken, in a partition of their own")
    func outside() async throws {
      let place = try StorePlace(.postgreSQL)
      let store = try place.open()
      let times = [UnixTime(seconds: -9_000_000_000), UnixTime(seconds: 946_684_799), .second(0)]
      for time in times + [UnixTime(nanoseconds: .max)] {
        _ = try await store.append(.numbered(1), owner: nil, at: time)
      }
      #expect(try partitions(of: place) == "2026_05 1, 2026_06 0, default 3")
      #expect(try await store.allRows(in: allTime, pagesOf: 1).count == 4)
      #expect(try await store.rows(offset: 1, limit: 9).map(\.id) == [2, 3, 4])
      #expect(try await StoreVerification.verify(store).isIntact)
      await store.close()
    }

    @Test("there are at most 240 partitions, and rows of further months are taken")
    func bounded() async throws {
      let place = try StorePlace(.postgreSQL)
      let store = try place.open()
      try await store.append(1...1)
      try place.tamper(
        "INSERT INTO months (name) SELECT 'x' || n FROM generate_series(4, 240) AS n")
      _ = try await store.append(.numbered(1), owner: nil, at: try middle(of: 0))
      try place.tamper("DELETE FROM months WHERE name LIKE 'x%'")
      _ = try await store.append(.numbered(1), owner: nil, at: try middle(of: 0))
      #expect(try partitions(of: place) == "2026_05 1, 2026_06 0, default 2")
      #expect(try await StoreVerification.verify(store).isIntact)
      await store.close()
    }

    @Test("a month that cannot be made for others' locks costs no row")
    func held() async throws {
      let place = try StorePlace(.postgreSQL)
      let store = try place.open()
      try await store.append(1...1)
      let reader = try connection(to: place)
      try reader.execute("BEGIN; SELECT count(*) FROM measurements_default")
      _ = try await store.append(.numbered(1), owner: nil, at: try middle(of: 0))
      try reader.execute("COMMIT")
      _ = try await store.append(.numbered(1), owner: nil, at: try middle(of: 0))
      _ = try await store.append(.numbered(1), owner: nil, at: try middle(of: 1))
      #expect(
        try partitions(of: place) == "2026_05 1, 2026_06 0, 2030_02 1, 2030_03 0, default 2")
      #expect(try await store.rows(offset: 0, limit: 9).map(\.id) == [1, 2, 3, 4])
      #expect(try await StoreVerification.verify(store).isIntact)
      await store.close()
    }

    @Test("rows of several servers in several months are one chain, in pages of any length")
    func interleaved() async throws {
      let place = try StorePlace(.postgreSQL)
      let stores = [try place.open(), try place.open()]
      let times = try [0, 1, 900, 2].map { try middle(of: $0) }
      try await withThrowingTaskGroup { group in
        for writer in 0..<8 {
          group.addTask {
            for number in 0..<10 {
              let time = times[(writer + number) % 4]
              _ = try await stores[writer % 2].append(.numbered(number), owner: nil, at: time)
            }
          }
        }
        try await group.waitForAll()
      }
      for size in [1, 7, 80, 81] {
        var ids: [Int64] = []
        while true {
          let page = try await stores[0].rows(offset: ids.last ?? 0, limit: size)
          if page.isEmpty { break }
          ids += page.map(\.id)
        }
        #expect(ids == Array(1...80))
      }
      #expect(try await StoreVerification.verify(stores[1]).isIntact)
      for store in stores { await store.close() }
    }

    @Test("a wrong note of a month's numbers costs no row")
    func wrongNotes() async throws {
      let place = try StorePlace(.postgreSQL)
      let store = try place.open()
      for month in 0..<4 {
        _ = try await store.append(.numbered(1), owner: nil, at: try middle(of: month))
      }
      for change in ["first_id = 99", "last_id = 0", "first_id = NULL"] {
        try place.tamper("UPDATE months SET \(change)")
        #expect(try await store.rows(offset: 0, limit: 9).map(\.id) == [1, 2, 3, 4])
        #expect(try await store.rows(offset: 1, limit: 1).map(\.id) == [2])
        #expect(try await StoreVerification.verify(store).isIntact)
      }
      await store.close()
    }

    @Test("rows of a partition are neither changed nor deleted there")
    func guarded() async throws {
      let place = try StorePlace(.postgreSQL)
      let store = try place.open()
      _ = try await store.append(.numbered(1), owner: nil, at: try middle(of: 0))
      for table in ["measurements", "measurements_2030_01", "measurements_default"] {
        for script in [
          "UPDATE \(table) SET temperature = 0", "DELETE FROM \(table)", "TRUNCATE \(table)",
        ] {
          let error = #expect(throws: StoreError.self, "\(script)") { try place.tamper(script) }
          #expect(error?.description.contains("never changed") == true)
        }
      }
      #expect(try await StoreVerification.verify(store).isIntact)
      await store.close()
    }

    @Test("an earlier table becomes a partition as it is, and is not copied")
    func earlierTable() async throws {
      let place = try StorePlace(.postgreSQL)
      var script = ""
      var seal: [UInt8] = []
      for id in Int64(1)...5 {
        let row = PostedRow.numbered(Int(id))
        seal = SealedRow.seal(after: seal, id: id, row)
        script += """
          INSERT INTO measurements VALUES (\(id), \(UnixTime.second(id).milliseconds), NULL,
          \(row.values.map { "\($0 ?? 0)" }.joined(separator: ", ")), '\(row.text)',
          '\\x\(seal.hexadecimal)');
          UPDATE chain SET last_id = \(id), seal = '\\x\(seal.hexadecimal)';
          """
      }
      try place.open(atVersion: 2, adding: script)
      let file = "SELECT relfilenode::text FROM pg_class WHERE oid = "
      let before = try connection(to: place).word(of: file + "'measurements'::regclass")
      let store = try PostgreSQLStore(url: place.url)
      let after = try connection(to: place).word(of: file + "'measurements_earlier'::regclass")
      #expect(before == after && after != nil)
      try await store.append(6...7)
      _ = try await store.append(.numbered(1), owner: nil, at: try middle(of: 900))
      _ = try await store.append(.numbered(1), owner: nil, at: try middle(of: 801))
      let filled = try partitions(of: place)?.split(separator: ", ").filter { !$0.hasSuffix(" 0") }
      #expect(filled == ["2096_10 1", "default 1", "earlier 7"])
      #expect(try await store.rows(offset: 3, limit: 9).map(\.id) == [4, 5, 6, 7, 8, 9])
      #expect(try await StoreVerification.verify(store).isIntact)

      let month = try #require(try await store.months(before: UnixTime(nanoseconds: .max)).first)
      #expect(month.name.hasPrefix("before 20") && month.count == 7)
      #expect(try await store.prune(month) == 7)
      #expect(try await store.rows(offset: 0, limit: 9).map(\.id) == [8, 9])
      #expect(try await StoreVerification.verify(store).isIntact)
      await store.close()
    }

    @Test("a month is removed while a question holds one table and wants the other")
    func crossing() async throws {
      let place = try StorePlace(.postgreSQL)
      let store = try PostgreSQLStore(url: place.url + "&application_name=pruning")
      try await store.append(1...3)
      let month = try #require(try await store.months(before: try middle(of: 0)).first)
      let reader = try connection(to: place)
      try reader.execute("BEGIN; SELECT count(*) FROM users")
      async let count = store.prune(month)
      let waiting = """
        SELECT count(*)::text FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid
        WHERE a.application_name = 'pruning' AND NOT l.granted AND l.relation = 'users'::regclass
        """
      let other = try connection(to: place)
      while try other.word(of: waiting) == "0" { try await rest() }
      #expect(try reader.word(of: "SELECT count(*)::text FROM measurements") == "3")
      try reader.execute("COMMIT")
      #expect(try await count == 3)
      #expect(try await StoreVerification.verify(store).isIntact)
      await store.close()
    }

    @Test("questions by time or number read the partitions that have such rows")
    func plans() async throws {
      let place = try StorePlace(.postgreSQL)
      let store = try place.open()
      for month in 0..<14 {
        for _ in 1...3 {
          _ = try await store.append(.numbered(1), owner: nil, at: try middle(of: month))
        }
      }
      let connection = try connection(to: place)
      let (start, end) = (try middle(of: 5).milliseconds, try middle(of: 6).milliseconds)
      let owners = [SQLValue](repeating: .text("a"), count: RowSelection.mostOwners)
      let (period, page): ([SQLValue], [SQLValue]) = (
        [.integer(start), .integer(end)],
        [.integer(start), .integer(0), .integer(end), .integer(50)]
      )
      let statements: [(Statement, [SQLValue])] = [
        (.rowsInPeriod, page), (.samples(.pm10), page), (.samplesOfOwners(.pm10), page + owners),
        (.countRows, period), (.countRowsOfOwners, period + owners), (.ownerCounts, period),
        (.sums(.pm10), period), (.sumsByOwner(.pm10), period + owners),
        // Numbers 16 to 21 are of both months.
        (.rowsWithin, [.integer(15), .integer(6), .integer(21)]),
        (.sealedRowsWithin, [.integer(16), .integer(4), .integer(20)]),
      ]
      for (statement, values) in statements {
        let read = try connection.partitionsRead(by: statement, values)
        #expect(
          read == ["measurements_2030_06", "measurements_2030_07"], "\(statement): \(read)")
      }
      await store.close()
    }
  }

  extension SealedRow {
    fileprivate static func seal(after seal: [UInt8], id: Int64, _ row: PostedRow) -> [UInt8] {
      Digest.sha256(
        sealedBytes(
          after: seal, id: id, time: .second(id), owner: nil, values: row.values, text: row.text))
    }
  }

  extension PostgreSQLConnection {
    /// Runs a statement, and returns the partitions that its plan has read.
    fileprivate func partitionsRead(
      by statement: Statement, _ values: [SQLValue]
    ) throws -> [String] {
      var text = statement.sql
      for (index, value) in values.enumerated().reversed() {
        let word =
          switch value {
          case .integer(let number): "\(number)::bigint"
          case .text(let text): "'\(text)'::text"
          default: "NULL"
          }
        text = text.replacing("$\(index + 1)", with: word)
      }
      let plan = try #require(try word(of: "EXPLAIN (ANALYZE, FORMAT JSON) \(text)"))
      let node = /"Relation Name": "(measurements[^"]*)"[^{}]*?"Actual Loops": ([0-9]+)/
      let names = plan.matches(of: node).filter { $0.output.2 != "0" }.map { String($0.output.1) }
      return names.sorted()
    }
  }
#endif
