internal import AppServer
internal import Platform

/// The one thread that writes.
///
/// All changes that wait are made in one transaction, and are answered when that has been committed: the
/// disk's time for one is the time for all.
final class GroupCommit<Connection: SQLConnection>: Sendable {
  /// The greatest number of changes in one transaction.
  private static var largestBatch: Int { 1000 }

  /// A change, and who waits for it.
  private struct Job: Sendable {
    /// Makes it, and returns what answers once it is kept; made again where the transaction was undone.
    let run: @Sendable (Transaction<Connection>) throws(StoreError) -> @Sendable () -> Void
    /// Answers that it was not made.
    let fail: @Sendable (StoreError) -> Void
  }

  private let queue = JobQueue<Job>(threads: 1)

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - connection: One that is open already, and is the thread's from now on.
  ///   - open: Opens another one.
  /// - Throws: `StoreError` when the system has no thread.
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

  /// Makes a change, and returns when it has been committed.
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

  /// Makes the changes that wait, and ends the thread.
  func close() async {
    queue.close()
    await queue.waitForEnd()
  }
}

// MARK: On the thread

extension GroupCommit {
  /// Makes changes together.
  ///
  /// Where that fails, each is made alone, so that one takes no other one along.
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
  /// Whether every other change would fail for it too, after as long a wait.
  fileprivate var isForAll: Bool {
    if case .unavailable = self { true } else { false }
  }
}
