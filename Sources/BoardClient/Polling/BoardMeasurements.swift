/// The results of repeated polls of a board: measurements and errors.
///
/// The first poll is immediate. Each further poll starts one interval after the start of the last poll, or
/// at the end of the last poll when that took longer. The sequence continues after failures, and ends when
/// its task is cancelled.
public struct BoardMeasurements: AsyncSequence, Sendable {
  /// A measurement, or the reason for its absence.
  public typealias Element = Result<BoardMeasurement, BoardError>
  /// The sequence itself never throws: failures are elements.
  public typealias Failure = Never

  fileprivate let poller: BoardPoller
  fileprivate let interval: Duration

  /// Creates an iterator whose first poll is immediate.
  public func makeAsyncIterator() -> Iterator { Iterator(polls: self) }

  /// An iterator that polls the board on each call of `next()`.
  public struct Iterator: AsyncIteratorProtocol {
    private let polls: BoardMeasurements
    private var due = Duration.zero

    fileprivate init(polls: BoardMeasurements) { self.polls = polls }

    /// Returns the result of the next poll; `nil` when the task is cancelled.
    public mutating func next() async -> Element? { await next(isolation: #isolation) }

    /// Returns the result of the next poll; `nil` when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      let time = polls.poller.time
      if due > time.now() {
        guard await time.wait(until: due) else { return nil }
      }
      due = time.now() + polls.interval
      let outcome = await polls.poller.outcome()
      return Task.isCancelled ? nil : outcome
    }
  }
}

extension BoardPoller {
  /// Returns a sequence of repeated polls.
  ///
  /// - Parameter interval: The time from the start of a poll to the start of the next, not negative. MOQA
  ///   polls every second, Air Quality every 5 s.
  /// - Returns: The results of the polls, as long as the sequence is iterated.
  public func measurements(every interval: Duration = .seconds(1)) -> BoardMeasurements {
    BoardMeasurements(poller: self, interval: max(interval, .zero))
  }

  fileprivate func outcome() async -> Result<BoardMeasurement, BoardError> {
    do throws(BoardError) { return .success(try await measurement()) } catch {
      return .failure(error)
    }
  }
}
