#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A thread of the system that runs one closure, for loops that block.
struct LoopThread {
  private let handle: pthread_t

  /// Starts a thread; `nil` when the system has none left.
  ///
  /// `body` is run once, there, with those signals blocked that are the main thread's business, and
  /// SIGPIPE, with which writing to a closed socket would end the process.
  init?(_ body: @escaping () -> Void) {
    let work = unsafe Unmanaged.passRetained(Work(body))
    guard let handle = unsafe Self.create(work.toOpaque()) else {
      unsafe work.release()
      return nil
    }
    self.handle = handle
  }

  /// Waits for the end of the closure; to be called once.
  func join() { _ = pthread_join(handle, nil) }

  #if canImport(Darwin)
    private static func create(_ work: UnsafeMutableRawPointer) -> pthread_t? {
      var handle: pthread_t?
      let code = unsafe pthread_create(
        &handle, nil,
        {
          unsafe LoopThread.run($0)
          return nil
        }, work)
      return code == 0 ? handle : nil
    }
  #else
    private static func create(_ work: UnsafeMutableRawPointer) -> pthread_t? {
      var handle = pthread_t()
      let code = unsafe pthread_create(
        &handle, nil,
        { work in
          if let work = unsafe work { unsafe LoopThread.run(work) }
          return nil
        }, work)
      return code == 0 ? handle : nil
    }
  #endif

  private static func run(_ work: UnsafeMutableRawPointer) {
    var blocked = sigset_t()
    unsafe sigemptyset(&blocked)
    for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&blocked, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &blocked, nil)
    // Sound: the pointer is the one retained in `init`, taken back once.
    unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
  }

  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
}
