import AppServer
@testable import AppStore
import GNSSBasics
import Testing

@Suite("The verification of rows")
struct VerificationTests {
  @Test("an empty store is intact", arguments: Engine.here)
  func empty(engine: Engine) async throws {
    try await withStore(engine) { store async throws in
      #expect(try await StoreVerification.verify(store) == .intact(count: 0, lastSeal: []))
      #expect(try await store.lastSeal() == nil)
    }
  }

  @Test("rows of every kind are intact, and every page is told", arguments: Engine.here)
  func pages(engine: Engine) async throws {
    try await withStore(engine) { store in
      let ada = try await store.add(.ada)
      try await withThrowingTaskGroup { group in
        for number in 0..<2001 {
          group.addTask {
            let owner = number % 3 == 0 ? ada : nil
            _ = try await store.append(.numbered(number), owner: owner, at: .second(0))
          }
        }
        try await group.waitForAll()
      }
      _ = try await store.deleteAccount(ada.id)
      var told: [Int64] = []
      let verdict = try await StoreVerification.verify(store) { told.append($0) }
      let seal = try #require(try await store.lastSeal()).seal
      #expect(verdict == .intact(count: 2001, lastSeal: seal))
      #expect(told == [1000, 2000, 2001])
    }
  }

  @Test("rows that come meanwhile are no fault", arguments: Engine.here)
  func meanwhile(engine: Engine) async throws {
    try await withStore(engine) { store in
      async let appended: Void = store.append(1...100)
      for _ in 0..<10 { #expect(try await StoreVerification.verify(store).isIntact) }
      try await appended
      #expect(try await StoreVerification.verify(store).isIntact)
    }
  }

  @Test("rows that come and go between any two questions are no fault", arguments: 1...200)
  func betweenQuestions(seed: UInt64) async throws {
    let chain = ChangingChain(seed: seed)
    var first: Int64 = 0
    for _ in 0..<5 {
      let verdict = try await StoreVerification.verify(chain)
      let isIntact = verdict.isIntact
      #expect(isIntact, "\(verdict)")
      first = verdict.pruned.first?.ids.upperBound ?? first
    }
    let missing = chain.removeRow()
    let verdict = try await StoreVerification.verify(chain)
    #expect(verdict == missing, "after the rows to \(first)")
  }

  @Test("numbers without a next one are found like any others", arguments: Engine.shared)
  func greatestNumbers(engine: Engine) async throws {
    #expect(
      try await verdict(
        engine, after: "UPDATE chain SET last_id = 9223372036854775807",
        "UPDATE chain SET last_id = -9223372036854775807") == [.cut(id: 21), .added(id: 1)])
    let verdicts = try await verdict(
      engine,
      after: """
        INSERT INTO pruned (first_id, last_id, seal, until)
        SELECT 21, 9223372036854775807, seal, 0 FROM measurements WHERE id = 20;
        INSERT INTO pruned (first_id, last_id, seal, until)
        SELECT -9223372036854775807, 0, seal, 0 FROM measurements WHERE id = 20
        """, "DELETE FROM measurements WHERE id = 3")
    #expect(verdicts[0].isIntact)
    #expect(verdicts[1] == .missing(id: 3))
  }

  /// Returns the verdicts on a store of twenty rows without triggers, after the scripts.
  private func verdict(
    _ engine: Engine, after scripts: String...
  ) async throws -> [StoreVerification.Verdict] {
    let place = try StorePlace(engine)
    let store = try place.open()
    try await store.append(1...20, owner: try await store.add(.ada))
    try place.removeGuards()
    var verdicts: [StoreVerification.Verdict] = []
    for script in scripts {
      try place.tamper(script)
      verdicts.append(try await StoreVerification.verify(store))
    }
    await store.close()
    return verdicts
  }

  @Test("an altered value is found in every column", arguments: Engine.shared)
  func altered(engine: Engine) async throws {
    for (column, change, undo) in [
      ("at", "at + 1", "at - 1"), ("user_id", "NULL", "1"),
      ("temperature", "temperature + 1", "temperature - 1"),
      ("longitude", "NULL", "7.75"), ("raw", "raw || ';'", "substr(raw, 1, length(raw) - 1)"),
    ] {
      let verdicts = try await verdict(
        engine, after: "UPDATE measurements SET \(column) = \(change) WHERE id = 7",
        "UPDATE measurements SET \(column) = \(undo) WHERE id = 7")
      #expect(verdicts.first == .altered(id: 7), "\(column)")
      #expect(verdicts.first?.isIntact == false, "\(column)")
      #expect(verdicts.last?.isIntact == true, "\(column), undone")
    }
  }

  @Test("a value is found altered by its last digit", arguments: Engine.shared)
  func lastDigit(engine: Engine) async throws {
    let next = (7.0 + 7 / 16).nextUp
    let script = "UPDATE measurements SET pm1 = \(next) WHERE id = 7"
    #expect(try await verdict(engine, after: script) == [.altered(id: 7)])
  }

  @Test("a row taken away is named, also where the others close the gap", arguments: Engine.shared)
  func missing(engine: Engine) async throws {
    #expect(
      try await verdict(
        engine, after: "DELETE FROM measurements WHERE id = 12",
        "DELETE FROM measurements WHERE id = 7", "DELETE FROM measurements WHERE id = 1")
        == [.missing(id: 12), .missing(id: 7), .missing(id: 1)])
    // The numbers change one at a time, so that no two rows have the same number in between.
    let renumber = (8...20).map { "UPDATE measurements SET id = \($0 - 1) WHERE id = \($0);" }
    #expect(
      try await verdict(
        engine, after: "DELETE FROM measurements WHERE id = 7; \(renumber.joined())")
        == [.altered(id: 7)])
  }

  @Test("an end that was cut off is named by its first row", arguments: Engine.shared)
  func cut(engine: Engine) async throws {
    #expect(
      try await verdict(
        engine, after: "DELETE FROM measurements WHERE id = 20",
        "DELETE FROM measurements WHERE id > 15", "DELETE FROM measurements")
        == [.cut(id: 20), .cut(id: 16), .cut(id: 1)])
  }

  @Test("a row that no server appended is named", arguments: Engine.shared)
  func added(engine: Engine) async throws {
    let copy = """
      INSERT INTO measurements (id, at, user_id, temperature, raw, seal)
      SELECT 21, at, user_id, temperature, raw, seal FROM measurements WHERE id = 20
      """
    #expect(try await verdict(engine, after: copy) == [.altered(id: 21)])
    let end = "UPDATE chain SET (last_id, seal) = (SELECT id, seal FROM measurements WHERE id = 19)"
    #expect(try await verdict(engine, after: end) == [.added(id: 20)])
    let seal = "UPDATE chain SET seal = (SELECT seal FROM measurements WHERE id = 3)"
    #expect(try await verdict(engine, after: seal) == [.altered(id: 20)])
    #expect(try await verdict(engine, after: "DELETE FROM chain") == [.added(id: 1)])
  }

  @Test("the database itself refuses to change or to delete a row", arguments: Engine.shared)
  func guarded(engine: Engine) async throws {
    let place = try StorePlace(engine)
    let store = try place.open()
    try await store.append(1...3)
    let rows = try await store.sealedRows(after: 0, limit: 9)
    for script in [
      "UPDATE measurements SET temperature = 0", "DELETE FROM measurements WHERE id = 3",
      "DELETE FROM measurements",
      engine == .file
        ? "REPLACE INTO measurements SELECT * FROM measurements" : "TRUNCATE measurements",
    ] {
      #expect(throws: (any Error).self, "\(script)") { try place.tamper(script) }
    }
    #expect(try await store.sealedRows(after: 0, limit: 9) == rows)
    await store.close()
  }

  @Test("a store whose end is not written down takes no row", arguments: Engine.shared)
  func noEnd(engine: Engine) async throws {
    let place = try StorePlace(engine)
    let store = try place.open()
    try place.tamper("DELETE FROM chain")
    let error = await #expect(throws: StoreError.self) { try await store.append(1...1) }
    guard case .damaged = error else {
      Issue.record("not damaged: \(String(describing: error))")
      return
    }
    #expect(try await store.rows(offset: 0, limit: 9).isEmpty)
    #expect(try await store.key(named: "a", orKeep: [1]) == [1], "what adds no row needs no end")
    await store.close()
  }
}
