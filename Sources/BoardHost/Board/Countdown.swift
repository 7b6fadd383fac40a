internal import Platform
import Locks

/// A count down to zero that a thread can wait for.
final class Countdown: Sendable {
  private let rest: Lock<Int>
  private let waker = Waker()

  /// Creates a countdown from a count.
  init(from count: Int) { rest = Lock(count) }

  /// The remaining count.
  var count: Int { rest.withLock { $0 } }

  /// Reduces the count by one.
  func countDown() {
    rest.withLock { $0 -= 1 }
    waker.wake()
  }

  /// Waits for zero; only one thread may wait at a time.
  ///
  /// - Returns: Whether the count reached zero in time.
  func wait(atMost time: Duration) -> Bool {
    let end = ContinuousClock.now + time
    while count > 0 {
      guard waker.wait(atMost: end - .now) else { return count <= 0 }
    }
    return true
  }
}
