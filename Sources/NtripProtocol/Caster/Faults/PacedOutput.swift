/// Output that goes out piece by piece, each at its time.
struct PacedOutput: Sendable {
  /// The greatest number of waiting bytes: a reader that is further behind is cut off.
  static var longestBacklog: Int { 65_536 }

  private var bytes: [UInt8] = []
  /// The lengths of the pieces that wait.
  private var lengths: [Int] = []
  private var interval = Duration.zero
  /// When the next piece is due; `nil` while none waits.
  private(set) var nextTime: Duration?

  /// The number of waiting bytes.
  var backlog: Int { bytes.count }

  /// Adds pieces; what waits goes on at the same interval.
  mutating func append(_ pieces: [[UInt8]], every interval: Duration, at now: Duration) {
    for piece in pieces where !piece.isEmpty {
      bytes += piece
      lengths.append(piece.count)
    }
    self.interval = interval
    if !lengths.isEmpty { nextTime = nextTime ?? now }
  }

  /// Takes the pieces that are due.
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

  /// Takes everything, due or not.
  mutating func takeAll() -> [UInt8] {
    defer { self = PacedOutput() }
    return bytes
  }
}
