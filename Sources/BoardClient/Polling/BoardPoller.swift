/// Asks a board what it measures: once, or again and again.
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
/// As in the apps that the board was made for, each poll is a race: the answer, or ``patience``, whichever
/// comes first. Unlike there, the loser is cancelled, and no poll begins before the last one has ended.
public struct BoardPoller: Sendable {
  /// The board's name in errors: its URL.
  public let name: String
  /// The board's dialect; `nil` recognises it by the answers.
  public var dialect: BoardDialect?
  /// The longest wait for an answer.
  public var patience: Duration

  private let transport: BoardTransport
  let time: Timekeeper

  /// Creates a poller that asks in a way of yours.
  ///
  /// - Parameters:
  ///   - name: What errors call the board.
  ///   - dialect: What the board speaks; `nil` goes by what its answers look like.
  ///   - patience: How long an answer may take; the apps give 5 s.
  ///   - clock: What patience and pace go by; in a test, one that it moves itself.
  ///   - transport: Asks the board once.
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

  /// Asks once.
  ///
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

  /// Returns the outcome that comes first; a transport that cannot be cancelled is left behind.
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
