import RTCMJSON
import RTCMParser
import Testing

@Suite("JSON Lines")
struct JSONLinesReaderTests {
  private static let good = #"{"type":4011,"message":{"payload":"fab0"}}"#
  private static let file = [good, "", " \r", "{", good + "\r", good].joined(separator: "\n")

  private func read(_ text: [UInt8], piece: Int) -> (JSONLinesReader, [Int], [JSONLineError]) {
    var (reader, numbers, errors) = (JSONLinesReader(), [Int](), [JSONLineError]())
    let take = { (number: Int, line: Result<RTCMMessage, JSONLineError>) in
      switch line {
      case .success(let message):
        #expect(message == .other(type: 4011, payload: [0xFA, 0xB0]))
        numbers.append(number)
      case .failure(let error): errors.append(error)
      }
    }
    for start in stride(from: 0, to: text.count, by: piece) {
      reader.consume(Array(text[start..<min(start + piece, text.count)]).span, onLine: take)
    }
    reader.finish(onLine: take)
    return (reader, numbers, errors)
  }

  @Test("pieces of any length give the same lines", arguments: [1, 7, 1000])
  func pieces(length: Int) {
    let (reader, numbers, errors) = read(Array(Self.file.utf8), piece: length)
    #expect(numbers == [1, 5, 6])
    #expect(errors.map(\.line) == [4])
    #expect(errors.first?.description.hasPrefix("line 4: this is no JSON") == true)
    #expect(reader.byteCount == Self.file.utf8.count)
    #expect(reader.lineCount == 6)
    #expect(reader.messageCount == 3)
    #expect(reader.badLineCount == 1)
  }

  @Test("a line feed at the end begins no line")
  func lastLineFeed() {
    let (reader, numbers, _) = read(Array((Self.good + "\n").utf8), piece: 1000)
    #expect(numbers == [1] && reader.lineCount == 1)
  }

  @Test("a line without end is refused, and takes no more memory than the limit")
  func endless() {
    let text = [UInt8](repeating: UInt8(ascii: "x"), count: JSONLinesReader.maximumLineLength + 1)
    let (_, numbers, errors) = read(text + Array(("\n" + Self.good).utf8), piece: 100_000)
    #expect(errors.map(\.cause.reason) == [.tooLong(limit: JSONLinesReader.maximumLineLength)])
    #expect(numbers == [2])
  }
}
