import GNSSBasics

/// A mountpoint at work: its clock or its source, its readers, its count.
struct Broadcast: Sendable {
  let mountpoint: Mountpoint
  /// The mountpoint's present row of the sourcetable.
  var record: StreamRecord
  private var feed: StreamFeed
  /// When the first slice came, mostly with the first reader, and how fast it is played since then.
  private var start: (time: Duration, speed: Double)?
  /// The slots of the connections that read it.
  private(set) var readers: [Int] = []
  /// Bytes of the stream sent, over all readers.
  var byteCount = 0
  /// The number of readers that were cut off because they did not keep up.
  var dropCount = 0
  /// The connection that pushes it.
  private(set) var source: Caster.ConnectionID?
  /// Since when readers wait for a source; `nil` while there is one, or nobody waits.
  var emptySince: Duration?

  init(_ mountpoint: Mountpoint) {
    self.mountpoint = mountpoint
    record = mountpoint.record
    feed = if case .feed(let feed) = mountpoint.origin { feed } else { .ended }
  }

  /// When something is to be sent; `nil` while nobody reads, and after the end.
  var nextTime: Duration? { readers.isEmpty ? nil : nextSliceTime }

  /// A reader has come.
  var hasBegun: Bool { start != nil }

  /// There is nothing more to send, ever.
  var hasEnded: Bool {
    if case .feed = mountpoint.origin { feed.nextTime == nil } else { false }
  }

  /// Whether it can be read now; the sourcetable lists those that can.
  var isOffered: Bool {
    takesSources ? source != nil : true
  }

  /// The station's position, as the sourcetable tells it; `nil` where that is not told.
  var place: ECEFPosition? {
    guard let latitude = record.latitude, let longitude = record.longitude else { return nil }
    return ECEFPosition(
      GeodeticPosition(latitude: latitude, longitude: longitude, height: 0))
  }

  private var nextSliceTime: Duration? {
    guard let start, let time = feed.nextTime else { return nil }
    return start.time + (start.speed == 1 ? time : time / start.speed)
  }

  /// Adds a reader, whose first byte is that of the next slice.
  mutating func join(_ slot: Int, at now: Duration, speed: Double) {
    if start == nil { start = (mountpoint.isClocked ? .zero : now, speed) }
    if readers.isEmpty { skip(to: now) }
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

// MARK: What is pushed

extension Broadcast {
  private var filter: StreamFilter? {
    if case .pushed(let filter, _) = mountpoint.origin { filter } else { nil }
  }

  /// Whether sources may push it.
  var takesSources: Bool { filter != nil && !mountpoint.isOnDemand }

  /// Whether who owns the caster is to fetch it now.
  var isDemanded: Bool { !readers.isEmpty && mountpoint.isOnDemand }

  /// A source begins to push, after the one before if there was one.
  mutating func begin(_ id: Caster.ConnectionID, saying words: String?) {
    filter?.cut()
    source = id
    emptySince = nil
    record = words.map { mountpoint.record.completed(by: $0) } ?? mountpoint.record
  }

  /// The source is gone, unless another one has taken its place.
  mutating func loseSource(_ id: Caster.ConnectionID) {
    guard source == id else { return }
    source = nil
    filter?.cut()
  }

  /// Looks at what the stream has shown of itself.
  mutating func describe() { record = filter?.describe(record) ?? record }

  /// Returns the bytes that may go on to the readers.
  func passed(_ bytes: Span<UInt8>) -> [UInt8] { filter?.pass(bytes) ?? [] }
}

extension StreamRecord {
  /// The record with what a source says of itself: the fields of an `STR` line from the third on.
  fileprivate func completed(by words: String) -> StreamRecord {
    var told = StreamRecord(decoding: Array("STR;\(mountpoint);\(words)".utf8)[...])
    told.mountpoint = mountpoint
    told.authentication = authentication
    if told.identifier.isEmpty { told.identifier = identifier }
    if told.format.isEmpty { told.format = format }
    if told.generator.isEmpty { told.generator = generator }
    return told
  }
}
