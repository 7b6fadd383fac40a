import NtripMemory
import TestSupport
import NtripProtocol
import Locks
import Testing

@Suite("Streams that are made as time goes on")
struct StreamFeedTests {
  private static let request = "GET /M HTTP/1.0\r\n\r\n"

  /// A counter of the slices made.
  private final class Counter: Sendable {
    private let value = Lock(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
  }

  /// Returns a stream with one frame per second: `count` frames, or an endless stream.
  private static func clock(
    _ second: Int = 0, count: Int? = nil, _ counter: Counter = Counter()
  ) -> StreamFeed {
    if let count, second >= count { return .ended }
    return StreamFeed(at: .seconds(second)) {
      counter.add()
      return (frame(second), clock(second + 1, count: count, counter))
    }
  }

  private static func frame(_ second: Int) -> [UInt8] {
    (try? ObservationFrames.frame(1077, time: 1000 * second)) ?? []
  }

  @Test("a part is made when it is due, not before, and goes to all readers")
  func madeWhenDue() throws {
    let counter = Counter()
    let mountpoint = Mountpoint(name: "M", live: Self.clock(0, counter))
    let lookedAt = counter.count
    #expect(lookedAt == 60)
    var harness = CasterHarness([mountpoint])
    let first = harness.connect(saying: Self.request)
    #expect(counter.count == lookedAt + 1)
    #expect(harness.caster.nextSliceTime == .seconds(1))
    harness.advance(to: .milliseconds(1999))
    let second = harness.connect(saying: Self.request)
    harness.advance(to: .seconds(3))
    #expect(counter.count == lookedAt + 4)
    #expect(harness.body(for: first) == Array((0...3).flatMap(Self.frame)))
    #expect(harness.body(for: second) == Array((2...3).flatMap(Self.frame)))
  }

  @Test("the sourcetable says what its first minute holds")
  func described() throws {
    let record = Mountpoint(name: "M", live: Self.clock()).record
    let capture = Mountpoint(name: "M", capture: (0..<60).flatMap(Self.frame)).record
    #expect(record.formatDetails == "1077(1)")
    #expect(record.navigationSystem == "GPS")
    #expect(record.bitrate == capture.bitrate)
    #expect(record.miscellaneous == "live")
  }

  @Test("a stream that ends closes its readers, and says so")
  func ends() throws {
    var harness = CasterHarness([Mountpoint(name: "M", live: Self.clock(count: 2))])
    let id = harness.connect(saying: Self.request)
    harness.advance(to: .milliseconds(500))
    #expect(!harness.caster.hasEnded)
    harness.advance(to: .seconds(1))
    #expect(harness.caster.hasEnded)
    #expect(harness.isClosed(id))
    #expect(harness.body(for: id) == Self.frame(0) + Self.frame(1))
  }

  @Test(
    "who returns gets the same whether others read meanwhile or nobody did",
    arguments: [true, false])
  func sameWhoeverReads(isLive: Bool) throws {
    func returning(amongOthers: Bool) throws -> [UInt8] {
      let mountpoint =
        isLive
        ? Mountpoint(name: "M", live: Self.clock())
        : Mountpoint(name: "M", capture: (0..<4).flatMap(Self.frame))
      var harness = CasterHarness([mountpoint])
      let first = harness.connect(saying: Self.request)
      if amongOthers { _ = harness.connect(saying: Self.request) }
      harness.advance(to: .seconds(1))
      harness.caster.disconnect(first)
      // The reader returns exactly when a slice is due, and the capture has been played several times since.
      for time in [2.5, 9, 11] { harness.advance(to: .seconds(time)) }
      let again = harness.connect(saying: Self.request)
      harness.advance(to: .seconds(13))
      return harness.body(for: again)
    }
    let alone = try returning(amongOthers: false)
    #expect(try returning(amongOthers: true) == alone)
    #expect(alone == Self.frame(12) + Self.frame(13))
  }

  @Test("a copy goes on from where it was copied, the same way")
  func isAValue() {
    var one = Self.clock()
    _ = one.next()
    var other = one
    #expect(one.next() == Self.frame(1))
    #expect(one.next() == Self.frame(2))
    #expect(other.nextTime == .seconds(1))
    #expect(other.next() == Self.frame(1))
    var ended = StreamFeed.ended
    #expect(ended.next() == nil)
    #expect(ended.nextTime == nil)
  }
}
