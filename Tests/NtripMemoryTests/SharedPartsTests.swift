import NtripMemory
import NtripProtocol
import Locks
import Testing

@Suite("A stream that many read")
struct SharedPartsTests {
  /// A source that records which parts are made.
  private final class Workshop: Sendable {
    let made = Lock<[Int]>([])

    /// Parts 0, 1, 2 … up to a count; each is due at its number of seconds.
    func feed(from number: Int = 0, count: Int) -> StreamFeed {
      guard number < count else { return .ended }
      return StreamFeed(at: .seconds(number)) {
        self.made.withLock { $0.append(number) }
        return ([UInt8(truncatingIfNeeded: number)], self.feed(from: number + 1, count: count))
      }
    }
  }

  private static func rest(of feed: StreamFeed) -> [UInt8] {
    var (feed, bytes) = (feed, [UInt8]())
    while let part = feed.next() { bytes += part }
    return bytes
  }

  @Test("each part is made once, and all read the same")
  func onceForAll() {
    let workshop = Workshop()
    let feed = workshop.feed(count: 100).shared()
    for _ in 0..<5 { #expect(Self.rest(of: feed) == Array(0..<100)) }
    #expect(workshop.made.withLock { $0 } == Array(0..<100))
  }

  @Test("who reads again what is there has nothing made ahead")
  func nothingAhead() {
    let workshop = Workshop()
    let feed = workshop.feed(count: 9).shared()
    for _ in 0..<3 {
      var reader = feed
      #expect(reader.next() == [0] && reader.next() == [1])
    }
    #expect(workshop.made.withLock { $0 } == [0, 1])
  }

  @Test("parts are due when they were, and made when they are asked for")
  func times() {
    let workshop = Workshop()
    var feed = workshop.feed(count: 3).shared()
    for number in 0..<3 {
      #expect(feed.nextTime == .seconds(number))
      #expect(workshop.made.withLock { $0.count } == number)
      #expect(feed.next() == [UInt8(number)])
    }
    #expect(feed.nextTime == nil)
    #expect(feed.next() == nil)
  }

  @Test(
    "who is far behind reads the same, from parts made anew",
    arguments: [0, 1, 5, 19, 20, 21, 40, 99])
  func farBehind(position: Int) {
    let workshop = Workshop()
    let feed = workshop.feed(count: 100).shared(keeping: 10)
    var (first, behind) = (feed, feed)
    for _ in 0..<position { _ = behind.next() }
    while first.next() != nil {}
    #expect(behind.nextTime == .seconds(position))
    #expect(Self.rest(of: behind) == Array(UInt8(position)..<100))
    #expect(Self.rest(of: feed) == Array(0..<100))
  }

  @Test("parts may be passed over", arguments: [0, 1, 50, 99, 100])
  func skipping(to time: Int) {
    let workshop = Workshop()
    var feed = workshop.feed(count: 100).shared()
    _ = Self.rest(of: feed)
    feed.skip(to: .seconds(time))
    #expect(Self.rest(of: feed) == Array(UInt8(time)..<100))
  }

  @Test("threads read it side by side")
  func threads() async {
    let workshop = Workshop()
    let feed = workshop.feed(count: 250).shared(keeping: 300)
    await withTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 { group.addTask { Self.rest(of: feed) } }
      for await bytes in group { #expect(bytes == Array(0..<250)) }
    }
    #expect(workshop.made.withLock { $0 } == Array(0..<250))
  }
}
