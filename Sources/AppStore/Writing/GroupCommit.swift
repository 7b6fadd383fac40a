internal import AppServer
internal import Platform

/// The single writing thread, which commits queued changes in groups.
///
/// All queued changes are made in one transaction, and are answered after its commit. One flush to disk
/// therefore serves all of them.
final class GroupCommit<Connection: SQLConnection>: Sendable {
  /// The greatest number of changes in one transaction.
  private static var largestBatch: Int { 1000 }

  /// A queued change and its caller.
  private struct Job: Sendable {
    /// Makes the change, and returns the closure that reports success after the commit.
    ///
    /// The change is made again when the transaction was rolled back.
    let run: @Sendable (Transaction<Connection>) throws(StoreError) -> @Sendable () -> Void
    /// Reports that the change was not made.
    let fail: @Sendable (StoreError) -> Void
  }

  private let queue = JobQueue<Job>(threads: 1)

  /// Creates the queue, and starts the thread.
  ///
  /// - Parameters:
  ///   - connection: An open connection, which the thread uses from now on.
  ///   - open: A closure that opens another connection.
  /// - Throws: `StoreError` when no thread can be started.
  init(
    on connection: Connection?,
    orBy open: @escaping @Sendable () throws(StoreError) -> Connection
  ) throws(StoreError) {
    let link = Link(connection, orBy: open)
    let thread = BackgroundThread { [queue] in
      while let jobs = queue.next(atMost: Self.largestBatch) { Self.make(jobs, on: link) }
      link.close()
      queue.endThread()
    }
    guard let thread else { throw .noThread }
    thread.detach()
  }

  deinit { queue.close() }

  /// Makes a change, and returns after it was committed.
  func write<T: Sendable>(
    _ change: @escaping @Sendable (Transaction<Connection>) throws(StoreError) -> T
  ) async throws(StoreError) -> T {
    try await queue.answer { answer in
      Job(
        run: { transaction throws(StoreError) in
          let result = try change(transaction)
          return { answer(.success(result)) }
        },
        fail: { answer(.failure($0)) })
    }
  }

  /// Commits the queued changes, and ends the thread.
  func close() async {
    queue.close()
    await queue.waitForEnd()
  }
}

// MARK: On the thread

extension GroupCommit {
  /// Makes changes together in one transaction.
  ///
  /// A failure of the transaction makes each change again in a transaction of its own, so that a failing
  /// change does not affect others.
  private static func make(_ jobs: [Job], on link: Link<Connection>) {
    do throws(StoreError) {
      for answer in try commit(jobs, on: link) { answer() }
    } catch {
      if jobs.count == 1 || error.isForAll {
        for job in jobs { job.fail(error) }
      } else {
        for job in jobs { make([job], on: link) }
      }
    }
  }

  private static func commit(
    _ jobs: [Job], on link: Link<Connection>
  ) throws(StoreError) -> [@Sendable () -> Void] {
    var isCommitting = false
    return try link.use(canRepeat: { !isCommitting }) { connection throws(StoreError) in
      do throws(StoreError) {
        let transaction = try Transaction(on: connection)
        var answers: [@Sendable () -> Void] = []
        for job in jobs { answers.append(try job.run(transaction)) }
        isCommitting = true
        try transaction.commit()
        return answers
      } catch {
        connection.rollBack()
        throw error
      }
    }
  }
}

extension StoreError {
  /// Whether every other change would fail with this error too, after the same wait.
  fileprivate var isForAll: Bool {
    if case .unavailable = self { true } else { false }
  }
}
