/// Notices that a caster takes nothing any more; a value without a clock.
struct StallWatch {
  let timeout: Duration
  private var waiting = 0
  /// Since when what waits has not become less.
  private var since = Duration.zero

  /// Bears with a caster that takes nothing for so long.
  init(timeout: Duration) { self.timeout = timeout }

  /// Notes the number of bytes that wait after an attempt to send them.
  mutating func note(waiting count: Int, at now: Duration) {
    if waiting == 0 || count < waiting { since = now }
    waiting = count
  }

  /// Until when the caster has to take something; `nil` while nothing waits for it.
  var deadline: Duration? { waiting == 0 ? nil : since + timeout }

  /// Whether the caster has taken nothing of what waits for longer than is borne with.
  func isOver(at now: Duration) -> Bool { deadline.map { now > $0 } ?? false }
}
