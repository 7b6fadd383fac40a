internal import AppServer
internal import Platform

/// The reading threads, each with its own connection, opened on first use.
final class Readers<Connection: SQLConnection>: Sendable {
  private typealias Job = @Sendable (Link<Connection>) -> Void

  private let queue: JobQueue<Job>

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - count: The number of threads.
  ///   - open: A closure that opens a connection.
  /// - Throws: `StoreError` when a thread cannot be started.
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

  /// Runs a query; when the connection was lost, runs it again on a new connection.
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

  /// Answers the queued queries, and ends the threads.
  func close() async {
    queue.close()
    await queue.waitForEnd()
  }
}
