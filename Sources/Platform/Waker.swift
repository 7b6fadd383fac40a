#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Lets one thread sleep until others have something for it.
///
/// Sound throughout: the three structures are allocated once and freed with their owner; they are used as
/// POSIX has it, the flag under the mutex only.
@safe package final class Waker: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Whether a call of ``wake()`` has not ended a wait yet.
  private var isCalled = false

  /// Creates a waker that nobody has called.
  package init() {
    unsafe pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      unsafe pthread_cond_init(condition, nil)
    #else
      // Waits go by the clock that nobody sets.
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

  /// Ends the wait that is under way, or else the next one: one wait, however often it is called.
  package func wake() {
    unsafe pthread_mutex_lock(mutex)
    isCalled = true
    unsafe pthread_cond_signal(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Waits to be woken.
  package func wait() {
    unsafe pthread_mutex_lock(mutex)
    while !isCalled { unsafe pthread_cond_wait(condition, mutex) }
    isCalled = false
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Waits to be woken, or for a time, an hour at most.
  ///
  /// - Returns: Whether it was woken.
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

  /// Waits once, under the mutex; it may end early.
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
