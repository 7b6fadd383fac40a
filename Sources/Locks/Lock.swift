#if ThreadSanitizer
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #elseif canImport(Darwin)
    internal import Darwin
  #endif

  /// A value that only one thread at a time may use; this variant is for ThreadSanitizer.
  ///
  /// The sanitizer observes POSIX mutexes. It does not observe the standard library's mutexes, which wait in
  /// the kernel by themselves, so every value behind one would look like a race.
  ///
  /// Sound throughout: both pointers are allocated once and freed with their owner; the value is used under
  /// the mutex only.
  @safe
  public struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    /// Creates a lock around a value.
    public init(_ initial: consuming sending Value) {
      unsafe value.initialize(to: initial)
      unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
      unsafe pthread_mutex_destroy(mutex)
      unsafe mutex.deallocate()
      unsafe value.deinitialize(count: 1)
      unsafe value.deallocate()
    }

    /// Waits until no other thread uses the value, and calls `body` with it.
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      unsafe pthread_mutex_lock(mutex)
      defer { unsafe pthread_mutex_unlock(mutex) }
      return try unsafe body(&value.pointee)
    }
  }
#else
  public import Synchronization

  /// A value that only one thread at a time may use.
  ///
  /// The lock is the standard library's `Mutex`, in a type of its own because of ThreadSanitizer. The
  /// sanitizer observes only POSIX mutexes, which the trait `ThreadSanitizer` uses instead.
  public struct Lock<Value: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<Value>

    /// Creates a lock around a value.
    @inlinable
    public init(_ initial: consuming sending Value) { mutex = Mutex(initial) }

    /// Waits until no other thread uses the value, and calls `body` with it.
    @inlinable
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try mutex.withLock(body)
    }
  }
#endif
