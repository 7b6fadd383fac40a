internal import BoardFirmware
internal import Mathematics
import Locks

/// A stepper that advances a board's clock by one sample per request, like the reference simulator's walk.
///
/// Simultaneous requests advance the clock one after the other; each is answered at its own board time.
final class RequestStepper: Sendable {
  private let runner: BoardRunner
  private let state = Lock(State())

  private struct State {
    var waiting: [@Sendable () -> Void] = []
    var isStepping = false
    /// Whether the clock is just after a sample: the first step is slightly longer than the others.
    var isBehindSample = false
  }

  /// The time added to the first step; a sample takes some milliseconds of bus time.
  private static let sampleTime = Duration.milliseconds(100)

  init(_ runner: BoardRunner) { self.runner = runner }

  /// Advances the clock by a step, then calls `answer`, even when the board has stopped.
  func step(then answer: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      state.waiting.append(answer)
      defer { state.isStepping = true }
      return !state.isStepping
    }
    if isFirst { stepOnce() }
  }

  private func stepOnce() {
    let isFirst = state.withLock { state in
      defer { state.isBehindSample = true }
      return !state.isBehindSample
    }
    let interval = runner.state.snapshot.sampleInterval
    runner.advance(by: interval + (isFirst ? Self.sampleTime : .zero)) { [self] _ in
      let (answer, goesOn) = state.withLock { state in
        let answer = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        state.isStepping = !state.waiting.isEmpty
        return (answer, state.isStepping)
      }
      answer?()
      if goesOn { stepOnce() }
    }
  }
}
