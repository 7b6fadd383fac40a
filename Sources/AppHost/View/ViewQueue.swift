internal import Locks
internal import Platform

/// The queue of pages' queries: a bounded number wait, and one at a time is answered.
///
/// The queries run on a thread of their own, so that a long computation does not occupy the threads on which
/// the apps' requests are answered.
final class ViewQueue: Sendable {
  /// The greatest number of queries that wait or are answered.
  static let capacity = 100

  private struct State {
    var entered = 0
    var isBusy = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// The executor of the queries; `nil` for the common one, when the system has no thread to give.
  let executor: (any TaskExecutor)?
  private let state = Lock(State())

  init() { executor = ViewThread.started() }

  /// Adds a query, and returns `false` when the queue is full.
  func enter() -> Bool {
    state.withLock { state in
      guard state.entered < Self.capacity else { return false }
      state.entered += 1
      return true
    }
  }

  /// Removes a query that was added.
  func leave() { state.withLock { $0.entered -= 1 } }

  /// Runs a closure when no other one runs, in the order of the calls.
  func alone<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    await wait()
    defer { next() }
    return try await body()
  }

  private func wait() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isBusy { state.waiting.append(continuation) }
        defer { state.isBusy = true }
        return !state.isBusy
      }
      if isFree { continuation.resume() }
    }
  }

  private func next() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isBusy = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}

/// An executor with a thread of its own, which ends with the executor.
private final class ViewThread: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isEnded = false
  }

  /// The part that the thread shares, so that the thread does not keep the executor alive.
  private final class Jobs: Sendable {
    let state = Lock(State())
    let waker = Waker()
  }

  private let jobs = Jobs()

  /// Returns an executor with a running thread; `nil` when the system has no thread to give.
  ///
  /// Sound: the reference is used with a job at hand, and the job's task keeps its executor. The thread is
  /// the executor's only one, and each job is run once.
  static func started() -> ViewThread? {
    let executor = ViewThread()
    let jobs = executor.jobs
    let reference = unsafe executor.asUnownedTaskExecutor()
    let thread = BackgroundThread {
      while true {
        let (taken, isEnded) = jobs.state.withLock { state in
          defer { state.jobs = [] }
          return (state.jobs, state.isEnded)
        }
        for job in taken { unsafe job.runSynchronously(on: reference) }
        if taken.isEmpty {
          if isEnded { return }
          jobs.waker.wait()
        }
      }
    }
    guard let thread else { return nil }
    thread.detach()
    return executor
  }

  deinit {
    jobs.state.withLock { $0.isEnded = true }
    jobs.waker.wake()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.state.withLock { $0.jobs.append(job) }
    jobs.waker.wake()
  }
}
