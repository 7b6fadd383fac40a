import AirStatistics
import AppServer
@testable import AppStore
import GNSSBasics
import Quantities
import Testing

@Suite("Sums of rows")
struct RowSumTests {
  private static let keys = ["user1@example.org", "user2@example.org", "nobody@example.org"]

  /// Adds rows of three accounts, of a deleted account and of none, with gaps, ties and unordered times.
  ///
  /// Values are multiples of 1/16, so that sums are exact in any order.
  private func fill(_ store: any Store) async throws {
    let owners = [
      nil, try await store.add(.numbered(1)), try await store.add(.numbered(2)),
      try await store.add(.numbered(3)),
    ]
    for number in 0..<120 {
      var row = PostedRow.numbered((number * 37) % 101)
      if number % 5 == 0 { row.values[number % 13] = nil }
      if number % 7 == 0 { (row.values[11], row.values[12]) = (nil, nil) }
      let second = UnixTime.second(Int64((number * 53) % 90))
      _ = try await store.append(
        row, owner: owners[number % 4], at: second.advanced(by: .milliseconds(number % 3)))
    }
    _ = try await store.deleteAccount(owners[3]?.id ?? 0)
  }

  private static let periods = [
    allTime, .second(10)...(.second(70)), .second(11)...(.second(11)),
    .second(500)...(.second(900)),
    UnixTime.second(10).advanced(by: .nanoseconds(1))...UnixTime.second(20),
  ]

  @Test("sums over spans are those of a plain computation over all rows", arguments: Engine.here)
  func sums(engine: Engine) async throws {
    try await withStore(engine) { store in
      try await fill(store)
      let plain = PlainStore(store)
      for period in Self.periods {
        for most in [1, 2, 7, 60] {
          let spans = TimeSpans(period, atMost: most)
          for field in [Quantity.temperature, .pm10, .latitude, .light] {
            for owners in [nil, Self.keys, []] {
              let sums = try await store.sums(of: field, over: spans, owners: owners)
              let expected = try await plain.sums(of: field, over: spans, owners: owners)
              #expect(sums == expected, "\(field) \(period) \(most)")
            }
          }
        }
      }
      let all = try await store.sums(
        of: .temperature, over: TimeSpans(allTime, atMost: 1), owners: nil)
      #expect(all[0][0].samples == 120)
      let light = try await store.sums(of: .light, over: TimeSpans(allTime, atMost: 1), owners: nil)
      #expect(light[0][0].samples == 120 && light[0][0].count == 0)
    }
  }

  @Test("samples are the rows of a selection with one field, page by page", arguments: Engine.here)
  func samples(engine: Engine) async throws {
    try await withStore(engine) { store in
      try await fill(store)
      let plain = PlainStore(store)
      for period in Self.periods {
        for owners in [nil, Self.keys] {
          let selection = RowSelection(period, owners: owners)
          let expected = try await plain.samples(of: .pm25, in: selection, after: nil, limit: 999)
          #expect(try await store.count(selection) == expected.count)
          #expect(try await plain.count(selection) == expected.count)
          for size in [1, 7, 200] {
            var found: [FieldSample] = []
            while true {
              let page = try await store.samples(
                of: .pm25, in: selection, after: found.last.map { RowCursor($0) }, limit: size)
              found += page
              if page.count < size { break }
            }
            #expect(found == expected)
          }
        }
      }
    }
  }

  @Test(
    "accounts are told with their rows, the most first, and those without one together",
    arguments: Engine.here)
  func owners(engine: Engine) async throws {
    try await withStore(engine) { store in
      try await fill(store)
      // A quarter of the rows is of nobody, and another of the account that was deleted.
      #expect(
        try await store.ownerCounts(in: allTime, limit: 9) == [
          OwnerCount(email: nil, count: 60), OwnerCount(email: "user1@example.org", count: 30),
          OwnerCount(email: "user2@example.org", count: 30),
        ])
      #expect(try await store.ownerCounts(in: allTime, limit: 1).count == 1)
      for period in Self.periods {
        let expected = try await PlainStore(store).ownerCounts(in: period, limit: 9)
        #expect(try await store.ownerCounts(in: period, limit: 9) == expected)
      }
    }
  }

  @Test("a long address selects its rows", arguments: Engine.here)
  func longAddress(engine: Engine) async throws {
    try await withStore(engine) { store in
      let email = String(repeating: "A", count: 600) + "@example.org"
      let owner = try await store.add(Profile(email: email))
      try await store.append(1...2, owner: owner)
      try await store.append(3...3)
      let selection = RowSelection(allTime, owners: [Profile.key(of: email)])
      #expect(try await store.count(selection) == 2)
      let sums = try await store.sums(
        of: .temperature, over: TimeSpans(allTime, atMost: 1), owners: selection.owners)
      #expect(sums[0][0].count == 2)
    }
  }

  @Test("a row's seal is right after the row before it, and after no other", arguments: Engine.here)
  func seals(engine: Engine) async throws {
    try await withStore(engine) { store in
      try await store.append(1...3)
      let rows = try await store.sealedRows(after: 0, limit: 9)
      #expect(StoreVerification.isSealed(rows[0], after: []))
      #expect(StoreVerification.isSealed(rows[2], after: rows[1].seal))
      #expect(!StoreVerification.isSealed(rows[2], after: rows[0].seal))
      #expect(!StoreVerification.isSealed(rows[1], after: []))
      var altered = rows[1]
      altered.row.values[0] = 99
      #expect(!StoreVerification.isSealed(altered, after: rows[0].seal))
    }
  }
}
