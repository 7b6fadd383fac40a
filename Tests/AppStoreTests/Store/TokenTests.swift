import AppServer
import AppStore
import GNSSBasics
import Testing

@Suite("Tokens, limits and keys")
struct TokenTests {
  @Test("a revoked token is no one's any more, and others are not touched", arguments: Engine.here)
  func revoked(engine: Engine) async throws {
    try await withStore(engine) { store in
      let ada = try await store.add(.ada)
      try await store.revoke("one", until: .second(100))
      try await store.revoke("one", until: .second(50))
      #expect(try await store.account(ada.id, unlessRevoked: "one") == nil)
      #expect(try await store.account(ada.id, unlessRevoked: "One") == ada)
      #expect(try await store.account(ada.id, unlessRevoked: "two") == ada)
    }
  }

  @Test(
    "what is kept of a token is cleared when it is over, and not before", arguments: Engine.here)
  func cleared(engine: Engine) async throws {
    try await withStore(engine) { store in
      let ada = try await store.add(.ada)
      try await store.revoke("over", until: .second(99))
      try await store.revoke("alive", until: .second(100))
      try await store.revoke("alive", until: .second(60))
      _ = try await store.countAttempt("login", in: .second(100))
      #expect(try await store.account(ada.id, unlessRevoked: "over") == ada)
      #expect(try await store.account(ada.id, unlessRevoked: "alive") == nil)
    }
  }

  @Test("it is cleared once a minute", arguments: Engine.here)
  func clearedOnceAMinute(engine: Engine) async throws {
    try await withStore(engine) { store in
      let ada = try await store.add(.ada)
      _ = try await store.countAttempt("login", in: .second(100))
      try await store.revoke("over", until: .second(110))
      _ = try await store.countAttempt("login", in: .second(159))
      #expect(try await store.account(ada.id, unlessRevoked: "over") == nil)
      _ = try await store.countAttempt("login", in: .second(160))
      #expect(try await store.account(ada.id, unlessRevoked: "over") == ada)
    }
  }

  @Test("attempts are counted by kind and window", arguments: Engine.here)
  func attempts(engine: Engine) async throws {
    try await withStore(engine) { store async throws in
      #expect(try await store.countAttempt("a", in: .second(0)) == 1)
      #expect(try await store.countAttempt("a", in: .second(0)) == 2)
      #expect(try await store.countAttempt("b", in: .second(0)) == 1)
      #expect(try await store.countAttempt("a", in: .second(60)) == 1)
      #expect(try await store.countAttempt("a", in: .second(0)) == 3, "another server's clock")
      #expect(try await store.countAttempt("a", in: .second(60)) == 2)
    }
  }

  @Test("attempts of hours ago are forgotten", arguments: Engine.here)
  func oldAttempts(engine: Engine) async throws {
    try await withStore(engine) { store in
      _ = try await store.countAttempt("a", in: .second(0))
      _ = try await store.countAttempt("a", in: .second(3600))
      #expect(try await store.countAttempt("a", in: .second(0)) == 2)
      _ = try await store.countAttempt("b", in: .second(7200))
      #expect(try await store.countAttempt("a", in: .second(0)) == 1)
      #expect(try await store.countAttempt("a", in: .second(3600)) == 2)
    }
  }

  @Test("many who try at once are counted one by one", arguments: Engine.here)
  func attemptsAtOnce(engine: Engine) async throws {
    try await withStore(engine) { store in
      let counts = try await withThrowingTaskGroup { group in
        for _ in 0..<50 {
          group.addTask { try await store.countAttempt("a", in: .second(0)) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(counts.sorted() == Array(1...50))
    }
  }

  @Test("the first key of a name stays", arguments: Engine.here)
  func key(engine: Engine) async throws {
    try await withStore(engine) { store async throws in
      #expect(try await store.key(named: "tokens", orKeep: [0, 1, 255]) == [0, 1, 255])
      #expect(try await store.key(named: "tokens", orKeep: [2]) == [0, 1, 255])
      #expect(try await store.key(named: "other", orKeep: []) == [])
      #expect(try await store.key(named: "other", orKeep: [3]) == [])
    }
  }

  @Test("several who open a store at once get one key", arguments: Engine.shared)
  func oneKey(engine: Engine) async throws {
    let place = try StorePlace(engine)
    let keys = try await withThrowingTaskGroup { group in
      for number in UInt8(1)...6 {
        group.addTask {
          let store = try place.open()
          let key = try await store.key(named: "tokens", orKeep: [number])
          await store.close()
          return key
        }
      }
      return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
    }
    #expect(keys.count == 1)
  }
}
