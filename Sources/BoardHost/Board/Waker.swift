import Dispatch
internal import Mathematics
import Synchronization

/// Lets one thread sleep until others have something for it.
final class Waker: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  /// Whether a call of ``wake()`` has not ended a wait yet.
  private let isCalled = Atomic(false)

  /// Ends the wait that is under way, or else the next one: one wait, however often it is called.
  func wake() {
    if !isCalled.exchange(true, ordering: .acquiringAndReleasing) { semaphore.signal() }
  }

  /// Waits to be woken.
  func wait() {
    semaphore.wait()
    isCalled.store(false, ordering: .sequentiallyConsistent)
  }

  /// Waits to be woken, or for a time.
  ///
  /// - Returns: Whether it was woken.
  @discardableResult
  func wait(atMost time: Duration) -> Bool {
    guard semaphore.wait(timeout: .now() + DispatchTimeInterval(time)) == .success else {
      return false
    }
    isCalled.store(false, ordering: .sequentiallyConsistent)
    return true
  }
}

extension DispatchTimeInterval {
  /// The same length of time, an hour at most.
  init(_ time: Duration) {
    self = .nanoseconds(Int(min(time, .seconds(3600)).inNanoseconds))
  }
}
