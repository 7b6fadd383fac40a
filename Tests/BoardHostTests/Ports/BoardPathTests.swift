@testable import BoardHost
import Testing

@Suite("Paths of boards among others")
struct BoardPathTests {
  @Test(
    "they name a board and what is asked of it",
    arguments: [
      ("/boards/0/", 0, "/"), ("/boards/0", 0, "/"),
      ("/boards/12/api/v1/status", 12, "/api/v1/status"),
      ("/boards/3//x", 3, "//x"), ("/boards/x/y", nil, "/y"), ("/boards/01/", nil, "/"),
      ("/boards/+1/", nil, "/"), ("/boards//", nil, "/"), ("/boards/-1/", -1, "/"),
    ] as [(String, Int?, String)])
  func reads(text: String, number: Int?, path: String) {
    let read = BoardPath(text)
    #expect(read?.number == number)
    #expect(read?.path == path)
  }

  @Test("others are a board's own", arguments: ["/", "", "/boards", "/board/0/", "x/boards/0/"])
  func others(text: String) { #expect(BoardPath(text) == nil) }
}
