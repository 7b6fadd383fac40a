/// A board's measurements as they are asked for, one after the other, and what became of the other polls.
///
/// The first poll is at once, each further one an interval after the last had begun, or when that ended if
/// it took longer. It goes on over failures, and ends when its task is cancelled.
public struct BoardMeasurements: AsyncSequence, Sendable {
  /// A measurement, or why there is none.
  public typealias Element = Result<BoardMeasurement, BoardError>
  /// Failures are elements.
  public typealias Failure = Never

  fileprivate let poller: BoardPoller
  fileprivate let interval: Duration

  /// Begins with the first poll.
  public func makeAsyncIterator() -> Iterator { Iterator(polls: self) }

  /// Polls when it is asked for the next one.
  public struct Iterator: AsyncIteratorProtocol {
    private let polls: BoardMeasurements
    private var due = Duration.zero

    fileprivate init(polls: BoardMeasurements) { self.polls = polls }

    /// The next poll's outcome; `nil` when the task is cancelled.
    public mutating func next() async -> Element? { await next(isolation: #isolation) }

    /// The next poll's outcome; `nil` when the task is cancelled.
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
  /// Asks again and again.
  ///
  /// - Parameter interval: From one poll's beginning to the next one's, not negative: MOQA asks each second,
  ///   Air Quality every 5 s.
  /// - Returns: What comes of the polls, as long as it is iterated.
  public func measurements(every interval: Duration = .seconds(1)) -> BoardMeasurements {
    BoardMeasurements(poller: self, interval: max(interval, .zero))
  }

  fileprivate func outcome() async -> Result<BoardMeasurement, BoardError> {
    do throws(BoardError) { return .success(try await measurement()) } catch {
      return .failure(error)
    }
  }
}
