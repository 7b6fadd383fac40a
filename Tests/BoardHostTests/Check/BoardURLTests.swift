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
    #expect(try BoardURL("192.168.1.20:3000").namesPort)
    #expect(try BoardURL("localhost").isLoopback && BoardURL("127.1.2.3:80").isLoopback)
    #expect(try BoardURL("board:65535").port == 65_535)
    #expect(try BoardURL("board:1").authority == "board:1")
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
