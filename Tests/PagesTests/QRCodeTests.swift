@testable import Pages
import Testing

@Suite("A QR code")
struct QRCodeTests {
  @Test("it is square, has its three finders, and grows with the text")
  func finders() throws {
    let short = try #require(QRCode("http://127.0.0.1:3000/")).rows
    #expect(short.count == 25 && short.allSatisfy { $0.count == 25 })
    let finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    for (row, column) in [(0, 0), (0, 18), (18, 0)] {
      let corner = short[row..<row + 7].map { modules in
        String(modules[column..<column + 7].map { $0 ? "1" : "0" })
      }
      #expect(corner == finder)
    }
    let long = try #require(QRCode(String(repeating: "x", count: 2331))).rows
    #expect(long.count == 177)
  }

  @Test("a text that is empty or too long has none")
  func limits() {
    #expect(QRCode("") == nil)
    #expect(QRCode(String(repeating: "x", count: 2332)) == nil)
  }
}
