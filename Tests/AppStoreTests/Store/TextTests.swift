import AppServer
import AppStore
import Testing

@Suite("Texts")
struct TextTests {
  /// Texts that must be stored unchanged and without side effects.
  static let texts = [
    "", " ", "'; DROP TABLE users; --", "\" OR 1=1 --", "$1", "?1", ":name", "%s", "\\", "\\x00",
    "<script>alert(1)</script>", "a\u{0}b", "\u{0}", "\u{1}", "\u{1}\u{0}0", "\u{FFFD}",
    "e\u{301}", "é", "日本語 🧪", "\r\n\t\u{7F}", String(repeating: "x", count: 100_000),
    String(decoding: [0x61, 0xED, 0xA0, 0x80, 0xFF], as: UTF8.self),
    // A text too long for an index, and incompressible.
    (0..<9000).map { "\(UInt64($0) &* 0x9E37_79B9_7F4A_7C15)" }.joined(),
  ]

  @Test("every text comes back as it was, wherever it is put", arguments: Engine.here)
  func everywhere(engine: Engine) async throws {
    try await withStore(engine) { store in
      for text in Self.texts {
        let profile = Profile(email: text, firstName: text, lastName: text, gender: text)
        let added = try await store.addAccount(profile, passwordHash: text, at: .second(0))
        let account = try #require(added)
        let kept = try #require(try await store.account(of: profile.key))
        #expect(kept == account)
        for field in [kept.profile.email, kept.profile.firstName, kept.passwordHash] {
          #expect(field.map { Array($0.utf8) } == Array(text.utf8), "byte by byte")
        }
        let password = PasswordChange(hash: text, keptToken: text)
        #expect(try await store.update(account.id, to: profile, password: password))
        #expect(try await store.account(of: profile.key)?.keptToken == text)

        try await store.revoke(text, until: .second(1))
        #expect(try await store.account(account.id, unlessRevoked: text) == nil)
        #expect(try await store.account(account.id, unlessRevoked: "\(text).") != nil)
        #expect(try await store.countAttempt(text, in: .second(0)) == 1)
        #expect(try await store.key(named: text, orKeep: Array(text.utf8)) == Array(text.utf8))

        let posted = PostedRow(values: PostedRow.numbered(1).values, text: text)
        let row = try await store.append(posted, owner: account, at: .second(0))
        let sealed = try await store.sealedRows(after: row.id - 1, limit: 1)
        #expect(sealed.map { Array($0.text.utf8) } == [Array(text.utf8)])
        #expect(sealed.map(\.row) == [row])
      }
      #expect(try await StoreVerification.verify(store).isIntact)
      #expect(try await store.accounts(after: 0, limit: 99).count == Self.texts.count)
    }
  }
}
