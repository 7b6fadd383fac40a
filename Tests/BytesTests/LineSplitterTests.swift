import Bytes
import Testing

@Suite("Lines of bytes")
struct LineSplitterTests {
  private static func lines(_ text: String, piece: Int, limit: Int = 100) -> [String] {
    var splitter = LineSplitter(limit: limit)
    var lines: [String] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      splitter.consume(Array(rest.prefix(piece)).span) { lines.append("\($0):\($1.text)") }
      rest = rest.dropFirst(piece)
    }
    splitter.finish { lines.append("\($0):\($1.text)") }
    return lines
  }

  @Test("lines are the same in pieces of any size, with their numbers", arguments: 1...9)
  func pieces(size: Int) {
    #expect(Self.lines("ab\r\n\nc\nlast", piece: size) == ["1:ab", "2:", "3:c", "4:last"])
    #expect(Self.lines("ab\n", piece: size) == ["1:ab"])
    #expect(Self.lines("", piece: size) == [])
  }

  @Test(
    "of a line beyond the limit the beginning is kept, and the next line is whole", arguments: 1...9
  )
  func limit(size: Int) {
    #expect(Self.lines("abcdefgh\nxy\n", piece: size, limit: 4) == ["1:abcd", "2:xy"])
  }
}
