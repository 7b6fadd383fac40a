internal import Platform
import Locks

/// A task that takes a turn whenever it is due.
protocol Scheduled: AnyObject, Sendable {
  /// Does the work due now; called on one thread at a time.
  func takeTurn(at now: ContinuousClock.Instant) -> Turn
}

/// The time of a task's next turn.
enum Turn: Hashable, Sendable {
  /// At a time, or earlier when woken.
  case at(ContinuousClock.Instant)
  /// Only when woken.
  case whenWoken
  /// Never again: the task is done.
  case done
}

/// A scheduler of any number of tasks on a few threads; the earliest due task runs first.
///
/// A task runs on one thread at a time, and each turn sees all effects of the turn before.
final class Scheduler: Sendable {
  private let state = Lock(State())
  private let threads = Lock<[BackgroundThread]>([])

  private struct State {
    var entries: [Entry] = []
    var queue = DueQueue()
    /// The idle threads, with the time until which each sleeps; `nil` for no limit.
    var sleepers: [(waker: Waker, until: ContinuousClock.Instant?)] = []
    var isStopping = false
  }

  private struct Entry {
    var thing: (any Scheduled)?
    var phase = Phase.idle
  }

  private enum Phase: Hashable {
    /// Waiting for a wake-up, without a due time.
    case idle
    /// In the queue, due at a time.
    case due(ContinuousClock.Instant)
    /// Taking its turn.
    case running
    /// Taking its turn, and woken meanwhile.
    case runningAndWoken
    case done
  }

  /// Creates a scheduler and starts its threads.
  ///
  /// - Parameter threadCount: The number of threads; at least one is started.
  init(threadCount: Int) {
    threads.withLock { threads in
      for _ in 0..<max(1, threadCount) {
        if let thread = BackgroundThread({ [self] in work() }) {
          threads.append(thread)
        }
      }
    }
  }

  /// Reserves a task number for ``start(_:as:)`` and ``wake(_:)``.
  func reserve() -> Int {
    state.withLock { state in
      state.entries.append(Entry())
      return state.entries.count - 1
    }
  }

  /// Adds a task under a reserved number; its first turn is due at once.
  func start(_ thing: any Scheduled, as number: Int) {
    state.withLock { state in
      state.entries[number].thing = thing
      enqueue(number, at: .now, &state)
    }
  }

  /// Makes a task due now.
  func wake(_ number: Int) {
    let now = ContinuousClock.now
    state.withLock { state in
      guard state.entries[number].thing != nil else { return }
      switch state.entries[number].phase {
      case .running: state.entries[number].phase = .runningAndWoken
      case .due(let time) where time <= now: break
      case .idle, .due: enqueue(number, at: now, &state)
      case .runningAndWoken, .done: break
      }
    }
  }

  /// Stops the scheduler: starts no more turns, and returns when the turns under way have ended.
  func stop() {
    let sleepers = state.withLock { state in
      state.isStopping = true
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.waker.wake() }
    let threads = threads.withLock { threads in
      defer { threads = [] }
      return threads
    }
    for thread in threads { thread.join() }
  }

  // MARK: On the scheduler's threads

  private func work() {
    let waker = Waker()
    while true {
      let now = ContinuousClock.now
      switch next(at: now, waker) {
      case .turn(let number, let thing): finish(number, thing.takeTurn(at: now))
      case .sleep(nil): waker.wait()
      case .sleep(let end?): waker.wait(atMost: end - now)
      case .stop: return
      }
    }
  }

  private enum Work {
    case turn(Int, any Scheduled)
    case sleep(until: ContinuousClock.Instant?)
    case stop
  }

  private func next(at now: ContinuousClock.Instant, _ waker: Waker) -> Work {
    state.withLock { state in
      state.sleepers.removeAll { $0.waker === waker }
      if state.isStopping { return .stop }
      discardStale(&state)
      guard let first = state.queue.first, first.time <= now,
        let thing = state.entries[first.number].thing
      else {
        let end = state.queue.first?.time
        state.sleepers.append((waker, end))
        return .sleep(until: end)
      }
      state.queue.removeFirst()
      state.entries[first.number].phase = .running
      discardStale(&state)
      if let next = state.queue.first { ensureSomebodyLooks(at: next.time, state) }
      return .turn(first.number, thing)
    }
  }

  private func finish(_ number: Int, _ turn: Turn) {
    state.withLock { state in
      let isWoken = state.entries[number].phase == .runningAndWoken
      switch turn {
      case .done: (state.entries[number].phase, state.entries[number].thing) = (.done, nil)
      case _ where isWoken: enqueue(number, at: .now, &state)
      case .at(let time): enqueue(number, at: time, &state)
      case .whenWoken: state.entries[number].phase = .idle
      }
    }
  }

  private func enqueue(_ number: Int, at time: ContinuousClock.Instant, _ state: inout State) {
    state.entries[number].phase = .due(time)
    state.queue.insert(DueQueue.Item(time: time, number: number))
    ensureSomebodyLooks(at: time, state)
  }

  /// Wakes a sleeping thread, unless one wakes up by that time anyway.
  private func ensureSomebodyLooks(at time: ContinuousClock.Instant, _ state: State) {
    guard let sleeper = state.sleepers.first else { return }
    let isSeen = state.sleepers.contains { $0.until.map { $0 <= time } ?? false }
    if !isSeen { sleeper.waker.wake() }
  }

  /// Removes queue entries of tasks that have been queued again for another time.
  private func discardStale(_ state: inout State) {
    while let item = state.queue.first, state.entries[item.number].phase != .due(item.time) {
      state.queue.removeFirst()
    }
  }
}
