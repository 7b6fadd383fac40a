import NtripProtocol
import Testing

/// Returns the result of decoding a body that arrives in pieces of one size.
private func decode(
  _ coded: [UInt8], pieceSize: Int
) throws(ChunkDecodingError) -> (data: [UInt8], consumed: Int, isFinished: Bool) {
  var decoder = ChunkDecoder()
  var (data, consumed): ([UInt8], Int) = ([], 0)
  for start in stride(from: 0, to: coded.count, by: pieceSize) {
    let piece = Array(coded[start..<min(start + pieceSize, coded.count)])
    consumed += try decoder.consume(piece.span) { for i in $0.indices { data.append($0[i]) } }
  }
  return (data, consumed, decoder.isFinished)
}

@Suite("Chunked bodies")
struct ChunkCodingTests {
  static let wiki = "4\r\nWiki\r\n6;name=\"v\"\r\npedia \r\nE\r\nin \r\n\r\nchunks.\r\n0\r\n"
  static let text = "Wikipedia in \r\n\r\nchunks."

  @Test(
    "any chunking of the bytes gives the same body",
    arguments: [
      wiki + "\r\n", wiki + "Trailer: x\r\nOther: y\r\n\r\n",
      wiki.replacing("\r\n6;", with: "\r\n000000000006\t;").replacing("\r\nE\r", with: "\r\n0e\r")
        + "\r\n",
    ], [1, 2, 3, 5, 7, 1000])
  func anyChunking(coded: String, pieceSize: Int) throws {
    let result = try decode(Array(coded.utf8), pieceSize: pieceSize)
    #expect(String(decoding: result.data, as: UTF8.self) == Self.text)
    #expect(result.isFinished)
    #expect(result.consumed == coded.utf8.count)
  }

  @Test("bare line feeds end lines too", arguments: [1, 4, 100])
  func bareLineFeeds(pieceSize: Int) throws {
    let result = try decode(Array("3\nabc\n2\nde\n0\n\n".utf8), pieceSize: pieceSize)
    #expect(result.data == Array("abcde".utf8))
    #expect(result.isFinished)
  }

  @Test("bytes behind the last chunk are left alone")
  func stopsAtEnd() throws {
    let result = try decode(Array("1\r\na\r\n0\r\n\r\nnext".utf8), pieceSize: 100)
    #expect(result.consumed == 11)
  }

  @Test(
    "what is no chunk is an error",
    arguments: [
      ("xyz", ChunkDecodingError.badLength), ("\r\n", .badLength), ("-1\r\n", .badLength),
      ("100000000\r\n", .badLength), ("1\r\nab", .missingLineEnd),
      ("1\r\na\r\r\n", .missingLineEnd),
    ], [1, 10_000])
  func refuses(vector: (String, ChunkDecodingError), pieceSize: Int) {
    #expect(throws: vector.1) { try decode(Array(vector.0.utf8), pieceSize: pieceSize) }
  }

  @Test("lines and trailers have a limit", arguments: ["1;", "0\r\n"], [1, 10_000])
  func limits(opening: String, pieceSize: Int) {
    let endless = Array((opening + String(repeating: "x: y\r ", count: 1000)).utf8)
    #expect(throws: ChunkDecodingError.lineTooLong) { try decode(endless, pieceSize: pieceSize) }
  }

  @Test("a length line and a trailer may have 4096 bytes, and no more", arguments: [0, 1])
  func longestLine(extra: Int) {
    let filler = String(repeating: "x", count: 4093 + extra)
    for coded in ["1;\(filler)\na\n0\n\n", "1\na\n1;\(filler)\na\n0\n\n", "0\n\(filler)x\n\n"] {
      let isFinished = try? decode(Array(coded.utf8), pieceSize: 1000).isFinished
      #expect(isFinished == (extra == 0 ? true : nil))
    }
  }

  @Test("the largest length is taken without waiting for memory")
  func largestLength() throws {
    let result = try decode(Array("FFFFFFFF\r\nabc".utf8), pieceSize: 4)
    #expect(result.data == Array("abc".utf8))
    #expect(!result.isFinished)
  }

  @Test(
    "what the encoder writes is what the decoder reads",
    arguments: [0, 1, 9, 10, 15, 16, 255, 4096])
  func roundTrip(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var coded: [UInt8] = []
    ChunkEncoder.append(bytes.span, to: &coded)
    ChunkEncoder.append(bytes.span, to: &coded)
    let result = try decode(coded + ChunkEncoder.end, pieceSize: 13)
    #expect(result.data == bytes + bytes)
    #expect(result.isFinished)
  }
}
