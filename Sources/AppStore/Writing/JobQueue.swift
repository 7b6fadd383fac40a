internal import AppServer
internal import Platform
internal import Locks

/// A queue of jobs for a fixed number of threads.
final class JobQueue<Job: Sendable>: Sendable {
  private struct State {
    var jobs: [Job] = []
    var isClosed = false
    var threads: Int
    var waitingForEnd: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Lock<State>
  private let waker = Waker()

  /// Creates a queue for `threads` threads.
  init(threads: Int) { state = Lock(State(threads: threads)) }

  /// Adds a job, and returns `false` when the queue is closed.
  func push(_ job: Job) -> Bool {
    let (isTaken, isFirst) = state.withLock { state in
      guard !state.isClosed else { return (false, false) }
      state.jobs.append(job)
      return (true, state.jobs.count == 1)
    }
    // The thread that takes the first job wakes the next thread when more jobs wait.
    if isFirst { waker.wake() }
    return isTaken
  }

  /// Adds a job, and waits for its answer.
  ///
  /// - Throws: The error that the job answers, or an error when the queue is closed.
  func answer<T: Sendable>(
    _ job: (@escaping @Sendable (Result<T, StoreError>) -> Void) -> Job
  ) async throws(StoreError) -> T {
    let result: Result<T, StoreError> = await withCheckedContinuation { continuation in
      if !push(job { continuation.resume(returning: $0) }) {
        continuation.resume(returning: .failure(.closed))
      }
    }
    return try result.get()
  }

  /// Closes the queue; queued jobs are still done.
  func close() {
    state.withLock { $0.isClosed = true }
    waker.wake()
  }

  /// Waits until all threads have ended.
  func waitForEnd() async {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        guard state.threads > 0 else { return true }
        state.waitingForEnd.append(continuation)
        return false
      }
      if hasEnded { continuation.resume() }
    }
  }
}

// MARK: Functions for the threads

extension JobQueue {
  /// Waits for jobs, and returns at most `limit` of them; `nil` when the queue is closed and empty.
  func next(atMost limit: Int) -> [Job]? {
    while true {
      let (jobs, isClosed, hasMore) = state.withLock { state in
        let jobs = Array(state.jobs.prefix(limit))
        state.jobs.removeFirst(jobs.count)
        return (jobs, state.isClosed, !state.jobs.isEmpty)
      }
      if hasMore || isClosed { waker.wake() }
      if !jobs.isEmpty { return jobs }
      if isClosed { return nil }
      waker.wait()
    }
  }

  /// Records that a thread has ended.
  func endThread() {
    let waiting: [CheckedContinuation<Void, Never>] = state.withLock { state in
      state.threads -= 1
      guard state.threads == 0 else { return [] }
      defer { state.waitingForEnd = [] }
      return state.waitingForEnd
    }
    for continuation in waiting { continuation.resume() }
  }
}

extension StoreError {
  static var closed: StoreError { .unavailable("the store has been closed; open it again") }
  static var noThread: StoreError { .unavailable("the system has no thread to give; try again") }
}
