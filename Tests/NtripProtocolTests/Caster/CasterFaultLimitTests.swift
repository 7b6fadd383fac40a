import Bytes
import Mathematics
import Testing

@testable import NtripProtocol

@Suite("Limits of a caster's faults")
struct CasterFaultLimitTests {
  private static func harness(
    _ faults: String..., sizes: [Int] = [3], seed: UInt64 = 1
  ) throws -> CasterHarness {
    var harness = CasterHarness([
      Mountpoint(StreamRecord(mountpoint: "M"), feed: feed(sizes[...], at: 0))
    ])
    harness.caster.setFaults(try faults.map { try CasterFault(parsing: $0) }, seed: seed)
    return harness
  }

  /// Returns a feed with one slice per second, each of its own byte, from 1 on.
  private static func feed(_ sizes: ArraySlice<Int>, at second: Int) -> StreamFeed {
    guard let size = sizes.first else { return .ended }
    let slice = [UInt8](repeating: UInt8(second + 1), count: size)
    return StreamFeed(at: .seconds(second)) { (slice, feed(sizes.dropFirst(), at: second + 1)) }
  }

  // MARK: Chunks

  @Test("chunks are the seed's, byte by byte")
  func chunks() {
    var troubles = CasterTroubles(seed: 7)
    let heads = troubles.chunks(of: [UInt8](repeating: 0x41, count: 300))
      .enumerated().filter { $0.offset % 3 == 0 }.map {
        String(decoding: $0.element, as: UTF8.self)
      }
    #expect(heads == ["51\r\n", "32\r\n", "1a\r\n", "3c;part=1\r\n", "53\r\n"])
  }

  @Test("each chunk is a head, its data and a line end, of 1 to 97 bytes")
  func chunkParts() throws {
    var troubles = CasterTroubles(seed: 7)
    let slice = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    let pieces = troubles.chunks(of: slice)
    try #require(pieces.count % 3 == 0)
    var (data, lengths, marks) = ([UInt8](), Set<Int>(), 0)
    for start in stride(from: 0, to: pieces.count, by: 3) {
      let part = pieces[start + 1]
      let head = String(part.count, radix: 16)
      let isMarked = pieces[start] == Array("\(head);part=1\r\n".utf8)
      #expect(isMarked || pieces[start] == Array("\(head)\r\n".utf8))
      #expect(pieces[start + 2] == [0x0D, 0x0A])
      data += part
      marks += isMarked ? 1 : 0
      lengths.insert(part.count)
    }
    #expect(data == slice)
    #expect(lengths == Set(1...97))
    #expect((0.45...0.55).contains(3 * Double(marks) / Double(pieces.count)))
  }

  // MARK: Drip

  @Test("an answer without a stream does not drip")
  func refusalsDoNotDrip() throws {
    var harness = try Self.harness("drip rate=1", "401 mount=M", sizes: [3, 1])
    let id = harness.connect(saying: "GET /M HTTP/1.0\r\n\r\n")
    #expect(harness.text(for: id) == "HTTP/1.0 401 Unauthorized\r\n")
    #expect(harness.isClosed(id))
    let other = harness.connect(saying: "GET /none HTTP/1.0\r\n\r\n")
    #expect(harness.text(for: other).hasSuffix("ENDSOURCETABLE\r\n"))
  }

  @Test(
    "a reader keeps its connection up to the greatest backlog of a drip",
    arguments: [(0, false), (1, true)])
  func backlog(excess: Int, isClosed: Bool) throws {
    // Of the head's fourteen bytes one is sent at once.
    let size = PacedOutput.longestBacklog - 13 + excess
    var harness = try Self.harness("drip rate=1", sizes: [size, 1])
    let id = harness.connect(saying: "GET /M HTTP/1.0\r\n\r\n")
    #expect(harness.isClosed(id) == isClosed)
  }

  // MARK: Ends

  @Test(
    "a reset comes with the byte that reaches its number",
    arguments: [
      (1, [1]), (2, [1, 1]), (3, [1, 1, 1]), (4, [1, 1, 1, 2]), (5, [1, 1, 1, 2, 2]), (6, nil),
    ] as [(Int, [UInt8]?)])
  func resets(count: Int, bytes: [UInt8]?) throws {
    var harness = try Self.harness("reset bytes=\(count)", sizes: [3, 2, 0])
    let id = harness.connect(saying: "GET /M HTTP/1.0\r\n\r\n")
    harness.advance(to: .seconds(1))
    #expect(harness.body(for: id) == bytes ?? [1, 1, 1, 2, 2])
    #expect(harness.resets.contains(id) == (bytes != nil))
  }

  @Test(
    "a cut chunk has half of its bytes, and at least one",
    arguments: [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2)])
  func cuts(size: Int, count: Int) throws {
    var harness = try Self.harness("cut-chunk", sizes: [size, 1])
    let id = harness.connect(saying: "GET /M HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\n\r\n")
    let head = String(size + 1, radix: 16) + "\r\n"
    #expect(harness.body(for: id) == Array(head.utf8) + [UInt8](repeating: 1, count: count))
    #expect(harness.isClosed(id))
  }

  // MARK: Time

  @Test(
    "a fault is active from its start up to its end",
    arguments: [(1999, false), (2000, true), (3999, true), (4000, false)])
  func span(milliseconds: Int, isActive: Bool) throws {
    let troubles = CasterTroubles([try CasterFault(parsing: "dies from=2 for=2")])
    #expect(troubles.isOn(.dies, at: .milliseconds(milliseconds)) == isActive)
    #expect(!troubles.isOn(.silent, at: .milliseconds(milliseconds)))
  }

  @Test("the next change is the next start or end after a time")
  func nextChange() throws {
    let troubles = CasterTroubles(
      try ["dies from=2 for=2", "silent from=3"].map { try CasterFault(parsing: $0) })
    let changes = (0...4).map { troubles.nextChange(after: .seconds($0)) }
    #expect(changes == [.seconds(2), .seconds(2), .seconds(3), .seconds(4), nil])
  }

  @Test("a fault begins once, at the first look from its start on")
  func begins() throws {
    var troubles = CasterTroubles([try CasterFault(parsing: "dies from=2")])
    let looks = [1, 2, 2, 3].map { troubles.hasBegun(.dies, at: .seconds($0)) }
    #expect(looks == [false, true, false, false])
    var late = CasterTroubles([try CasterFault(parsing: "dies from=2")])
    let hasBegun = late.hasBegun(.dies, at: .seconds(5))
    #expect(hasBegun)
  }

  @Test("a probability of one strikes always, and one of nothing never")
  func probability() throws {
    for (probability, count) in [(1.0, 100), (0, 0)] {
      var troubles = CasterTroubles([CasterFault(.silent, probability: probability)], seed: 3)
      let strikes = (0..<100).count { _ in troubles.strike(.silent, "M", at: .zero) != nil }
      #expect(strikes == count)
    }
  }
}
