import Dispatch
internal import Mathematics

/// Lets one thread sleep until another has something for it.
final class Waker: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// Ends the wait that is under way, or else the next one.
  func wake() { semaphore.signal() }

  /// Waits to be woken.
  func wait() { semaphore.wait() }

  /// Waits to be woken, or for a time.
  func wait(atMost time: Duration) {
    _ = semaphore.wait(timeout: .now() + DispatchTimeInterval(time))
  }
}

extension DispatchTimeInterval {
  /// The same length of time, an hour at most.
  init(_ time: Duration) {
    self = .nanoseconds(Int(min(time, .seconds(3600)).inNanoseconds))
  }
}
