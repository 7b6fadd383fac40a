/// Where a mountpoint's stream comes from.
enum Feed: Sendable {
  /// A recording.
  case capture(CapturePlayer)
  /// A stream made as time goes on.
  case live(LiveFeed)

  /// When the next slice is due, from the beginning of the stream; `nil` after the last.
  var nextTime: Duration? {
    switch self {
    case .capture(let player): player.nextTime
    case .live(let feed): feed.nextTime
    }
  }

  /// The next slice's bytes, whole frames; `nil` after the last.
  mutating func next() -> [UInt8]? {
    switch self {
    case .capture(var player):
      defer { self = .capture(player) }
      guard let time = player.nextTime else { return nil }
      return player.due(at: time)?.bytes
    case .live(var feed):
      defer { self = .live(feed) }
      return feed.next()
    }
  }

  /// Passes over all slices that were due before a time, as a stream does that nobody reads.
  ///
  /// - Complexity: What is live has to be made to be passed over; a capture is not.
  mutating func skip(to time: Duration) {
    switch self {
    case .capture(var player):
      player.skip(to: time)
      self = .capture(player)
    case .live(var feed):
      while let next = feed.nextTime, next < time { _ = feed.next() }
      self = .live(feed)
    }
  }
}
