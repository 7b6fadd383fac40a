import AppServer
@testable import AppStore
import CSQLite
import Foundation
import GNSSBasics
import TestSupport
import Testing

@Suite("A store's file")
struct SQLiteFileTests {
  private let place: StorePlace

  init() throws { place = try StorePlace(.file) }

  @Test("a closed store is one file, which nobody else may read")
  func oneFile() async throws {
    let store = try place.open()
    try await store.append(1...3)
    _ = try await store.rows(offset: 0, limit: 9)
    for name in try place.folder.names {
      let path = place.folder.path(name)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    await store.close()
    #expect(try place.folder.names == ["store"])
  }

  @Test("what was answered is in the files before the store is closed")
  func killed() async throws {
    let store = try place.open()
    let copy = try StorePlace(.file)
    for number in 1...20 {
      let row = try await store.append(.numbered(number), owner: nil, at: .second(0))
      #expect(row.id == Int64(number))
    }
    // The copy is the state after a killed process: the files as they are, without its memory.
    for name in ["store", "store-wal"] {
      _ = try copy.folder.write(place.folder.bytes(of: name), to: name)
    }
    let left = try copy.open()
    #expect(try await left.rows(offset: 0, limit: 99) == store.rows(offset: 0, limit: 99))
    #expect(
      try await StoreVerification.verify(left)
        == .intact(count: 20, lastSeal: store.lastSeal()!.seal))
    await left.close()
    await store.close()
  }

  @Test("nothing is left of what a deleted account told")
  func blanked() async throws {
    let store = try place.open()
    let ada = try await store.add(.ada)
    #expect(try await store.deleteAccount(ada.id))
    await store.close()
    let bytes = try place.folder.bytes(of: "store")
    for word in ["Ada@Example", "ada@example", "Lovelace", "argon2id"] {
      #expect(!Data(bytes).contains(Data(word.utf8)), "\(word)")
    }
  }
}

// MARK: Connections

extension SQLiteFileTests {
  @Test("a commit waits for the disk where that is asked for, and for another one five seconds")
  func settings() throws {
    for (isDurable, synchronous) in [(false, "1"), (true, "2")] {
      let options = SQLiteConnection.Options(isDurable: isDurable)
      let connection = try SQLiteConnection(path: place.path, options)
      for (name, value) in [
        ("synchronous", synchronous), ("busy_timeout", "5000"), ("foreign_keys", "1"),
        ("secure_delete", "1"), ("trusted_schema", "0"), ("journal_mode", "wal"),
      ] {
        #expect(try connection.word(of: "PRAGMA \(name)") == value, "\(name)")
      }
      #expect(!connection.isLost)
    }
    let memory = try SQLiteConnection(path: nil, SQLiteConnection.Options())
    #expect(try memory.word(of: "PRAGMA synchronous") == "1")
  }

  @Test("who looks something up makes no file, and changes none")
  func readers() async throws {
    let readers = SQLiteReaders(of: place.path, SQLiteConnection.Options())
    #expect(throws: StoreError.self) {
      try readers.use { connection throws(StoreError) in try connection.execute("SELECT 1") }
    }
    #expect(try place.folder.names.isEmpty)
    let store = try place.open()
    let error = #expect(throws: StoreError.self) {
      try readers.use { connection throws(StoreError) in
        try connection.execute("DELETE FROM users")
      }
    }
    #expect(error?.kind == "readOnly")
    readers.close()
    await store.close()
  }

  @Test("a connection is used again, and none stays when the last lookup ends after the close")
  func idleConnections() async throws {
    try await place.open().close()
    let readers = SQLiteReaders(of: place.path, SQLiteConnection.Options())
    weak var first: SQLiteConnection?
    weak var second: SQLiteConnection?
    try readers.use { connection throws(StoreError) in first = connection }
    #expect(first != nil)
    try readers.use { connection throws(StoreError) in
      #expect(connection === first)
      try readers.use { other throws(StoreError) in second = other }
      #expect(second != nil && second !== first)
      readers.close()
      #expect(second == nil && first != nil)
    }
    #expect(first == nil)
    let error = #expect(throws: StoreError.self) {
      try readers.use { _ throws(StoreError) in }
    }
    #expect(error?.kind == "unavailable")
  }
}

extension Data {
  fileprivate func contains(_ other: Data) -> Bool { range(of: other) != nil }
}
