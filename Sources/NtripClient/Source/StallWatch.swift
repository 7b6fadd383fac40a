/// A detector of a caster that accepts no more bytes; it has no clock of its own.
struct StallWatch {
  let timeout: Duration
  private var waiting = 0
  /// The time since which the number of waiting bytes has not fallen.
  private var since = Duration.zero

  /// Creates a watch that tolerates a stall of up to `timeout`.
  init(timeout: Duration) { self.timeout = timeout }

  /// Records the number of bytes that still wait after an attempt to send them.
  mutating func note(waiting count: Int, at now: Duration) {
    if waiting == 0 || count < waiting { since = now }
    waiting = count
  }

  /// The time by which the caster must accept bytes; `nil` while no bytes wait.
  var deadline: Duration? { waiting == 0 ? nil : since + timeout }

  /// Whether the caster has accepted none of the waiting bytes for longer than the timeout.
  func isOver(at now: Duration) -> Bool { deadline.map { now > $0 } ?? false }
}
