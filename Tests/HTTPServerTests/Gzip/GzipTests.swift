import Foundation
import HTTPMessages
import HTTPServer
import TestSupport
import Testing

@Suite("Compressed bodies")
struct GzipTests {
  /// Rows of a day's data, similar to each other.
  private static let rows = Array(
    (0..<20_000).map { #"{"id":\#($0),"temperature":21.5}"# }.joined().utf8)

  @Test("what was compressed expands to the same", arguments: [0, 1, 999, 32 * 1024, 700_000])
  func wholeBytes(count: Int) {
    let bytes = Array(Self.rows.prefix(count))
    for level in [1, 9] {
      let coded = Gzip.encode(bytes, level: level)
      #expect(Gzip.decode(coded) == bytes)
      #expect(count < 1000 || coded.count < count / 3)
      #expect(Gzip.decode(coded.dropLast()) == nil)
    }
  }

  @Test("what was not compressed does not expand")
  func noGzip() {
    #expect(Gzip.decode([]) == nil)
    #expect(Gzip.decode(Array("hello".utf8)) == nil)
    var broken = Gzip.encode(Self.rows)
    broken[broken.count / 2] ^= 0xFF
    #expect(Gzip.decode(broken) == nil)
  }

  @Test("a piece that is flushed can be read before the next one is there")
  func flushing() {
    var encoder = GzipEncoder()
    #expect(encoder.encode(Array("first".utf8), flushing: true).count > 20)
    let first = encoder.encode(Array("second".utf8))
    #expect(first.isEmpty)
    #expect(!encoder.finish().isEmpty)
  }

  @Test("pieces of any length expand to the same", arguments: [1, 7, 4096, 1_000_000])
  func pieces(length: Int) {
    // Consecutive members form one text, and zeros after the last one are ignored.
    let coded = Gzip.encode(Self.rows) + Gzip.encode([1, 2, 3], level: 9) + [0, 0, 0]
    var decoder = GzipDecoder()
    var expanded: [UInt8] = []
    for start in stride(from: 0, to: coded.count, by: length) {
      expanded += decoder.decode(Array(coded[start..<min(start + length, coded.count)]))
    }
    #expect(expanded.count == Self.rows.count + 3)
    let isSame = expanded == Self.rows + [1, 2, 3]
    #expect(isSame)
    #expect(decoder.state == .whole)
  }

  @Test("what is cut off or damaged gives what comes before")
  func partial() {
    let coded = Gzip.encode(Self.rows)
    var cut = GzipDecoder()
    let expanded = cut.decode(Array(coded.prefix(coded.count / 2)))
    let isBeginning = Self.rows.starts(with: expanded)
    #expect(isBeginning && expanded.count > Self.rows.count / 3)
    #expect(cut.state == .inside)
    var damaged = GzipDecoder()
    var other = coded
    other[coded.count - 6] ^= 1  // of the checksum
    let isAll = damaged.decode(other) == Self.rows
    #expect(isAll)
    #expect(damaged.state == .damaged)
    let more = damaged.decode(coded)
    #expect(more.isEmpty)
    #expect(damaged.state == .damaged)
  }

  #if canImport(Glibc)
    @Test("an encoder gives back what it took")
    func memory() async {
      await #expect(processExitsWith: .success) {
        try ScarceMemory.leave(200 << 20)
        // Each encoder takes a quarter of a megabyte.
        for _ in 0..<2000 { _ = Gzip.decode(Gzip.encode([1])) }
      }
    }
  #endif

  private static func asking(_ field: String?) -> HTTPRequest {
    HTTPRequest(.get, "/", fields: field.map { [HTTPField("Accept-Encoding", $0)] } ?? [])
  }

  @Test("a response is compressed for those who take it, and says so")
  func responses() {
    let plain = HTTPResponse(
      status: 200, fields: [HTTPField("ETag", "\"a\"")], body: Array(Self.rows.prefix(1000)))
    let coded = plain.coded(for: Self.asking("gzip"))
    #expect(Gzip.decode(coded.body) == plain.body)
    #expect(coded.field("Content-Encoding") == "gzip")
    #expect(coded.field("Vary") == "Accept-Encoding")
    #expect(coded.field("ETag") == "W/\"a\"")
    let other = HTTPResponse(
      status: 200, fields: [HTTPField("Content-Encoding", "br")], body: plain.body)
    #expect(other.coded(for: Self.asking("gzip")) == other, "once")
    var weak = plain
    weak.fields = [HTTPField("ETag", "W/\"a\"")]
    #expect(weak.coded(for: Self.asking("gzip")).field("ETag") == "W/\"a\"")
    let uncoded = plain.coded(for: Self.asking(nil))
    #expect(uncoded.body == plain.body)
    #expect(uncoded.fields == plain.fields + [HTTPField("Vary", "Accept-Encoding")])
    let short = HTTPResponse(status: 200, fields: [], body: Array(Self.rows.prefix(999)))
    #expect(short.coded(for: Self.asking("gzip")) == short)
  }

  @Test(
    "curl expands a stream to what was sent", .compares(with: .curl), arguments: [true, false])
  func curl(isCompressed: Bool) async throws {
    let server = try Served(reading: .fields) { request in
      let coding = ContentCoding(acceptedBy: request.field("Accept-Encoding"))
      var head = HTTPResponse(status: 200, fields: [], body: [])
      head.declare(coding)
      return .stream(head) { stream in Task { await Self.sendRows(to: stream, as: coding) } }
    }
    let folder = try TemporaryFolder()
    let program = try OutsideProgram(.curl)
    let arguments = ["-sS", "-D", "head", "-o", "body", "http://127.0.0.1:\(server.port)/"]
    let status = await onThread {
      try? program.run(arguments + (isCompressed ? ["--compressed"] : []), in: folder.url).status
    }
    #expect(status == 0)
    #expect(try folder.bytes(of: "body") == Self.rows)
    let head = try folder.text(of: "head").lowercased()
    #expect(head.contains("content-encoding: gzip") == isCompressed)
    #expect(head.contains("vary: accept-encoding"))
  }

  private static func sendRows(to stream: ResponseStream, as coding: ContentCoding) async {
    var body = CodedStream(stream, as: coding)
    for start in stride(from: 0, to: rows.count, by: 10_007) {
      guard await body.send(Array(rows[start..<min(start + 10_007, rows.count)])) else { return }
    }
    await body.end()
  }
}
