import AppServer
@testable import AppStore
import GNSSBasics
import Testing

@Suite("The pruning of months")
struct PruningTests {
  /// Returns an instant of a month of 2025, counted from 1.
  private func time(_ month: Int, day: Int = 15) throws -> UnixTime {
    let date = CivilDate(year: 2025, month: month, day: day)
    return try #require(date.flatMap { UnixTime($0) })
  }

  /// Appends a row in each of the months.
  private func append(_ months: [Int], to store: any PrunableStore) async throws {
    for month in months {
      _ = try await store.append(.numbered(month), owner: nil, at: try time(month))
    }
  }

  /// Prunes all months before a month, and returns the numbers of the rows that are left.
  private func prune(_ store: any PrunableStore, before month: Int) async throws -> [Int64] {
    for stored in try await store.months(before: try time(month)) {
      #expect(try await store.prune(stored) == stored.count)
      #expect(try await store.prune(stored) == 0, "a second time")
    }
    return try await store.rows(offset: 0, limit: 99).map(\.id)
  }

  private func withStore(
    _ engine: Engine, _ body: (any PrunableStore, StorePlace) async throws -> Void
  ) async throws {
    let place = try StorePlace(engine)
    let store = try #require(try place.open() as? any PrunableStore)
    do {
      try await body(store, place)
    } catch {
      await store.close()
      throw error
    }
    await store.close()
  }

  @Test("whole months before a time go, and the rest is as it was written", arguments: Engine.here)
  func months(engine: Engine) async throws {
    try await withStore(engine) { store, place in
      try await append([1, 1, 2, 2, 2, 3], to: store)
      let months = try await store.months(before: try time(3, day: 31))
      #expect(months.map(\.name) == ["2025-01", "2025-02"])
      #expect(months.map(\.count) == [2, 3])
      #expect(try await store.months(before: try time(2, day: 1)).map(\.name) == ["2025-01"])
      let seal = try await store.sealedRows(after: 4, limit: 1)[0].seal
      #expect(try await prune(store, before: 3) == [6])
      let range = PrunedRows(ids: 1...5, lastSeal: seal, end: try time(3, day: 1))
      #expect(try await store.pruned() == [range])
      let last = try #require(try await store.lastSeal()).seal
      let verdict = try await StoreVerification.verify(store)
      #expect(verdict == .intact(count: 1, lastSeal: last, pruned: [range]))
      #expect(verdict.sentence.hasSuffix("; rows 1 to 5, of before 2025-03-01, were pruned"))

      try await append([3, 4, 1], to: store)
      #expect(try await store.rows(offset: 1, limit: 2).map(\.id) == [7, 8])
      #expect(try await store.sealedRows(after: 2, limit: 2).map(\.row.id) == [6, 7])
      #expect(try await prune(store, before: 3) == [6, 7, 8])
      #expect(try await StoreVerification.verify(store).isIntact)
    }
  }

  @Test("months whose rows are mixed leave several ranges", arguments: Engine.here)
  func mixed(engine: Engine) async throws {
    try await withStore(engine) { store, place in
      try await append([1, 2, 1, 1, 2, 3, 1, 3], to: store)
      #expect(try await prune(store, before: 2) == [2, 5, 6, 8])
      #expect(try await store.pruned().map(\.ids) == [1...1, 3...4, 7...7])
      for size in 1...5 {
        var ids: [Int64] = []
        while true {
          let page = try await store.rows(offset: Int64(ids.count), limit: size)
          if page.isEmpty { break }
          ids += page.map(\.id)
        }
        #expect(ids == [2, 5, 6, 8], "pages of \(size)")
      }
      #expect(try await StoreVerification.verify(store).isIntact)
      #expect(try await prune(store, before: 3) == [6, 8])
      #expect(try await store.pruned().map(\.ids) == [1...5, 7...7])
      #expect(try await StoreVerification.verify(store).isIntact)
      #expect(try await prune(store, before: 5) == [])
      let seal = try #require(try await store.lastSeal()).seal
      let verdict = try await StoreVerification.verify(store)
      #expect(verdict == .intact(count: 0, lastSeal: seal, pruned: try await store.pruned()))
      try await append([6], to: store)
      #expect(try await store.rows(offset: 0, limit: 9).map(\.id) == [9])
      #expect(try await StoreVerification.verify(store).isIntact)
    }
  }

  @Test("rows beyond 2000 to 2099 stay", arguments: Engine.here)
  func outside(engine: Engine) async throws {
    try await withStore(engine) { store, place in
      for time in [UnixTime(seconds: 0), UnixTime(seconds: 4_200_000_000)] {
        _ = try await store.append(.numbered(1), owner: nil, at: time)
      }
      #expect(try await store.months(before: UnixTime(nanoseconds: .max)).isEmpty)
    }
  }

  @Test(
    "rows that somebody deletes are found, before a pruning and after it", arguments: Engine.shared)
  func deleted(engine: Engine) async throws {
    try await withStore(engine) { store, place in
      try await append([1, 1, 1, 2, 2, 3], to: store)
      try place.removeGuards()
      try place.tamper("DELETE FROM measurements WHERE id = 2")
      #expect(try await prune(store, before: 2) == [4, 5, 6])
      #expect(try await StoreVerification.verify(store) == .missing(id: 2))
    }
    try await withStore(engine) { store, place in
      try await append([1, 1, 2, 2, 3], to: store)
      #expect(try await prune(store, before: 2) == [3, 4, 5])
      #expect(throws: (any Error).self) {
        try place.tamper("DELETE FROM measurements WHERE id = 3")
      }
      try place.removeGuards()
      try place.tamper("DELETE FROM measurements WHERE id = 3")
      #expect(try await StoreVerification.verify(store) == .missing(id: 3))
      try place.tamper("DELETE FROM measurements WHERE id > 3")
      #expect(try await StoreVerification.verify(store) == .cut(id: 3))
    }
  }

  @Test("a changed note of pruned rows is found", arguments: Engine.shared)
  func notes(engine: Engine) async throws {
    for (change, verdict) in [
      ("UPDATE pruned SET seal = (SELECT seal FROM measurements WHERE id = 4)", .altered(id: 3)),
      ("UPDATE pruned SET last_id = 3", .altered(id: 4)), ("DELETE FROM pruned", .missing(id: 1)),
      ("UPDATE pruned SET last_id = 1", .missing(id: 2)),
      ("UPDATE pruned SET first_id = 2", .missing(id: 1)),
    ] as [(String, StoreVerification.Verdict)] {
      try await withStore(engine) { store, place in
        try await append([1, 1, 2, 2], to: store)
        #expect(try await prune(store, before: 2) == [3, 4])
        try place.removeGuards()
        if change.contains("last_id = 3") {
          try place.tamper("DELETE FROM measurements WHERE id = 3")
        }
        try place.tamper(change)
        #expect(try await StoreVerification.verify(store) == verdict, "\(change)")
      }
    }
  }

  @Test("a row that comes while a month's rows are counted is noticed")
  func late() async throws {
    try await withStore(.file) { store, place in
      try await append([1, 2, 1], to: store)
      let month = try #require(try await store.months(before: try time(2)).first)
      let connection = try SQLiteConnection(path: place.path, SQLiteConnection.Options())
      let ranges = try connection.ranges(of: month)
      #expect(ranges.map(\.ids) == [1...1, 3...3])
      #expect(try connection.lastID(of: month) == 3)
      try await append([2, 1], to: store)
      #expect(try connection.lastID(of: month) == 5)
      #expect(try await store.prune(month) == 3)
      #expect(try connection.lastID(of: month) == nil)
    }
  }

  @Test("rows come and are verified while months are pruned", arguments: Engine.shared)
  func meanwhile(engine: Engine) async throws {
    try await withStore(engine) { store, place in
      for month in 1...6 { try await append([Int](repeating: month, count: 20), to: store) }
      let other = try place.open()
      async let appended: Void = other.append(1...100)
      async let verdicts = (0..<10).asyncMap { _ in
        try await StoreVerification.verify(other).isIntact
      }
      for month in 2...7 { _ = try await prune(store, before: month) }
      try await appended
      #expect(try await verdicts.allSatisfy { $0 })
      #expect(try await store.pruned().map(\.ids) == [1...120])
      #expect(try await store.rows(offset: 0, limit: 200).map(\.id) == Array(121...220))
      #expect(try await StoreVerification.verify(store).isIntact)
      await other.close()
    }
  }

  @Test("a month that cannot be removed whole is left whole", arguments: Engine.shared)
  func whole(engine: Engine) async throws {
    try await withStore(engine) { store, place in
      try await append([1, 1, 1, 2], to: store)
      let month = try #require(try await store.months(before: try time(2)).first)
      try place.tamper(
        engine == .file
          ? """
          CREATE TRIGGER held BEFORE DELETE ON measurements WHEN OLD.id = 2
          BEGIN SELECT RAISE(ABORT, 'held'); END
          """ : "CREATE VIEW held AS SELECT * FROM measurements_2025_01")
      await #expect(throws: StoreError.self) { try await store.prune(month) }
      #expect(try await store.rows(offset: 0, limit: 9).map(\.id) == [1, 2, 3, 4])
      #expect(try await store.pruned().isEmpty)
      #expect(try await StoreVerification.verify(store).isIntact)
      try place.tamper(engine == .file ? "DROP TRIGGER held" : "DROP VIEW held")
      #expect(try await prune(store, before: 2) == [4])
      #expect(try await StoreVerification.verify(store).isIntact)
    }
  }
}

extension Sequence {
  /// Returns the results of a closure for each element, one after the other.
  fileprivate func asyncMap<T>(_ body: (Element) async throws -> T) async rethrows -> [T] {
    var results: [T] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}
