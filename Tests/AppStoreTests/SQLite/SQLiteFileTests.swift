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
    // What a process that is killed leaves: the files as they are, and no memory.
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

extension Data {
  fileprivate func contains(_ other: Data) -> Bool { range(of: other) != nil }
}
