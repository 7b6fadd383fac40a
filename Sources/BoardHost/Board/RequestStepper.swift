internal import BoardFirmware
internal import Mathematics
import Locks

/// Moves a board's clock on by a sample for each request, as the reference simulator's walk does.
///
/// Requests that come together move it one after the other, and each is answered at its own time.
final class RequestStepper: Sendable {
  private let runner: BoardRunner
  private let state = Lock(State())

  private struct State {
    var waiting: [@Sendable () -> Void] = []
    var isStepping = false
    /// Whether the clock stands behind a sample: the first step goes a little further than the others.
    var isBehindSample = false
  }

  /// A sample takes some milliseconds of the bus.
  private static let sampleTime = Duration.milliseconds(100)

  init(_ runner: BoardRunner) { self.runner = runner }

  /// Takes a step, then calls; also when the board has stopped.
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
