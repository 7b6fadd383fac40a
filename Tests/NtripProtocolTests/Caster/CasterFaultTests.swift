import GNSSBasics
import Mathematics
import TestSupport
import Testing

@testable import NtripProtocol

@Suite("A caster that misbehaves on request")
struct CasterFaultTests {
  private static let one = "GET /M HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n"
  private static let two = "GET /M HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\n\r\n"

  /// Creates a caster of two mountpoints, each with one frame per second, and injects the faults.
  private static func harness(
    _ faults: String..., seed: UInt64 = 1, damage: StreamDamage? = nil
  ) throws -> CasterHarness {
    try harness(faults, seed: seed, damage: damage)
  }

  private static func harness(
    _ faults: [String], seed: UInt64 = 1, damage: StreamDamage? = nil
  ) throws -> CasterHarness {
    let bytes = try capture(epochs: 20)
    var harness = CasterHarness([
      Mountpoint(name: "M", capture: bytes), Mountpoint(name: "N", capture: bytes),
    ])
    let parsed = try faults.map { text in try CasterFault(parsing: text) }
    harness.caster.setFaults(parsed, seed: seed, damaging: damage)
    return harness
  }

  private static func frame(_ second: Int) throws -> [UInt8] {
    try ObservationFrames.frame(1077, time: 1000 * second)
  }

  private static func gga() -> String {
    let place = GeodeticPosition(latitude: 45, longitude: 9, height: 100)
    return String(decoding: GGASentence(position: place).encode(lineEnd: true), as: UTF8.self)
  }

  // MARK: Heads

  private static let server = "Server: NTRIP boardsim\r\n"
  private static let two200 =
    "Ntrip-Version: Ntrip/2.0\r\n\(server)Connection: close\r\nContent-Type: gnss/data\r\n"
  /// The fields of a head without a fault, before the coding.
  private static let own200 = two200.replacing(
    "Connection:",
    with: "Cache-Control: no-store, no-cache, max-age=0\r\nPragma: no-cache\r\nConnection:")

  @Test(
    "a head is, byte by byte, as the fault says",
    arguments: [
      ("no-blank-line", one, "ICY 200 OK\r\n", false),
      ("no-blank-line", two, "ICY 200 OK\r\n", false),
      (
        "length-zero", one, "ICY 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", false
      ),
      ("glued-head", two, "HTTP/1.1 200 OK\(two200)\r\n", false),
      ("unchunked", two, "HTTP/1.1 200 OK\r\n\(two200)\r\n", false),
      ("chunked", one, "HTTP/1.1 200 OK\r\n\(two200)Transfer-Encoding: chunked\r\n\r\n", true),
      ("icy", two, "ICY 200 OK\r\n\r\n", false),
      ("line-feeds", one, "ICY 200 OK\n\n", false),
      ("http10", two, "HTTP/1.0 200 OK\r\n\(server)Content-Type: gnss/data\r\n\r\n", false),
      ("ok", one, "OK\n", false),
      (
        "headers fields=2", one,
        "ICY 200 OK\r\nX-Storm-1: a line that nobody asked for\r\n"
          + "X-Storm-2: a line that nobody asked for\r\n\r\n", false
      ),
      (
        "headers fields=1", two,
        "HTTP/1.1 200 OK\r\n\(own200)Transfer-Encoding: chunked\r\n"
          + "X-Storm-1: a line that nobody asked for\r\n\r\n", true
      ),
      (
        "headers fields=1", two.replacing("HTTP/1.1", with: "HTTP/1.0"),
        "HTTP/1.1 200 OK\r\n\(own200)X-Storm-1: a line that nobody asked for\r\n\r\n", false
      ),
    ])
  func deviates(fault: String, request: String, head: String, isChunked: Bool) throws {
    var harness = try Self.harness(fault)
    let id = harness.connect(saying: request)
    let frame = try Self.frame(0)
    var body = frame
    if isChunked {
      body = []
      ChunkEncoder.append(frame.span, to: &body)
    }
    #expect(harness.bytes(for: id) == Array(head.utf8) + body)
    #expect(!harness.isClosed(id))
  }

  @Test("version 2's own head may end its lines by LF too, and stays chunked")
  func endsLines() throws {
    var harness = try Self.harness("line-feeds")
    let text = harness.answer(to: Self.two)
    let head = text.prefix(upTo: try #require(text.firstRange(of: "\n\n")).lowerBound)
    #expect(text.hasPrefix("HTTP/1.1 200 OK\nNtrip-Version: Ntrip/2.0\n"))
    #expect(!head.contains("\r"))
    #expect(head.hasSuffix("Transfer-Encoding: chunked"))
  }

  @Test(
    "an answer that refuses is, byte by byte, as the fault says, and the end",
    arguments: [
      ("401", one, "HTTP/1.0 401 Unauthorized\r\n"),
      ("401", two, "HTTP/1.0 401 Unauthorized\r\n"),
      (
        "status code=418", two,
        "HTTP/1.1 418 On Request\r\nNtrip-Version: Ntrip/2.0\r\n\(server)Connection: close\r\n"
          + "Content-Type: text/plain\r\nContent-Length: 26\r\n\r\nthe status was asked for\r\n"
      ),
      (
        "ban", one,
        "HTTP/1.0 403 Forbidden\r\n\(server)Connection: close\r\n"
          + "Content-Type: text/plain\r\nContent-Length: 47\r\n\r\n"
          + "Your address is banned: too many connections.\r\n"
      ),
    ])
  func refuses(fault: String, request: String, answer: String) throws {
    var harness = try Self.harness(fault)
    let id = harness.connect(saying: request)
    #expect(harness.text(for: id) == answer)
    #expect(harness.isClosed(id))
  }

  @Test("the sourcetable comes where a stream was asked for, in either version's way")
  func answersTable() throws {
    var plain = try Self.harness()
    var old = try Self.harness("table")
    var new = try Self.harness("http-table")
    let table = plain.answer(to: "GET / HTTP/1.0\r\n\r\n")
    #expect(old.answer(to: Self.two) == table)
    let text = new.answer(to: Self.one)
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(text.contains("\r\nContent-Type: gnss/sourcetable\r\n"))
    #expect(text.hasSuffix("ENDSOURCETABLE\r\n"))
  }

  @Test("of two that exclude each other the last one counts")
  func prefersLast() throws {
    var harness = try Self.harness("icy", "ok")
    #expect(harness.answer(to: Self.one).hasPrefix("OK\n"))
    var other = try Self.harness("ban", "401")
    #expect(other.answer(to: Self.one) == "HTTP/1.0 401 Unauthorized\r\n")
  }

  // MARK: Mountpoint and time

  @Test("a fault strikes its mountpoint, in its time")
  func keepsToTimeAndPlace() throws {
    var harness = try Self.harness("stall mount=M from=2 for=2")
    let (struck, spared) = (harness.connect(saying: Self.one), "GET /N HTTP/1.0\r\n\r\n")
    let other = harness.connect(saying: spared)
    for second in 1...5 { harness.advance(to: .seconds(second)) }
    let expected = try [0, 1, 4, 5].flatMap { try Self.frame($0) }
    #expect(harness.body(for: struck) == expected)
    let all = try (0...5).flatMap { try Self.frame($0) }
    #expect(harness.body(for: other) == all)
    #expect(!harness.isClosed(struck))
  }

  @Test("faults that are taken back strike nobody any more")
  func endsFaults() throws {
    var harness = try Self.harness("401")
    harness.caster.setFaults([])
    #expect(harness.answer(to: Self.one).hasPrefix("ICY 200 OK\r\n\r\n"))
  }

  @Test("the same faults given again change nothing, not even chance")
  func keepsFaults() throws {
    let faults = [CasterFault(.unauthorized, probability: 0.5)]
    func struck(again: Bool) throws -> [Bool] {
      var harness = try Self.harness("401 probability=0.5", seed: 7)
      return (0..<40).map { _ in
        if again { harness.caster.setFaults(faults, seed: 7) }
        return harness.answer(to: Self.one).hasPrefix("HTTP/1.0 401")
      }
    }
    #expect(try struck(again: true) == struck(again: false))
  }

  @Test("a fault keeps its chance when others begin and end beside it")
  func keepsChance() throws {
    let chanceful = CasterFault(.unauthorized, probability: 0.5)
    func struck(_ others: [[CasterFault]]) throws -> [Bool] {
      var harness = try Self.harness("401 probability=0.5", seed: 7)
      return (0..<40).map { turn in
        let list = others.isEmpty ? [] : others[turn % others.count]
        harness.caster.setFaults(list + [chanceful], seed: 7)
        return harness.answer(to: Self.one).hasPrefix("HTTP/1.0 401")
      }
    }
    let beside = CasterFault(.icy, of: "N")
    #expect(
      try struck([[], [beside], [beside, CasterFault(.dies, from: .seconds(900))]]) == struck([]))
  }

  @Test("a fault that is over leaves no trace: the stream is sent as without faults")
  func leavesNoTrace() throws {
    var harness = try Self.harness("stall from=1 for=2")
    let reader = harness.connect(saying: Self.one)
    for second in 1...5 { harness.advance(to: .seconds(second)) }
    let frames = try [0, 3, 4, 5].map { try Self.frame($0) }
    #expect(harness.body(for: reader) == Array(frames.joined()))
    #expect(harness.caster.troubles.isOver(at: .seconds(3)))
    #expect(!harness.caster.troubles.isOver(at: .milliseconds(2999)))
  }

  @Test("chance is the seed's: the same connections are struck again")
  func drawsFromSeed() throws {
    func struck(_ seed: UInt64) throws -> [Bool] {
      var harness = try Self.harness("401 probability=0.5", seed: seed)
      return (0..<40).map { _ in harness.answer(to: Self.one).hasPrefix("HTTP/1.0 401") }
    }
    let first = try struck(7)
    #expect(try struck(7) == first)
    #expect(try struck(8) != first)
    #expect((10...30).contains(first.count { $0 }))
  }

  @Test("the sourcetable and other mountpoints are spared by a fault of one")
  func sparesTable() throws {
    var harness = try Self.harness("status mount=M", "dies mount=M", "silent mount=M")
    #expect(harness.answer(to: "GET / HTTP/1.0\r\n\r\n").hasPrefix("SOURCETABLE 200 OK"))
    #expect(harness.answer(to: "GET /N HTTP/1.0\r\n\r\n").hasPrefix("ICY 200 OK"))
    var all = try Self.harness("status code=503")
    #expect(all.answer(to: "GET / HTTP/1.0\r\n\r\n").hasPrefix("HTTP/1.0 503 "))
  }

  // MARK: Silence

  @Test("a silent caster takes requests, answers none, and keeps the connections")
  func keepsSilent() throws {
    var harness = try Self.harness("silent to=5")
    let id = harness.connect(saying: Self.one)
    harness.advance(to: .seconds(20))
    #expect(harness.bytes(for: id).isEmpty)
    #expect(!harness.isClosed(id))
    #expect(harness.answer(to: Self.one).hasPrefix("ICY 200 OK"))
  }

  @Test("nothing of the stream comes before a GGA has")
  func waitsForPosition() throws {
    var harness = try Self.harness("gga")
    let id = harness.connect(saying: Self.one)
    harness.advance(to: .seconds(2))
    #expect(harness.text(for: id) == "ICY 200 OK\r\n\r\n")
    harness.say(Self.gga(), from: id)
    harness.advance(to: .seconds(3))
    #expect(harness.body(for: id) == (try Self.frame(3)))
    let header = "GET /M HTTP/1.0\r\nNtrip-GGA: \(Self.gga())\r\n"
    let told = harness.connect(saying: header)
    harness.advance(to: .seconds(4))
    #expect(harness.body(for: told) == (try Self.frame(4)))
  }

  @Test("readers who tell no position are closed after a time, those who do are not")
  func closesQuietReaders() throws {
    var harness = try Self.harness("gga-timeout seconds=5")
    let (quiet, loud) = (harness.connect(saying: Self.one), harness.connect(saying: Self.one))
    harness.advance(to: .seconds(4))
    harness.say(Self.gga(), from: loud)
    #expect(harness.caster.nextSliceTime == .seconds(5))
    harness.advance(to: .milliseconds(4999))
    #expect(!harness.isClosed(quiet))
    harness.advance(to: .seconds(5))
    #expect(harness.isClosed(quiet))
    harness.advance(to: .seconds(8))
    #expect(!harness.isClosed(loud))
    harness.advance(to: .seconds(9))
    #expect(harness.isClosed(loud))
  }

  @Test("readers who tell their position too often are closed")
  func closesLoudReaders() throws {
    var harness = try Self.harness("gga-rate")
    let id = harness.connect(saying: Self.one)
    harness.say(Self.gga(), from: id)
    harness.advance(to: .seconds(1))
    harness.say(Self.gga(), from: id)
    #expect(!harness.isClosed(id))
    harness.advance(to: .milliseconds(1999))
    harness.say(Self.gga(), from: id)
    #expect(harness.isClosed(id))
  }

  @Test("which is by default once a second, and else as often as the fault says")
  func closesByRate() throws {
    var harness = try Self.harness("gga-rate hertz=2")
    let id = harness.connect(saying: Self.one)
    for milliseconds in [0, 600, 1200] {
      harness.advance(to: .milliseconds(milliseconds))
      harness.say(Self.gga(), from: id)
    }
    #expect(!harness.isClosed(id))
    harness.advance(to: .milliseconds(1600))
    harness.say(Self.gga(), from: id)
    #expect(harness.isClosed(id))
  }

  @Test("readers who send other sentences are closed, where a fault says so")
  func closesTalkers() throws {
    var harness = try Self.harness("gga-only mount=M")
    let (id, other) = (harness.connect(saying: Self.one), "GET /N HTTP/1.0\r\n\r\n")
    let spared = harness.connect(saying: other)
    harness.say(Self.gga() + "hello\r\n", from: id)
    #expect(!harness.isClosed(id))
    for reader in [id, spared] { harness.say("$GPGSV,1,1,00*79\r\n", from: reader) }
    #expect(harness.isClosed(id))
    #expect(!harness.isClosed(spared))
  }

  // MARK: Connections

  @Test("a caster that dies closes all, and whoever asks, until it is back")
  func dies() throws {
    var harness = try Self.harness("dies from=3 for=2")
    let early = harness.connect(saying: Self.one)
    #expect(harness.caster.nextSliceTime == .seconds(1))
    harness.advance(to: .seconds(2))
    #expect(!harness.isClosed(early))
    harness.advance(to: .seconds(3))
    #expect(harness.isClosed(early))
    #expect(harness.body(for: early).count == 3 * (try Self.frame(0)).count)
    let late = harness.connect(saying: Self.one)
    #expect(harness.isClosed(late))
    #expect(harness.bytes(for: late).isEmpty)
    harness.advance(to: .seconds(5))
    #expect(harness.answer(to: Self.one).hasPrefix("ICY 200 OK"))
  }

  @Test("who is spared when it dies is not asked for again when another fault begins")
  func survivesOthers() throws {
    let others = (2...9).map { "gga-rate from=\($0)" }
    var harness = try Self.harness(["dies from=1 probability=0.5"] + others)
    let ids = (0..<16).map { _ in harness.connect(saying: Self.one) }
    harness.advance(to: .seconds(1))
    let spared = ids.filter { !harness.isClosed($0) }
    #expect((1..<16).contains(spared.count))
    for second in 2...10 { harness.advance(to: .seconds(second)) }
    #expect(spared.allSatisfy { !harness.isClosed($0) })
  }

  @Test("it dies without a reader too: the time is its own")
  func diesByItself() throws {
    var harness = try Self.harness("dies from=3 for=2")
    #expect(harness.caster.nextSliceTime == .seconds(3))
    harness.advance(to: .seconds(3))
    #expect(harness.caster.nextSliceTime == .seconds(5))
  }

  @Test("a connection is reset when it asks, or after so many bytes of the stream")
  func resets() throws {
    var harness = try Self.harness("reset mount=N", "reset mount=M bytes=100")
    let first = harness.connect(saying: "GET /N HTTP/1.0\r\n\r\n")
    #expect(harness.resets == [first])
    #expect(harness.bytes(for: first).isEmpty)
    let second = harness.connect(saying: Self.one)
    harness.advance(to: .seconds(19))
    let all = try (0..<20).flatMap { try Self.frame($0) }
    #expect(harness.body(for: second) == Array(all.prefix(100)))
    #expect(harness.resets == [first, second])
    #expect(harness.closed[second] == 100)
  }

  @Test("a chunk is cut: fewer bytes than it has told, then the end", arguments: [one, two])
  func cutsChunk(request: String) throws {
    var harness = try Self.harness("cut-chunk from=1")
    let id = harness.connect(saying: request)
    harness.advance(to: .seconds(1))
    #expect(harness.isClosed(id))
    #expect(!harness.resets.contains(id))
    let (whole, half) = (try Self.frame(0), try Self.frame(1).prefix(11))
    guard request == Self.two else {
      #expect(harness.body(for: id) == whole + half)
      return
    }
    var decoder = ChunkDecoder()
    var data: [UInt8] = []
    _ = try decoder.consume(harness.body(for: id).span) { data.append(contentsOf: $0) }
    #expect(data == whole + half)
    #expect(!decoder.isFinished)
  }

  @Test("chunks of any length carry the same stream, each part of them by itself")
  func cutsIntoChunks() throws {
    var harness = try Self.harness("chunks")
    let id = harness.connect(saying: Self.two)
    for tick in 1...1900 { harness.advance(to: .milliseconds(10 * tick)) }
    var decoder = ChunkDecoder()
    var data: [UInt8] = []
    _ = try decoder.consume(harness.body(for: id).span) { data.append(contentsOf: $0) }
    let all = try (0..<19).flatMap { try Self.frame($0) }
    #expect(data.starts(with: all))
    #expect(harness.text(for: id).contains(";part=1\r\n"))
    var other = try Self.harness("chunks")
    let twin = other.connect(saying: Self.two)
    for second in 1...19 { other.advance(to: .seconds(second)) }
    #expect(harness.bytes(for: id).starts(with: other.bytes(for: twin)))
  }

  @Test("bytes drip one by one at their rate, and wait in between")
  func drips() throws {
    var harness = try Self.harness("drip rate=10 to=2")
    let id = harness.connect(saying: Self.one)
    #expect(harness.text(for: id) == "I")
    #expect(harness.caster.nextSliceTime == .milliseconds(100))
    harness.advance(to: .milliseconds(99))
    #expect(harness.text(for: id) == "I")
    harness.advance(to: .milliseconds(900))
    #expect(harness.text(for: id) == "ICY 200 OK")
    // After the end of the fault, the delayed bytes come at once and in order.
    for second in 1...3 { harness.advance(to: .seconds(second)) }
    let frames = try (0...3).flatMap { try Self.frame($0) }
    #expect(harness.bytes(for: id) == Array("ICY 200 OK\r\n\r\n".utf8) + frames)
  }

  @Test("what waits for a connection that goes away waits for nobody else")
  func forgetsWaiting() throws {
    var harness = try Self.harness("drip rate=1 to=1")
    let id = harness.connect(saying: Self.one)
    harness.caster.disconnect(id)
    harness.advance(to: .seconds(1))
    let next = harness.connect(saying: Self.one)
    #expect(harness.text(for: next).hasPrefix("ICY 200 OK\r\n\r\n"))
  }

  @Test("a reader whose drip is slower than its stream is cut off in the end")
  func cutsOffSlow() throws {
    @Sendable func feed(_ second: Int) -> StreamFeed {
      StreamFeed(at: .seconds(second)) { ([UInt8](repeating: 1, count: 40_000), feed(second + 1)) }
    }
    let big = feed(0)
    var harness = CasterHarness([Mountpoint(StreamRecord(mountpoint: "M"), feed: big)])
    harness.caster.setFaults([CasterFault(.drip)])
    let id = harness.connect(saying: Self.one)
    #expect(!harness.isClosed(id))
    harness.advance(to: .seconds(1))
    #expect(harness.isClosed(id))
    #expect(harness.caster.snapshot.streams.map(\.dropCount) == [1])
  }

  @Test("a stream that ends says first what waited")
  func endsAfterDrip() throws {
    let feed = StreamFeed(at: .zero) { ([1, 2, 3], .ended) }
    var harness = CasterHarness([Mountpoint(StreamRecord(mountpoint: "M"), feed: feed)])
    harness.caster.setFaults([CasterFault(.drip)])
    let id = harness.connect(saying: Self.one)
    #expect(harness.isClosed(id))
    #expect(harness.bytes(for: id) == Array("ICY 200 OK\r\n\r\n".utf8) + [1, 2, 3])
  }

  @Test("frames are damaged by who knows them, and the bytes that were sent are counted")
  func damages() throws {
    let damage = StreamDamage { slice, faults, memory in
      _ = memory.chance.next()
      return faults.isEmpty ? slice : [UInt8](repeating: 0xFF, count: 3)
    }
    var harness = try Self.harness("flip mount=M from=1 for=1", damage: damage)
    let id = harness.connect(saying: Self.one)
    harness.advance(to: .seconds(1))
    harness.advance(to: .seconds(2))
    #expect(
      harness.body(for: id) == (try Self.frame(0)) + [0xFF, 0xFF, 0xFF] + (try Self.frame(2)))
    let sent = 2 * (try Self.frame(0)).count + 3
    #expect(harness.caster.snapshot.streams.map(\.byteCount) == [sent, 0])
  }
}
