import AppServer
import AppStore
import GNSSBasics
import Testing

@Suite("Accounts")
struct AccountTests {
  @Test("an account is found by its address in any case, and by its number", arguments: Engine.here)
  func found(engine: Engine) async throws {
    try await withStore(engine) { store in
      let added = try await store.addAccount(.ada, passwordHash: "$x$", at: .second(7))
      let ada = try #require(added)
      #expect(ada.id == 1)
      #expect(ada.profile == .ada)
      #expect(ada.passwordHash == "$x$" && ada.generation == 0 && ada.keptToken == nil)
      #expect(ada.createdAt == .second(7))
      #expect(try await store.account(of: "ada@example.org") == ada)
      #expect(try await store.account(of: "Ada@Example.org") == nil, "keys are lower case")
      #expect(try await store.account(1, unlessRevoked: "") == ada)
      #expect(try await store.account(2, unlessRevoked: "") == nil)
    }
  }

  @Test("an address has one account", arguments: Engine.here)
  func unique(engine: Engine) async throws {
    try await withStore(engine) { store in
      let ada = try await store.add(.ada)
      let second = Profile(email: "ADA@example.ORG", firstName: "Another")
      #expect(try await store.addAccount(second, passwordHash: "", at: .second(1)) == nil)
      #expect(try await store.account(of: ada.profile.key) == ada)
      let other = try await store.add(.numbered(1))
      #expect(other.id > ada.id)
    }
  }

  @Test("one of many who ask for an address at once gets it", arguments: Engine.here)
  func race(engine: Engine) async throws {
    try await withStore(engine) { store in
      let winners = try await withThrowingTaskGroup { group in
        for _ in 0..<20 {
          group.addTask { try await store.addAccount(.ada, passwordHash: "", at: .second(0)) }
        }
        return try await group.reduce(into: 0) { $0 += $1 == nil ? 0 : 1 }
      }
      #expect(winners == 1)
    }
  }

  @Test(
    "all that is told changes, but the address; the password only where it is told",
    arguments: Engine.here)
  func update(engine: Engine) async throws {
    try await withStore(engine) { store in
      var ada = try await store.add(.ada)
      let changed = Profile(email: "elsewhere@example.org", firstName: "Augusta", gender: nil)
      #expect(try await store.update(ada.id, to: changed, password: nil))
      ada.profile = changed
      ada.profile.email = Profile.ada.email
      #expect(try await store.account(of: Profile.ada.key) == ada)
      #expect(try await store.account(of: changed.key) == nil)

      let password = PasswordChange(hash: "$new$", keptToken: "token")
      #expect(try await store.update(ada.id, to: .ada, password: password))
      (ada.profile, ada.passwordHash, ada.generation, ada.keptToken) = (.ada, "$new$", 1, "token")
      #expect(try await store.account(of: Profile.ada.key) == ada)

      let again = PasswordChange(hash: "$newer$", keptToken: nil)
      #expect(try await store.update(ada.id, to: .ada, password: again))
      (ada.passwordHash, ada.generation, ada.keptToken) = ("$newer$", 2, nil)
      #expect(try await store.account(of: Profile.ada.key) == ada)
      #expect(try await store.update(ada.id + 1, to: .ada, password: again) == false)
    }
  }

  @Test(
    "a deleted account leaves its rows and its number, and nothing else", arguments: Engine.here)
  func delete(engine: Engine) async throws {
    try await withStore(engine) { store in
      let ada = try await store.add(.ada)
      try await store.append(1...2, owner: ada)
      #expect(try await store.deleteAccount(ada.id))
      #expect(try await store.deleteAccount(ada.id) == false)
      #expect(try await store.account(of: ada.profile.key) == nil)
      #expect(try await store.account(ada.id, unlessRevoked: "") == nil)
      #expect(try await store.update(ada.id, to: .ada, password: nil) == false)
      #expect(try await store.accounts(after: 0, limit: 10).isEmpty)
      let rows = try await store.sealedRows(after: 0, limit: 10)
      #expect(rows.map(\.owner) == [ada.id, ada.id])
      #expect(rows.map(\.row.email) == [nil, nil])

      let again = try await store.add(.ada)
      #expect(again.id > ada.id, "numbers are never given again")
      #expect(try await store.rows(offset: 0, limit: 10).map(\.email) == [nil, nil])
    }
  }

  @Test("the last account's number is not given again either", arguments: Engine.here)
  func lastNumber(engine: Engine) async throws {
    try await withStore(engine) { store in
      var seen: Set<Int64> = []
      for _ in 0..<3 {
        let account = try await store.add(.ada)
        #expect(seen.insert(account.id).inserted)
        _ = try await store.deleteAccount(account.id)
      }
    }
  }

  @Test("accounts are listed by number, in pages", arguments: Engine.here)
  func listed(engine: Engine) async throws {
    try await withStore(engine) { store in
      var all: [Account] = []
      for number in 1...5 { all.append(try await store.add(.numbered(number))) }
      _ = try await store.deleteAccount(all.remove(at: 2).id)
      #expect(try await store.accounts(after: 0, limit: 3) == Array(all[0..<3]))
      #expect(try await store.accounts(after: all[2].id, limit: 3) == Array(all[3...]))
      #expect(try await store.accounts(after: 0, limit: 0).isEmpty)
      #expect(try await store.accounts(after: 0, limit: -1).isEmpty)
    }
  }

  @Test("every day of birth comes back", arguments: Engine.here)
  func birthDays(engine: Engine) async throws {
    try await withStore(engine) { store in
      let days = [(1990, 7, 21), (1969, 12, 31), (2000, 2, 29), (-4712, 1, 1), (9999, 12, 31)]
      for (number, (year, month, day)) in days.enumerated() {
        var profile = Profile.numbered(number)
        profile.birthDay = CivilDate(year: year, month: month, day: day)
        _ = try await store.add(profile)
        #expect(try await store.account(of: profile.key)?.profile == profile)
      }
    }
  }
}
