/// A connection of a modem, which has five of them.
struct ModemLink: Sendable {
  enum State: Sendable {
    case free, opening, open
  }

  var state = State.free
  /// The number of the connection, by which the network knows it.
  var connection = 0
  /// Whether a client of the sketch's server has opened the link.
  var isServed = false
  var address = ""
  var remotePort: UInt16 = 0
  var localPort: UInt16 = 0
  /// The time of the last byte in either direction.
  var lastUse = Duration.zero
  /// Whether the other side has ended the connection; the link is free once its bytes are out.
  var hasEnded = false
  private var bytes: [UInt8] = []
  private var taken = 0

  /// The number of bytes for the sketch.
  var count: Int { bytes.count - taken }
  /// Whether there is something to tell the sketch.
  var hasNews: Bool { state == .open && (count > 0 || hasEnded) }

  /// Keeps bytes for the sketch, as many as the window holds; returns how many.
  mutating func append(_ more: [UInt8]) -> Int {
    let room = max(ModemSizes.window - count, 0)
    if count == 0 {
      bytes.removeAll(keepingCapacity: true)
      taken = 0
    }
    bytes += more.prefix(room)
    return min(more.count, room)
  }

  /// Takes the bytes of the next segment.
  mutating func takeSegment(atMost limit: Int) -> [UInt8] {
    let segment = bytes[taken...].prefix(min(limit, ModemSizes.segment))
    taken += segment.count
    return Array(segment)
  }

  /// Drops the bytes for the sketch.
  mutating func drop() {
    bytes = []
    taken = 0
  }
}
