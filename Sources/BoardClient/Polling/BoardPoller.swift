/// A poller that reads a board's measurements, once or repeatedly.
///
/// ```swift
/// let poller = BoardPoller(at: url)  // http://192.168.1.20:3000
/// for await result in poller.measurements() {
///   switch result {
///   case .success(let measurement): show(measurement.pm25)
///   case .failure(let error): show("\(error)")  // the next poll may do better
///   }
/// }
/// ```
/// As in the apps that the board was made for, each poll is a race between the answer and ``patience``.
/// Unlike in the apps, the loser of the race is cancelled, and no poll begins before the previous poll has
/// ended.
public struct BoardPoller: Sendable {
  /// The board's name in error messages: its URL.
  public let name: String
  /// The board's dialect; `nil` detects it from the answers.
  public var dialect: BoardDialect?
  /// The timeout of an answer.
  public var patience: Duration

  private let transport: BoardTransport
  let time: Timekeeper

  /// Creates a poller with a custom transport.
  ///
  /// - Parameters:
  ///   - name: The board's name in error messages.
  ///   - dialect: The board's dialect; `nil` detects it from the answers.
  ///   - patience: The timeout of an answer; the apps use 5 s.
  ///   - clock: The clock for the timeout and the interval; a test may pass a clock that it advances
  ///     itself.
  ///   - transport: The function that sends one request to the board.
  public init(
    _ name: String, dialect: BoardDialect? = nil, patience: Duration = .seconds(5),
    clock: some Clock<Duration> = ContinuousClock(), transport: @escaping BoardTransport
  ) {
    self.name = name
    self.dialect = dialect
    self.patience = patience
    self.transport = transport
    time = Timekeeper(clock)
  }

  /// Polls the board once.
  ///
  /// - Returns: The measurement.
  /// - Throws: ``BoardError``, after ``patience`` at the latest.
  public func measurement() async throws(BoardError) -> BoardMeasurement {
    switch await race() {
    case .answer(let answer): return try read(answer)
    case .failure(let reason): throw BoardError(reason, board: name)
    }
  }

  private func read(_ answer: BoardAnswer) throws(BoardError) -> BoardMeasurement {
    guard answer.status == 200 else { throw BoardError(.status(answer.status), board: name) }
    do throws(BoardTextError) {
      return try BoardMeasurement(
        parsing: answer.body.span, as: dialect, valueAge: answer.valueAge)
    } catch {
      throw BoardError(.unreadable(error), board: name)
    }
  }
}

// MARK: The race

extension BoardPoller {
  private enum Outcome: Sendable {
    case answer(BoardAnswer)
    case failure(BoardError.Reason)
  }

  /// Returns the first outcome, the answer or the timeout; a transport that cannot be cancelled is
  /// abandoned.
  private func race() async -> Outcome {
    let (outcomes, tell) = AsyncStream<Outcome>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let end = time.now() + patience
    let asking = Task { tell.yield(await ask()) }
    let waiting = Task {
      if await time.wait(until: end) { tell.yield(.failure(.noAnswer(within: patience))) }
    }
    defer {
      asking.cancel()
      waiting.cancel()
    }
    for await outcome in outcomes { return outcome }
    return .failure(.cancelled)
  }

  private func ask() async -> Outcome {
    do {
      return .answer(try await transport())
    } catch is CancellationError {
      return .failure(.cancelled)
    } catch let error as BoardTransportError {
      return .failure(.unreachable(error.words))
    } catch {
      return .failure(.unreachable("\(error)"))
    }
  }
}
