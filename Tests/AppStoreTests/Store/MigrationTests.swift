import AppServer
@testable import AppStore
import Foundation
import GNSSBasics
import Testing

@Suite("Stores of earlier versions")
struct MigrationTests {
  static let latest = SQLiteConnection.migrations.count

  @Test("both engines have the same versions")
  func sameVersions() {
    #if PostgreSQL
      #expect(PostgreSQLConnection.migrations.count == Self.latest)
    #endif
    #expect(Self.latest >= 2)
  }

  /// The content that every version so far can store: an account, its row, a token, a key.
  private static let content = """
    INSERT INTO users (email, email_key, first_name, password_hash, created_at)
    VALUES ('Ada@Example.org', 'ada@example.org', 'Ada', '$x$', 1780000000000);
    INSERT INTO revoked_tokens (jti, until) VALUES ('dead', 1780000100000);
    INSERT INTO keys (name, value) VALUES ('tokens', 'key');
    """

  @Test(
    "a store of every earlier version is brought up to date, with all that is in it",
    arguments: Engine.shared)
  func earlier(engine: Engine) async throws {
    for version in 1..<Self.latest {
      let place = try StorePlace(engine)
      // A strict SQLite table accepts only blobs for bytes.
      let content = Self.content.replacing("'key'", with: engine == .file ? "x'6b6579'" : "'key'")
      try place.open(atVersion: version, adding: content)
      let store = try place.open()
      #expect(place.versions(of: store) == SchemaVersions(found: version, now: Self.latest))
      let ada = try #require(try await store.account(of: "ada@example.org"))
      #expect(ada.profile.firstName == "Ada" && ada.createdAt == .second(0))
      #expect(try await store.account(ada.id, unlessRevoked: "dead") == nil)
      #expect(try await store.key(named: "tokens", orKeep: []) == Array("key".utf8))
      #expect(try await store.countAttempt("a", in: .second(0)) == 1)
      #expect(try await store.append(.numbered(1), owner: ada, at: .second(1)).id == 1)
      #expect(try await StoreVerification.verify(store).isIntact)
      await store.close()

      let again = try place.open()
      #expect(place.versions(of: again) == SchemaVersions(found: Self.latest, now: Self.latest))
      await again.close()
    }
  }

  @Test("when a version was made is noted, in milliseconds")
  func appliedAt() async throws {
    func milliseconds() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
    let place = try StorePlace(.file)
    let before = milliseconds()
    try await place.open().close()
    let after = milliseconds()
    let words = try RawDatabase(place.path).words("SELECT applied_at FROM schema_migrations")
    #expect(words.count == Self.latest)
    // Two readings of a clock may be rounded differently.
    for word in words { #expect((before - 1...after + 1).contains(Int64(word) ?? 0), "\(word)") }
  }

  @Test("a migration that fails leaves the store as it was", arguments: Engine.shared)
  func failing(engine: Engine) async throws {
    let place = try StorePlace(engine)
    try place.open(atVersion: 1, adding: "CREATE TABLE attempts (x TEXT)")
    #expect(throws: StoreError.self) { _ = try place.open() }
    try place.tamper("DROP TABLE attempts")
    let store = try place.open()
    #expect(place.versions(of: store) == SchemaVersions(found: 1, now: Self.latest))
    #expect(try await store.countAttempt("a", in: .second(0)) == 1)
    await store.close()
  }

  @Test("a connection whose migration has failed is of use")
  func failedConnection() throws {
    let place = try StorePlace(.file)
    try place.open(atVersion: 1, adding: "CREATE TABLE attempts (x TEXT)")
    let connection = try SQLiteConnection(path: place.path, SQLiteConnection.Options())
    #expect(throws: StoreError.self) { _ = try connection.migrate() }
    _ = try connection.begin()
    connection.rollBack()
    #expect(try connection.version() == 1)
  }

  @Test("several who open an empty place at once make one store", arguments: Engine.shared)
  func atOnce(engine: Engine) async throws {
    let place = try StorePlace(engine)
    try await withThrowingTaskGroup { group in
      for number in 0..<6 {
        group.addTask {
          let store = try place.open()
          #expect(place.versions(of: store)?.now == Self.latest)
          _ = try await store.append(.numbered(number), owner: nil, at: .second(0))
          await store.close()
        }
      }
      try await group.waitForAll()
    }
    let store = try place.open()
    #expect(try await store.rows(offset: 0, limit: 9).count == 6)
    #expect(try await StoreVerification.verify(store).isIntact)
    await store.close()
  }

  @Test("a store of a newer program is refused, and told where", arguments: Engine.shared)
  func newer(engine: Engine) async throws {
    let place = try StorePlace(engine)
    let next = Self.latest + 1
    try place.open(
      atVersion: Self.latest, adding: "INSERT INTO schema_migrations VALUES (\(next), 0)")
    let error = #expect(throws: StoreError.self) { _ = try place.open() }
    guard case .newerSchema(next, Self.latest, let told) = error else {
      Issue.record("not newer: \(String(describing: error))")
      return
    }
    #expect(engine == .file ? told == place.path : told.hasPrefix("postgresql://"))
    #expect(error?.description.contains("newer boardsim") == true)
  }
}
