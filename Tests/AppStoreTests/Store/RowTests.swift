import AppServer
import AppStore
import GNSSBasics
import Testing

@Suite("Rows")
struct RowTests {
  @Test("a row comes back as it was answered, to the last digit", arguments: Engine.here)
  func values(engine: Engine) async throws {
    try await withStore(engine) { store in
      let ada = try await store.add(.ada)
      let values: [Double?] = [
        0.1, -0.1, 100_264.476318, nil, .infinity, -.infinity, .greatestFiniteMagnitude,
        .leastNonzeroMagnitude, 1, 0, 1e15 + 0.3, 45.47731234567891, 9.2352,
      ]
      let posted = PostedRow(values: values, text: "as it came")
      let row = try await store.append(posted, owner: ada, at: .second(1))
      #expect(row == AirRow(id: 1, time: .second(1), email: "Ada@Example.org", values: values))
      #expect(try await store.rows(offset: 0, limit: 9) == [row])
      #expect(try await store.rows(in: allTime, after: nil, limit: 9) == [row])
      let sealed = try await store.sealedRows(after: 0, limit: 9)
      #expect(sealed.map(\.row) == [row])
      #expect(sealed.map(\.text) == ["as it came"] && sealed.map(\.owner) == [ada.id])
    }
  }

  @Test("no value and the sign of nothing are kept as one", arguments: Engine.here)
  func noNumbers(engine: Engine) async throws {
    try await withStore(engine) { store in
      let values: [Double?] = [.nan, -0.0] + [Double?](repeating: nil, count: 11)
      let posted = PostedRow(values: values, text: "")
      let row = try await store.append(posted, owner: nil, at: .second(1))
      #expect(row.values == [nil, 0] + [Double?](repeating: nil, count: 11))
      #expect(row.values[1]?.sign == .plus)
      #expect(try await store.rows(offset: 0, limit: 9) == [row])
      #expect(try await store.sealedRows(after: 0, limit: 9).map(\.row.values[1]?.sign) == [.plus])
    }
  }

  @Test("times are kept to the millisecond, before 1970 too", arguments: Engine.here)
  func times(engine: Engine) async throws {
    try await withStore(engine) { store in
      for (given, kept) in [(1_999_999, 1_000_000), (-1, -1_000_000), (-2_000_000, -2_000_000)] {
        let time = UnixTime(nanoseconds: Int64(given))
        let row = try await store.append(.numbered(1), owner: nil, at: time)
        #expect(row.time == UnixTime(nanoseconds: Int64(kept)))
        #expect(try await store.rows(offset: row.id - 1, limit: 1) == [row])
      }
    }
  }

  @Test("numbers begin at 1 and have no gaps, whatever the times are", arguments: Engine.here)
  func numbers(engine: Engine) async throws {
    try await withStore(engine) { store in
      for (number, second) in [50, 20, 20, 90, 0].enumerated() {
        let row = try await store.append(
          .numbered(number), owner: nil, at: .second(Int64(second)))
        #expect(row.id == Int64(number) + 1)
      }
      #expect(try await store.rows(offset: 0, limit: 9).map(\.id) == [1, 2, 3, 4, 5])
      #expect(try await store.rows(offset: 1, limit: 2).map(\.id) == [2, 3])
      #expect(try await store.rows(offset: 5, limit: 2).isEmpty)
      #expect(try await store.rows(offset: .max, limit: .max).isEmpty)
      #expect(try await store.rows(offset: 0, limit: 0).isEmpty)
      #expect(try await store.rows(in: allTime, after: nil, limit: 0).isEmpty)
      #expect(try await store.sealedRows(after: 0, limit: 0).isEmpty)
      for size in 1...6 {
        let rows = try await store.allRows(in: allTime, pagesOf: size)
        #expect(rows.map(\.id) == [5, 2, 3, 1, 4], "by time, then by number")
      }
    }
  }

  @Test("both ends of a period belong to it", arguments: Engine.here)
  func period(engine: Engine) async throws {
    try await withStore(engine) { store in
      try await store.append(1...5)
      func numbers(_ period: ClosedRange<UnixTime>) async throws -> [Int64] {
        try await store.rows(in: period, after: nil, limit: 9).map(\.id)
      }
      #expect(try await numbers(.second(2)...(.second(4))) == [2, 3, 4])
      let nanosecond = Duration.nanoseconds(1)
      let later = UnixTime.second(2).advanced(by: nanosecond)
      #expect(try await numbers(later...(.second(4))) == [3, 4])
      let earlier = UnixTime.second(4).advanced(by: .zero - nanosecond)
      #expect(try await numbers(.second(2)...earlier) == [2, 3])
      #expect(try await numbers(.second(3)...(.second(3))) == [3])
      #expect(try await numbers(later...later).isEmpty)
      #expect(try await numbers(.second(1)...(.second(2))) == [1, 2])
    }
  }

  @Test(
    "a page begins behind the row of its cursor, also where that is outside", arguments: Engine.here
  )
  func cursor(engine: Engine) async throws {
    try await withStore(engine) { store in
      try await store.append(1...5)
      let rows = try await store.rows(offset: 0, limit: 9)
      func numbers(after row: AirRow) async throws -> [Int64] {
        let period = UnixTime.second(2)...UnixTime.second(4)
        return try await store.rows(in: period, after: RowCursor(row), limit: 9).map(\.id)
      }
      #expect(try await numbers(after: rows[0]) == [2, 3, 4])
      #expect(try await numbers(after: rows[1]) == [3, 4], "of the period's first instant")
      #expect(try await numbers(after: rows[2]) == [4])
      #expect(try await numbers(after: rows[4]).isEmpty)
    }
  }

  @Test("ten who write at once lose no number and double none", arguments: Engine.here)
  func tenWriters(engine: Engine) async throws {
    try await withStore(engine) { store in
      let answered = try await withThrowingTaskGroup { group in
        for writer in 0..<10 {
          group.addTask {
            var rows: [AirRow] = []
            for number in 0..<20 {
              let posted = PostedRow.numbered(100 * writer + number)
              rows.append(try await store.append(posted, owner: nil, at: .second(0)))
            }
            return rows
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(answered.map(\.id).sorted() == Array(1...200))
      let kept = try await store.allRows(in: allTime, pagesOf: 7)
      #expect(kept == answered.sorted { $0.id < $1.id })
    }
  }

  @Test("an owner who is not there costs their row alone, and no number", arguments: Engine.here)
  func unknownOwner(engine: Engine) async throws {
    try await withStore(engine) { store async throws in
      let nobody = Account(
        id: 99, profile: .numbered(99), passwordHash: "", createdAt: .second(0))
      let kept = await withTaskGroup(of: AirRow?.self) { group in
        for number in 0..<40 {
          group.addTask {
            let owner = number % 4 == 3 ? nobody : nil
            return try? await store.append(.numbered(number), owner: owner, at: .second(0))
          }
        }
        return await group.reduce(into: [AirRow]()) { if let row = $1 { $0.append(row) } }
      }
      #expect(kept.map(\.id).sorted() == Array(1...30))
      #expect(try await store.rows(offset: 0, limit: 99) == kept.sorted { $0.id < $1.id })
    }
  }
}
