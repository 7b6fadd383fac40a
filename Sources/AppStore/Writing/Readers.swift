internal import AppServer
internal import Platform

/// Threads that look things up, each on a connection of its own, which it makes when it needs one.
final class Readers<Connection: SQLConnection>: Sendable {
  private typealias Job = @Sendable (Link<Connection>) -> Void

  private let queue: JobQueue<Job>

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - open: Opens a connection.
  /// - Throws: `StoreError` when the system has no thread.
  init(
    _ count: Int, openedBy open: @escaping @Sendable () throws(StoreError) -> Connection
  ) throws(StoreError) {
    queue = JobQueue(threads: count)
    for started in 0..<count {
      let thread = BackgroundThread { [queue] in
        let link = Link(nil, orBy: open)
        while let jobs = queue.next(atMost: 1) {
          for job in jobs { job(link) }
        }
        link.close()
        queue.endThread()
      }
      guard let thread else {
        for _ in started..<count { queue.endThread() }
        queue.close()
        throw .noThread
      }
      thread.detach()
    }
  }

  deinit { queue.close() }

  /// Looks something up, once more on a new connection where the old one was lost.
  func read<T: Sendable>(
    _ question: @escaping @Sendable (Connection) throws(StoreError) -> T
  ) async throws(StoreError) -> T {
    try await queue.answer { answer in
      { link in
        do throws(StoreError) {
          answer(.success(try link.use(question)))
        } catch { answer(.failure(error)) }
      }
    }
  }

  /// Answers what waits, and ends the threads.
  func close() async {
    queue.close()
    await queue.waitForEnd()
  }
}
