import GNSSBasics

/// A mountpoint in service: its feed or source, its readers, its byte counts.
struct Broadcast: Sendable {
  let mountpoint: Mountpoint
  /// The mountpoint's present row of the sourcetable.
  var record: StreamRecord
  private var feed: StreamFeed
  /// The stream time at which the feed began, and its playback speed; `nil` before the first reader.
  ///
  /// A clocked mountpoint begins at stream time zero.
  private var start: (time: Duration, speed: Double)?
  /// The slots of the connections that read the mountpoint.
  private(set) var readers: [Int] = []
  /// The number of stream bytes sent, over all readers.
  var byteCount = 0
  /// The number of readers disconnected because they did not keep up with the stream.
  var dropCount = 0
  /// The connection that pushes the mountpoint; `nil` without a source.
  private(set) var source: Caster.ConnectionID?
  /// The time since which readers wait for a source; `nil` while a source is connected or no reader waits.
  var emptySince: Duration?
  /// Another caster's stream of the name, which the readers get; `nil` while there is none.
  private(set) var neighbour: NeighbourStream?
  /// Whether a receiver beside the readers gets the stream, which lets it run.
  private(set) var isExported = false
  /// The number of the last admission of a source in the cluster; see ``StreamHolder/term``.
  private(set) var term = 0

  init(_ mountpoint: Mountpoint) {
    self.mountpoint = mountpoint
    record = mountpoint.record
    feed = if case .feed(let feed) = mountpoint.origin { feed } else { .ended }
  }

  /// The time at which the next slice is due; `nil` without receivers, and after the end of the feed.
  var nextTime: Duration? { hasReceivers ? nextSliceTime : nil }

  /// Whether somebody gets the stream's slices.
  private var hasReceivers: Bool { !readers.isEmpty || isExported }

  /// Whether the stream is a feed, whose slices are due at times.
  var isTimed: Bool { if case .feed = mountpoint.origin { true } else { false } }

  /// Whether the first reader has joined.
  var hasBegun: Bool { start != nil }

  /// Whether the feed is exhausted; always `false` for a mountpoint without a feed.
  var hasEnded: Bool { isTimed && feed.nextTime == nil }

  /// Whether the mountpoint can be read now; the sourcetable lists only such mountpoints.
  var isOffered: Bool { isSupplied || neighbour != nil }

  /// Whether the caster itself has the stream: it makes or fetches it, or a source pushes it.
  var isSupplied: Bool {
    switch mountpoint.supplier {
    case nil, .owner, .ownerOnDemand: true
    case .source: source != nil
    case .neighbour: false
    }
  }

  /// The station's position according to the sourcetable row; `nil` when the row has no position.
  var place: ECEFPosition? {
    guard let latitude = record.latitude, let longitude = record.longitude else { return nil }
    return ECEFPosition(
      GeodeticPosition(latitude: latitude, longitude: longitude, height: 0))
  }

  private var nextSliceTime: Duration? {
    guard let start, let time = feed.nextTime else { return nil }
    return start.time + (start.speed == 1 ? time : time / start.speed)
  }

  /// Adds a reader, whose stream begins with the next slice.
  mutating func join(_ slot: Int, at now: Duration, speed: Double) {
    begin(at: now, speed: speed)
    readers.append(slot)
  }

  /// Lets the stream begin unless it has begun, or go on from now if nobody got it.
  private mutating func begin(at now: Duration, speed: Double) {
    if start == nil { start = (mountpoint.isClocked ? .zero : now, speed) }
    if !hasReceivers { skip(to: now) }
  }

  /// Begins or ends the export of the stream.
  mutating func setExported(_ isExported: Bool, at now: Duration, speed: Double) {
    if isExported { begin(at: now, speed: speed) }
    self.isExported = isExported
  }

  mutating func leave(_ slot: Int) {
    guard let index = readers.firstIndex(of: slot) else { return }
    readers.remove(at: index)
  }

  /// Returns the next slice's bytes if the slice is due and the mountpoint has receivers.
  ///
  /// Slices that are due while there are no receivers are skipped. The bytes of a later reader
  /// therefore do not depend on earlier readers.
  mutating func due(at now: Duration) -> [UInt8]? {
    if !hasReceivers { skip(to: now) }
    while let time = nextSliceTime, time <= now {
      let slice = feed.next()
      if hasReceivers { return slice }
    }
    return nil
  }

  /// Skips the slices that were due before `now`.
  private mutating func skip(to now: Duration) {
    guard let start else { return }
    feed.skip(to: (now - start.time) * start.speed)
  }
}

// MARK: Pushed mountpoints

extension Broadcast {
  private var filter: StreamFilter? {
    if case .pushed(let filter, _) = mountpoint.origin { filter } else { nil }
  }

  /// Whether sources may push the mountpoint.
  var takesSources: Bool { mountpoint.supplier == .source }

  /// Whether the stream comes and goes with its supplier, for whose return its readers wait.
  var mayBeMissing: Bool { takesSources || isForeign }

  /// Whether the mountpoint is only another caster's.
  var isForeign: Bool { mountpoint.supplier == .neighbour }

  /// Whether the caster's owner has to fetch the stream now.
  var isDemanded: Bool { hasReceivers && mountpoint.supplier == .ownerOnDemand }

  /// Makes a connection the mountpoint's source, in place of the former source if there is one.
  mutating func begin(_ id: Caster.ConnectionID, saying words: String?) {
    filter?.cut()
    source = id
    neighbour = nil
    term += 1
    emptySince = nil
    record = words.map { mountpoint.record.completed(by: $0) } ?? mountpoint.record
  }

  /// Removes the mountpoint's source if `id` is still the source.
  mutating func loseSource(_ id: Caster.ConnectionID) {
    guard source == id else { return }
    source = nil
    filter?.cut()
  }

  /// Makes another caster's stream the one that readers get, or none for `nil`.
  ///
  /// Bytes of the former stream that are held back are discarded, unless its caster is the same.
  ///
  /// - Returns: Whether the caster or the row of the sourcetable has changed.
  mutating func follow(_ stream: NeighbourStream?) -> Bool {
    term = max(term, stream?.holder?.term ?? 0)
    let (former, formerRecord) = (neighbour, record)
    neighbour = stream
    if stream != nil || former != nil {
      record = stream?.record ?? mountpoint.record
      record.mountpoint = mountpoint.name
    }
    if stream?.node != former?.node { filter?.cut() }
    return stream?.node != former?.node || record != formerRecord
  }

  /// Raises the number of the last admission to that of a source of another caster.
  mutating func note(term: Int) { self.term = max(self.term, term) }

  /// Discards bytes that are held back, because bytes are missing behind them.
  mutating func cut() { filter?.cut() }

  /// Updates the sourcetable row with the properties found in the stream.
  mutating func describe() {
    // Another caster describes its own stream.
    if neighbour == nil { record = filter?.describe(record) ?? record }
  }

  /// Returns the bytes that may be forwarded to the readers.
  func passed(_ bytes: Span<UInt8>) -> [UInt8] { filter?.pass(bytes) ?? [] }
}

extension StreamRecord {
  /// Returns the record completed by a source's description: the fields of an `STR` line from the third on.
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
