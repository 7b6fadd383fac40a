import AppServer
import AppStore
import Testing

@Suite("Several stores in one place")
struct SharedStoreTests {
  @Test("what one does the other sees", arguments: Engine.shared)
  func seen(engine: Engine) async throws {
    let place = try StorePlace(engine)
    let (one, other) = (try place.open(), try place.open())
    let ada = try await one.add(.ada)
    #expect(try await other.account(of: ada.profile.key) == ada)
    let row = try await other.append(.numbered(1), owner: ada, at: .second(1))
    #expect(try await one.rows(in: allTime, after: nil, limit: 9) == [row])
    try await one.revoke("token", until: .second(9))
    #expect(try await other.account(ada.id, unlessRevoked: "token") == nil)
    #expect(try await one.countAttempt("a", in: .second(0)) == 1)
    #expect(try await other.countAttempt("a", in: .second(0)) == 2)
    #expect(try await one.attempts("a", in: .second(0)) == 2)
    let password = PasswordChange(hash: "$new$", keptToken: nil)
    #expect(try await other.update(ada.id, to: .ada, password: password))
    #expect(try await one.account(of: ada.profile.key)?.generation == 1)
    await one.close()
    await other.close()
  }

  @Test("their writers make one chain, without lost or doubled numbers", arguments: Engine.shared)
  func oneChain(engine: Engine) async throws {
    let place = try StorePlace(engine)
    let stores = [try place.open(), try place.open()]
    let numbers = try await withThrowingTaskGroup { group in
      for writer in 0..<10 {
        group.addTask {
          var numbers: [Int64] = []
          for number in 0..<20 {
            let store = stores[writer % 2]
            let row = PostedRow.numbered(number)
            numbers.append(try await store.append(row, owner: nil, at: .second(0)).id)
          }
          return numbers
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(numbers.sorted() == Array(1...200))
    #expect(try await StoreVerification.verify(stores[0]).isIntact)
    for store in stores { await store.close() }
  }

  @Test("all is there when it is opened again", arguments: Engine.shared)
  func openedAgain(engine: Engine) async throws {
    let place = try StorePlace(engine)
    let first = try place.open()
    let ada = try await first.add(.ada)
    try await first.append(1...3, owner: ada)
    let rows = try await first.rows(offset: 0, limit: 9)
    await first.close()

    let second = try place.open()
    #expect(try await second.account(of: ada.profile.key) == ada)
    #expect(try await second.rows(offset: 0, limit: 9) == rows)
    #expect(try await second.append(.numbered(4), owner: ada, at: .second(4)).id == 4)
    #expect(try await StoreVerification.verify(second).isIntact)
    await second.close()
  }

  @Test("a closed store says so", arguments: Engine.here)
  func closed(engine: Engine) async throws {
    let place = try StorePlace(engine)
    let store = try place.open()
    await store.close()
    await store.close()
    await #expect(throws: StoreError.self) { try await store.append(1...1) }
    await #expect(throws: StoreError.self) { _ = try await store.rows(offset: 0, limit: 1) }
    withExtendedLifetime(place) {}
  }

  @Test("what was handed in before the close is done", arguments: Engine.here)
  func lastJobs(engine: Engine) async throws {
    let place = try StorePlace(engine)
    let store = try place.open()
    defer { withExtendedLifetime(place) {} }
    try await withThrowingTaskGroup { group in
      for number in 0..<50 {
        group.addTask {
          do {
            return try await store.append(.numbered(number), owner: nil, at: .second(0)).id > 0
          } catch StoreError.unavailable { return false }
        }
      }
      await store.close()
      try await group.waitForAll()
    }
  }
}
