@testable import BoardHost
import Testing

@Suite("URLs of boards")
struct BoardURLTests {
  @Test(
    "are read as a user types them",
    arguments: [
      ("http://127.0.0.1:3000", "http://127.0.0.1:3000/"),
      ("192.168.1.20:3000", "http://192.168.1.20:3000/"),
      ("HTTP://board.local", "http://board.local/"),
      ("http://[::1]:3000/a%20b?c=d", "http://[::1]:3000/a%20b?c=d"),
    ])
  func reads(text: String, written: String) throws {
    #expect("\(try BoardURL(text))" == written)
  }

  @Test("name host and port")
  func parts() throws {
    let url = try BoardURL("http://[::1]/x")
    #expect(url.host == "::1")
    #expect(url.port == 80)
    #expect(!url.namesPort)
    #expect(url.authority == "[::1]")
    #expect(url.isLoopback)
    #expect(try !BoardURL("192.168.1.20:3000").isLoopback)
  }

  @Test(
    "that are none say what would be one",
    arguments: [
      ("https://board", BoardURLError.encrypted), ("ftp://board", .unknownScheme),
      ("", .malformed), ("http://", .malformed), ("http://a b", .malformed),
      ("http://board:0", .malformed), ("http://board:70000", .malformed),
    ])
  func refuses(text: String, error: BoardURLError) {
    #expect(throws: error) { try BoardURL(text) }
    #expect("\(error)".contains("http://"))
  }
}
