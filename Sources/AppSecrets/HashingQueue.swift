internal import AppServer
internal import Platform
import Locks

/// A queue of password checks on threads of its own, so that no other work waits for them.
final class HashingQueue: Sendable {
  /// The number of passwords verified at once.
  static let threadCount = 2
  /// The number of further passwords in the queue.
  static let waiting = 16

  /// A job for one of the threads; it returns the closure that resumes the waiting caller.
  typealias Job = @Sendable () -> @Sendable () -> Void

  private struct State {
    var jobs: [Job] = []
    /// The number of passwords in the queue or being verified.
    var count = 0
    var isStopping = false
  }

  private let state = Lock(State())
  private let wakers = (0..<threadCount).map { _ in Waker() }

  /// Starts the threads; returns `nil` if the system cannot create them.
  ///
  /// - Returns: The queue and its threads, which end after ``stop()``.
  static func start() -> (queue: HashingQueue, threads: [BackgroundThread])? {
    let queue = HashingQueue()
    let threads = queue.wakers.compactMap { waker in
      BackgroundThread { queue.work(wokenBy: waker) }
    }
    if threads.count == threadCount { return (queue, threads) }
    queue.stop()
    for thread in threads { thread.join() }
    return nil
  }

  /// Runs a function on one of the threads, after the jobs before it.
  ///
  /// - Throws: `HashingError` if the queue is full.
  func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result
  ) async throws(HashingError) -> Result {
    let result: Result? = await withCheckedContinuation { continuation in
      let isTaken = add {
        let result = work()
        return { continuation.resume(returning: result) }
      }
      if !isTaken { continuation.resume(returning: nil) }
    }
    guard let result else { throw .busy }
    return result
  }

  /// Lets the threads end once the queue is empty.
  func stop() {
    state.withLock { $0.isStopping = true }
    for waker in wakers { waker.wake() }
  }

  /// Appends a job to the queue; returns `false` if the queue is full.
  func add(_ job: @escaping Job) -> Bool {
    let isTaken = state.withLock { state in
      guard state.count < Self.threadCount + Self.waiting else { return false }
      state.jobs.append(job)
      state.count += 1
      return true
    }
    if isTaken { for waker in wakers { waker.wake() } }
    return isTaken
  }

  private func work(wokenBy waker: Waker) {
    while true {
      if let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
        let tell = job()
        state.withLock { $0.count -= 1 }
        tell()  // after the count fell, since the caller may return with another job at once
      } else if state.withLock({ $0.isStopping }) {
        return
      } else {
        waker.wait()
      }
    }
  }
}
