/// A limit of the events of each kind to ten per second of real time.
///
/// An event that is not due yet waits, and the next one of its kind takes its place, so that the last one is
/// always sent.
struct EventThinning {
  /// The largest number of events of a kind in a second, and at once.
  static let rate = 10.0

  /// The waiting events of a kind.
  private struct Queue {
    /// Whether an event waits.
    var isWaiting = false
    /// The number of events that another one has replaced since the last one was sent.
    var leftOut = 0
    /// The number of events that may be sent at once.
    var credit = EventThinning.rate
    var counted: ContinuousClock.Instant?
  }

  private var queues: [EventKind: Queue] = [:]

  /// Adds an event; it replaces a waiting one of its kind.
  mutating func add(_ kind: EventKind) {
    var queue = queues[kind, default: Queue()]
    if queue.isWaiting { queue.leftOut += 1 }
    queue.isWaiting = true
    queues[kind] = queue
  }

  /// Takes the events that may be sent at a time.
  ///
  /// - Returns: The kinds, in the order of their declaration, with the number of events left out before.
  mutating func takeDue(at now: ContinuousClock.Instant) -> [(kind: EventKind, leftOut: Int)] {
    EventKind.allCases.compactMap { kind in
      guard var queue = queues[kind], queue.isWaiting else { return nil }
      let since = queue.counted.map { (now - $0) / .seconds(1) } ?? 0
      (queue.credit, queue.counted) = (min(queue.credit + since * Self.rate, Self.rate), now)
      defer { queues[kind] = queue }
      guard queue.credit >= 1 else { return nil }
      let leftOut = queue.leftOut
      (queue.isWaiting, queue.leftOut, queue.credit) = (false, 0, queue.credit - 1)
      return (kind, leftOut)
    }
  }
}
