@testable import Pages
import HTTPMessages
import HTTPServer
import Testing

@Suite("A file of a page")
struct PageFileTests {
  @Test("its tag is the check sum and the length that gzip ends with")
  func tag() {
    let file = PageFile("text/plain", text: "abc")
    let answer = file.answer(HTTPRequest(.get, "/docs"))
    #expect(answer.status == 200)
    #expect(answer.body == Array("abc".utf8))
    #expect(answer.field("ETag") == "W/\"c241243503000000\"")
    let packed = PageFile("text/plain", gzipped: Gzip.encode(Array("abc".utf8)))
    let other = packed.answer(HTTPRequest(.get, "/docs"))
    #expect(other.status == 200)
    #expect(other.body == Array("abc".utf8))
    #expect(other.field("ETag") == answer.field("ETag"))
  }

  @Test("what cannot be expanded goes as it is, and says so")
  func damaged() {
    let bytes: [UInt8] = [31, 139, 8, 0, 1, 2, 3, 4, 5, 6]
    let answer = PageFile("text/plain", gzipped: bytes).answer(HTTPRequest(.get, "/docs"))
    #expect(answer.body == bytes)
    #expect(answer.field("Content-Encoding") == "gzip")
  }
}
