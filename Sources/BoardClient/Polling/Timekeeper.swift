/// A clock of any type, whose zero is the time of creation.
struct Timekeeper: Sendable {
  /// The time since the creation.
  let now: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void

  init<Source: Clock>(_ clock: Source) where Source.Duration == Duration {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { time in try await clock.sleep(until: start.advanced(by: time), tolerance: nil) }
  }

  /// Waits until a time.
  ///
  /// - Returns: `false` when the task is cancelled before that time.
  func wait(until time: Duration) async -> Bool {
    do {
      try await sleep(time)
      return true
    } catch {
      return false
    }
  }
}
