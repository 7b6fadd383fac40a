import Locks

/// A clock that a test advances, and that reports its sleepers.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private struct Sleeper {
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var lastID = 0
  }

  private let state = Lock(State())
  private let deadlines: AsyncStream<Duration>
  private let tell: AsyncStream<Duration>.Continuation

  init() { (deadlines, tell) = AsyncStream.makeStream() }

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enter(id, Sleeper(deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func enter(_ id: Int, _ sleeper: Sleeper) {
    let outcome: Result<Void, any Error>? = state.withLock { state in
      if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
      if sleeper.deadline <= state.now { return .success(()) }
      state.sleepers[id] = sleeper
      return nil
    }
    if let outcome { sleeper.continuation.resume(with: outcome) }
    if outcome == nil { tell.yield(sleeper.deadline.offset) }
  }

  private func cancel(_ id: Int) {
    let sleeper = state.withLock { state in
      let sleeper = state.sleepers.removeValue(forKey: id)
      if sleeper == nil { state.cancelled.insert(id) }
      return sleeper
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  /// Waits until a task sleeps until `deadline`; for one caller at a time, in the order of falling asleep.
  func sleeper(until deadline: Duration) async {
    for await other in deadlines where other == deadline { return }
  }

  /// The number of sleeping tasks.
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Advances the clock, and wakes the tasks whose deadline has passed.
  func advance(to time: Duration) {
    let woken = state.withLock { state in
      state.now = Instant(offset: time)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }
}
