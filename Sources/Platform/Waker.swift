#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A signal on which one thread sleeps until another thread wakes it.
///
/// Sound throughout: the mutex and the condition are allocated once and freed with their owner. They are used
/// by the rules of POSIX, and the flag is read and written under the mutex only.
@safe package final class Waker: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Whether ``wake()`` was called and has not ended a wait yet.
  private var isCalled = false

  /// Creates a waker that was not called yet.
  package init() {
    unsafe pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      unsafe pthread_cond_init(condition, nil)
    #else
      // Timeouts use the monotonic clock, which nobody can set.
      var attributes = pthread_condattr_t()
      unsafe pthread_condattr_init(&attributes)
      unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      unsafe pthread_cond_init(condition, &attributes)
      unsafe pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Ends the current wait, or else the next one; several calls before a wait end only that wait.
  package func wake() {
    unsafe pthread_mutex_lock(mutex)
    isCalled = true
    unsafe pthread_cond_signal(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Waits until ``wake()`` is called.
  package func wait() {
    unsafe pthread_mutex_lock(mutex)
    while !isCalled { unsafe pthread_cond_wait(condition, mutex) }
    isCalled = false
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Waits until ``wake()`` is called, or for a time of at most an hour.
  ///
  /// - Returns: Whether ``wake()`` ended the wait.
  @discardableResult
  package func wait(atMost time: Duration) -> Bool {
    let deadline = ContinuousClock.now + min(time, .seconds(3600))
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while !isCalled {
      let rest = deadline - ContinuousClock.now
      guard rest > .zero else { return false }
      wait(for: rest)
    }
    isCalled = false
    return true
  }

  /// Waits until a condition holds, or for a time of at most an hour; ``wake()`` lets it be checked again.
  package func wait(atMost time: Duration, until isMet: () -> Bool) {
    let deadline = ContinuousClock.now + time
    while !isMet(), wait(atMost: deadline - ContinuousClock.now) {}
  }

  /// Waits once, with the mutex locked; the wait may end early.
  private func wait(for time: Duration) {
    let (seconds, attoseconds) = time.components
    let nanoseconds = Int(attoseconds / 1_000_000_000)
    #if canImport(Darwin)
      var length = timespec(tv_sec: Int(seconds), tv_nsec: nanoseconds)
      unsafe pthread_cond_timedwait_relative_np(condition, mutex, &length)
    #else
      var end = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &end)
      let sum = end.tv_nsec + nanoseconds
      end.tv_sec += Int(seconds) + sum / 1_000_000_000
      end.tv_nsec = sum % 1_000_000_000
      unsafe pthread_cond_timedwait(condition, mutex, &end)
    #endif
  }
}
