import AppServer
@testable import AppStore
import CSQLite
import Foundation
import GNSSBasics
import Platform
import TestSupport
import Testing

@Suite("What can be wrong with a store's file")
struct SQLiteFailureTests {
  private let place: StorePlace

  init() throws { place = try StorePlace(.file) }

  /// Returns the error for a path, after checking that it names the path and a remedy.
  private func refusal(of path: String) throws -> StoreError {
    let thrown = #expect(throws: StoreError.self) { _ = try SQLiteStore(path: path) }
    let error = try #require(thrown)
    #expect(error.description.hasPrefix(path))
    #expect(error.description.contains(";"), "what to do: \(error)")
    return error
  }

  @Test("what is no database is told, and left as it is")
  func noDatabase() throws {
    let bytes = Array("temperature;humidity\n".utf8) + [UInt8](repeating: 7, count: 5000)
    let path = try place.folder.write(bytes, to: "store")
    guard case .damaged = try refusal(of: path) else {
      Issue.record("not damaged")
      return
    }
    #expect(try place.folder.bytes(of: "store") == bytes)
  }

  @Test("another program's database is told, and left as it is")
  func foreignDatabase() throws {
    let database = try RawDatabase(place.path)
    try database.execute("CREATE TABLE users (name TEXT)")
    guard case .damaged(let text) = try refusal(of: place.path) else {
      Issue.record("not damaged")
      return
    }
    #expect(text.contains("another program"))
    #expect(try database.words("SELECT name FROM sqlite_schema") == ["users"])
  }

  @Test("a missing folder, and a folder in the file's place")
  func noFolder() throws {
    for path in [place.folder.path("no/store"), place.folder.path] {
      guard case .unavailable = try refusal(of: path) else {
        Issue.record("not unavailable")
        return
      }
    }
    #expect(try refusal(of: place.folder.path("no/store")).description.contains("no new file"))
  }

  @Test(
    "what SQLite says is told as what it means for a store",
    arguments: [
      (SQLITE_FULL, 0, "full"), (SQLITE_BUSY, 0, "unavailable"), (SQLITE_LOCKED, 0, "unavailable"),
      (SQLITE_READONLY, 0, "readOnly"), (SQLITE_PERM, 0, "readOnly"), (SQLITE_AUTH, 0, "readOnly"),
      (SQLITE_CANTOPEN, ENOENT, "unavailable"), (SQLITE_CANTOPEN, EACCES, "readOnly"),
      (SQLITE_CANTOPEN, EPERM, "readOnly"), (SQLITE_CANTOPEN, EROFS, "readOnly"),
      (SQLITE_CANTOPEN, ENOSPC, "full"), (SQLITE_CANTOPEN, EDQUOT, "full"),
      (SQLITE_NOTADB, 0, "damaged"), (SQLITE_CORRUPT, 0, "damaged"),
      (SQLITE_IOERR, EIO, "unavailable"), (SQLITE_NOMEM, 0, "unavailable"),
      (SQLITE_ERROR, 0, "damaged"), (SQLITE_CONSTRAINT, 0, "damaged"),
    ])
  func meanings(code: Int32, systemCode: Int32, meaning: String) {
    let failure = SQLiteFailure(code: code, text: "its words", systemCode: systemCode)
    let error = failure.error(at: "here", after: .seconds(2))
    #expect(error.kind == meaning)
    #expect(error.description.hasPrefix("here: "))
    let isOfWords = ![SQLITE_BUSY, SQLITE_LOCKED, SQLITE_NOMEM].contains(code)
    #expect(error.description.contains("(its words") == isOfWords)
    #expect(error.description.contains("its words:") == (systemCode != 0))
  }

  @Test("values that a statement does not take are refused, and those it had before are gone")
  func values() throws {
    let connection = try SQLiteConnection(path: place.path, SQLiteConnection.Options())
    _ = try connection.migrate()
    #expect(throws: StoreError.self) {
      try connection.run(.accountByKey, [.text("a"), .text("b")])
    }
    try connection.run(.keepKey, [.text("a"), .bytes([1])])
    #expect(throws: StoreError.self) { try connection.run(.keepKey, [.text("b")]) }
    #expect(throws: StoreError.self) { try connection.word(of: "SELECT nothing FROM nowhere") }
    #expect(try connection.word(of: "SELECT 1 WHERE 0") == nil)
  }

  @Test("names that SQLite takes for something else are files")
  func names() async throws {
    let folder = FileManager.default.currentDirectoryPath
    defer { withExtendedLifetime(place) {} }
    for name in [":memory:", "file:store?mode=memory"] {
      let path = place.folder.path(name)
      let relative = String(repeating: "../", count: folder.split(separator: "/").count)
      let store = try SQLiteStore(path: relative + path.dropFirst())
      await store.close()
      #expect(try place.folder.names.contains(name))
    }
  }

  @Test("while another program holds it, nothing is written, and afterwards all is again")
  func locked() async throws {
    var options = SQLiteConnection.Options()
    options.patience = .milliseconds(10)
    let store = try SQLiteStore(path: place.path, options)
    let other = try RawDatabase(place.path)
    try other.execute("BEGIN IMMEDIATE")
    for _ in 1...2 {
      let error = await #expect(throws: StoreError.self) { try await store.append(1...1) }
      guard case .unavailable(let text) = error else {
        Issue.record("not unavailable: \(String(describing: error))")
        return
      }
      #expect(text.contains(place.path) && text.contains("0.01 seconds"))
    }
    #expect(try await store.rows(offset: 0, limit: 1).isEmpty, "to look is free")
    try other.execute("COMMIT")
    try await store.append(1...1)
    #expect(try await StoreVerification.verify(store).isIntact)
    await store.close()
  }

  @Test("a full disk costs what does not fit, and no number")
  func full() async throws {
    var options = SQLiteConnection.Options()
    options.pageLimit = 40
    let store = try SQLiteStore(path: place.path, options)
    let large = PostedRow(
      values: PostedRow.numbered(1).values, text: String(repeating: "9", count: 200_000))
    try await store.append(1...2)
    for _ in 1...2 {
      let error = await #expect(throws: StoreError.self) {
        try await store.append(large, owner: nil, at: .second(0))
      }
      guard case .full(let text) = error else {
        Issue.record("not full: \(String(describing: error))")
        return
      }
      #expect(text.contains(place.path))
    }
    try await store.append(3...4)
    #expect(try await store.rows(offset: 0, limit: 9).map(\.id) == [1, 2, 3, 4])
    #expect(try await StoreVerification.verify(store).isIntact)
    await store.close()
  }

  @Test("many large rows fill the disk, and those that were answered are there")
  func fullInTheMiddle() async throws {
    var options = SQLiteConnection.Options()
    options.pageLimit = 60
    let store = try SQLiteStore(path: place.path, options)
    let text = String(repeating: "9", count: 10_000)
    let posted = PostedRow(values: PostedRow.numbered(1).values, text: text)
    let answered = await withTaskGroup(of: Int64?.self) { group in
      for _ in 0..<40 {
        group.addTask { try? await store.append(posted, owner: nil, at: .second(0)).id }
      }
      return await group.reduce(into: [Int64]()) { if let id = $1 { $0.append(id) } }
    }
    #expect(answered.count > 0 && answered.count < 40)
    #expect(answered.sorted() == Array(1...Int64(answered.count)))
    #expect(try await store.rows(offset: 0, limit: 99).map(\.id) == answered.sorted())
    #expect(try await StoreVerification.verify(store).isIntact)
    await store.close()
  }

  @Test("a folder that may not be written is told", .enabled(if: CommonUser.canBe))
  func readOnlyFolder() async throws {
    try await place.open().close()
    let folder = place.folder.path
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
    defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder) }
    for path in [place.path, place.folder.path("new")] {
      let error = try CommonUser.run { () -> StoreError? in
        do throws(StoreError) {
          _ = try SQLiteStore(path: path)
          return nil
        } catch { return error }
      }
      guard case .readOnly(let text) = error else {
        Issue.record("not read-only: \(String(describing: error))")
        return
      }
      #expect(text.hasPrefix(path))
    }
  }
}
