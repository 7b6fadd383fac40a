import AppStore
import TestSupport
import Testing

@Suite("Where a store is")
struct StoreLocationTests {
  @Test(
    "it is memory by its word, PostgreSQL by its URL, and else a file",
    arguments: [
      ("memory", .memory), ("memory.db", .file("memory.db")), ("./memory", .file("./memory")),
      ("rows.sqlite", .file("rows.sqlite")), ("", .file("")),
      ("postgresql://a@b/c", .postgresql("postgresql://a@b/c")),
      ("postgres://a@b/c", .postgresql("postgres://a@b/c")),
      ("postgresql:/a", .file("postgresql:/a")), ("sqlite://a", .file("sqlite://a")),
    ] as [(String, StoreLocation)])
  func words(text: String, location: StoreLocation) {
    #expect(StoreLocation(text) == location)
  }

  @Test("it is opened there")
  func opened() async throws {
    let folder = try TemporaryFolder()
    for isDurable in [false, true] {
      try await StoreLocation("memory").open(isDurable: isDurable).close()
    }
    #expect(try folder.names.isEmpty)
    try await StoreLocation(folder.path("rows")).open().close()
    try await StoreLocation(folder.path("durable")).open(isDurable: true).close()
    #expect(try folder.names.sorted() == ["durable", "rows"])
    await #expect(throws: StoreError.self) {
      _ = try await StoreLocation("postgresql:///x?host=/nowhere&port=1").open()
    }
  }
}
