/// A mountpoint at work: its clock, its readers, its count.
struct Broadcast: Sendable {
  let mountpoint: Mountpoint
  private var feed: StreamFeed
  /// When the first reader came, and with it the first slice, and how fast it is played since then.
  private var start: (time: Duration, speed: Double)?
  /// The slots of the connections that read it.
  private(set) var readers: [Int] = []
  /// Bytes of the stream sent, over all readers.
  var byteCount = 0

  init(_ mountpoint: Mountpoint) {
    self.mountpoint = mountpoint
    feed = mountpoint.feed
  }

  /// When something is to be sent; `nil` while nobody reads, and after the end.
  var nextTime: Duration? { readers.isEmpty ? nil : nextSliceTime }

  /// A reader has come.
  var hasBegun: Bool { start != nil }

  /// There is nothing more to send, ever.
  var hasEnded: Bool { feed.nextTime == nil }

  private var nextSliceTime: Duration? {
    guard let start, let time = feed.nextTime else { return nil }
    return start.time + (start.speed == 1 ? time : time / start.speed)
  }

  /// Adds a reader, whose first byte is that of the next slice.
  mutating func join(_ slot: Int, at now: Duration, speed: Double) {
    if start == nil {
      start = (now, speed)
    } else if readers.isEmpty {
      skip(to: now)
    }
    readers.append(slot)
  }

  mutating func leave(_ slot: Int) {
    guard let index = readers.firstIndex(of: slot) else { return }
    readers.remove(at: index)
  }

  /// The next slice's bytes, if it is due and somebody reads.
  ///
  /// What nobody reads is passed over, so that who reads next gets the same whoever read before.
  mutating func due(at now: Duration) -> [UInt8]? {
    if readers.isEmpty { skip(to: now) }
    while let time = nextSliceTime, time <= now {
      let slice = feed.next()
      if !readers.isEmpty { return slice }
    }
    return nil
  }

  /// While nobody reads, time goes on.
  private mutating func skip(to now: Duration) {
    guard let start else { return }
    feed.skip(to: (now - start.time) * start.speed)
  }
}
