internal import AppServer
internal import Platform
import Locks

/// Threads of our own that look at passwords, so that nothing else waits for them.
final class HashingQueue: Sendable {
  /// The number of passwords verified at once.
  static let threadCount = 2
  /// The number of further passwords that may wait.
  static let waiting = 16

  /// Something to do on one of the threads; what it returns tells whoever waits.
  typealias Job = @Sendable () -> @Sendable () -> Void

  private struct State {
    var jobs: [Job] = []
    /// The number of passwords that wait or are under way.
    var count = 0
    var isStopping = false
  }

  private let state = Lock(State())
  private let wakers = (0..<threadCount).map { _ in Waker() }

  /// Starts the threads; `nil` when the system has none to give.
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

  /// Does something on one of the threads, after what came before it.
  ///
  /// - Throws: `HashingError` when too many wait.
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

  /// Lets the threads end once nothing waits.
  func stop() {
    state.withLock { $0.isStopping = true }
    for waker in wakers { waker.wake() }
  }

  /// Puts a job at the end; `false` when too many wait.
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
        tell()  // now that there is room, because whoever hears of it may come again at once
      } else if state.withLock({ $0.isStopping }) {
        return
      } else {
        waker.wait()
      }
    }
  }
}
