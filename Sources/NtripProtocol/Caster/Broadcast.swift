/// A mountpoint at work: its clock, its readers, its count.
struct Broadcast: Sendable {
  let mountpoint: Mountpoint
  private var player: CapturePlayer
  /// When the first reader came, and with it the first slice, and how fast it is played since then.
  private var start: (time: Duration, speed: Double)?
  /// The slots of the connections that read it.
  private(set) var readers: [Int] = []
  /// Bytes of the stream sent, over all readers.
  var byteCount = 0

  init(_ mountpoint: Mountpoint) {
    self.mountpoint = mountpoint
    player = mountpoint.player
  }

  /// When something is to be sent; `nil` while nobody reads, and after the end.
  var nextTime: Duration? { readers.isEmpty ? nil : nextSliceTime }

  /// A reader has come.
  var hasBegun: Bool { start != nil }

  /// The capture has been played once, and is not repeated.
  var hasEnded: Bool { player.nextTime == nil }

  private var nextSliceTime: Duration? {
    guard let start, let time = player.nextTime else { return nil }
    return start.time + (start.speed == 1 ? time : time / start.speed)
  }

  /// Adds a reader, whose first byte is that of the next slice.
  mutating func join(_ slot: Int, at now: Duration, speed: Double) {
    if let start {
      // While nobody read, time went on.
      if readers.isEmpty { player.skip(to: (now - start.time) * start.speed) }
    } else {
      start = (now, speed)
    }
    readers.append(slot)
  }

  mutating func leave(_ slot: Int) {
    guard let index = readers.firstIndex(of: slot) else { return }
    readers.remove(at: index)
  }

  /// The next slice's bytes, if it is due.
  mutating func due(at now: Duration) -> [UInt8]? {
    guard let nextTime, nextTime <= now, let time = player.nextTime else { return nil }
    return player.due(at: time)?.bytes
  }
}
