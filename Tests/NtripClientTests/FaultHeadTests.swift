import NtripProtocol
import TestSupport
import Testing

@Suite(
  "Our caster's faults beside a misbehaving caster from outside", .compares(with: .quirkCaster),
  .quirkCaster, .timeLimit(.minutes(5)))
struct FaultHeadTests {
  private static func ours(_ fault: String) throws -> String {
    var caster = Caster([
      Mountpoint(StreamRecord(mountpoint: "M"), feed: StreamFeed(at: .seconds(1)) { ([], .ended) })
    ])
    caster.setFaults([try CasterFault(parsing: fault)])
    var bytes: [UInt8] = []
    let id = caster.connect(at: .zero)
    let request = Array("GET /M HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n".utf8)
    caster.receive(request.span, from: id, at: .zero) { _, action in
      if case .send(let more) = action { bytes += more }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the outside caster's answer: its first `count` bytes, or all of it.
  private static func theirs(_ mountpoint: String, _ count: Int? = nil) throws -> String {
    Oracle.quirkCaster.note()
    let client = try TCPConnection(port: UInt16(QuirkCasterTrait.port))
    try client.send("GET /\(mountpoint) HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n")
    let bytes = try count.map { try client.read($0) } ?? client.readToEnd()
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "the whole head is the same",
    arguments: [
      ("no-blank-line", "icynb"), ("length-zero", "icycl0"), ("icy", "icy"), ("line-feeds", "lf"),
      ("401", "401nb"),
    ])
  func hasSameHead(fault: String, mountpoint: String) throws {
    let ours = try Self.ours(fault)
    #expect(try Self.theirs(mountpoint, ours.utf8.count) == ours)
  }

  @Test(
    "the first line is the same, and what it says of the stream",
    arguments: [
      ("glued-head", "v2nocrlf", ["Content-Type: gnss/data"]),
      ("unchunked", "v2raw", ["Content-Type: gnss/data"]),
      ("chunked", "v2", ["Content-Type: gnss/data", "Transfer-Encoding: chunked"]),
      ("http10", "h10", ["Content-Type: gnss/data"]),
      ("table", "st", ["Content-Type: text/plain", "ENDSOURCETABLE"]),
      ("http-table", "sthttp", ["Content-Type: gnss/sourcetable", "ENDSOURCETABLE"]),
    ])
  func hasSameKind(fault: String, mountpoint: String, words: [String]) throws {
    let ours = try Self.ours(fault)
    let theirs = try Self.theirs(mountpoint)
    #expect(Self.firstLine(of: ours) == Self.firstLine(of: theirs))
    for word in words { #expect(ours.contains(word)) }
    #expect(theirs.contains(try #require(words.first)))
  }

  private static func firstLine(of text: String) -> Substring {
    text.prefix { !$0.isNewline }
  }

  @Test("the ban says the word that clients look for")
  func hasSameWord() throws {
    #expect(try Self.ours("ban").contains("banned"))
    #expect(try Self.theirs("banned").contains("banned"))
  }

  @Test("OK stands alone, but for the line's end")
  func hasSameOK() throws {
    #expect(try Self.ours("ok") == "OK\n")
    #expect(try Self.theirs("ok", 4) == "OK\r\n")
  }
}
