internal import Platform
import Locks

/// Counts down to zero, which somebody waits for.
final class Countdown: Sendable {
  private let rest: Lock<Int>
  private let waker = Waker()

  /// Begins at a count.
  init(from count: Int) { rest = Lock(count) }

  /// The remaining count.
  var count: Int { rest.withLock { $0 } }

  /// Takes one off.
  func countDown() {
    rest.withLock { $0 -= 1 }
    waker.wake()
  }

  /// Waits for zero, for one thread at a time.
  ///
  /// - Returns: Whether it was reached in time.
  func wait(atMost time: Duration) -> Bool {
    let end = ContinuousClock.now + time
    while count > 0 {
      guard waker.wait(atMost: end - .now) else { return count <= 0 }
    }
    return true
  }
}
