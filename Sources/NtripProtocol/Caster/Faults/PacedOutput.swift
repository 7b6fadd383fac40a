/// Output that is sent piece by piece, each piece at its time.
struct PacedOutput: Sendable {
  /// The maximum backlog in bytes; a reader with a larger backlog is disconnected.
  static var longestBacklog: Int { 65_536 }

  private var bytes: [UInt8] = []
  /// The lengths of the pending pieces.
  private var lengths: [Int] = []
  private var interval = Duration.zero
  /// The time at which the next piece is due; `nil` without pending pieces.
  private(set) var nextTime: Duration?

  /// The number of pending bytes.
  var backlog: Int { bytes.count }

  /// Appends pieces and sets the interval for all pending pieces.
  mutating func append(_ pieces: [[UInt8]], every interval: Duration, at now: Duration) {
    for piece in pieces where !piece.isEmpty {
      bytes += piece
      lengths.append(piece.count)
    }
    self.interval = interval
    if !lengths.isEmpty { nextTime = nextTime ?? now }
  }

  /// Removes and returns the pieces that are due.
  mutating func due(at now: Duration) -> [[UInt8]] {
    var (pieces, count, start) = ([[UInt8]](), 0, 0)
    while let time = nextTime, time <= now {
      pieces.append(Array(bytes[start..<start + lengths[count]]))
      start += lengths[count]
      count += 1
      nextTime = count < lengths.count ? time + interval : nil
    }
    bytes.removeFirst(start)
    lengths.removeFirst(count)
    return pieces
  }

  /// Removes and returns all pending bytes, due or not.
  mutating func takeAll() -> [UInt8] {
    defer { self = PacedOutput() }
    return bytes
  }
}
