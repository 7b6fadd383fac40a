#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A thread of our own for calls that block, outside the pool that Swift's tasks share.
///
/// The process's signals are left to its other threads, and SIGPIPE, with which writing to a closed
/// socket would end the process, is blocked.
///
/// Sound throughout: the body is retained once for the thread, which releases it; identifiers of threads are
/// used until they are joined or detached, once.
package struct BackgroundThread: Sendable {
  private let handle: ThreadHandle

  /// Starts a thread; `nil` when the system has none to give.
  package init?(_ body: sending @escaping () -> Void) {
    let box = unsafe Unmanaged.passRetained(Body(body))
    // Sound: the box is retained here and released by the thread, or below when there is none.
    guard let handle = unsafe createThread(box.toOpaque()) else {
      unsafe box.release()
      return nil
    }
    self.handle = handle
  }

  /// Whether the caller runs on this thread.
  package var isCurrent: Bool { handle.isCurrent }

  /// Waits for the thread's end; call this or ``detach()``, once.
  package func join() { handle.join() }

  /// Lets the thread end on its own.
  package func detach() { handle.detach() }
}

/// The closure that a thread runs.
private final class Body {
  let run: () -> Void
  init(_ run: @escaping () -> Void) { self.run = run }
}

#if canImport(Darwin)
  /// Sound: an identifier, which every thread may use.
  @safe
  private struct ThreadHandle: @unchecked Sendable {
    let id: pthread_t

    var isCurrent: Bool { unsafe pthread_equal(pthread_self(), id) != 0 }
    func join() { _ = unsafe pthread_join(id, nil) }
    func detach() { _ = unsafe pthread_detach(id) }
  }

  private func createThread(_ box: UnsafeMutableRawPointer) -> ThreadHandle? {
    var id: pthread_t?
    let entry: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { box in
      unsafe runBody(box)
      return nil
    }
    guard unsafe pthread_create(&id, nil, entry, box) == 0, let id = unsafe id else { return nil }
    return unsafe ThreadHandle(id: id)
  }
#else
  private struct ThreadHandle: Sendable {
    let id: pthread_t

    var isCurrent: Bool { pthread_equal(pthread_self(), id) != 0 }
    func join() { _ = pthread_join(id, nil) }
    func detach() { _ = pthread_detach(id) }
  }

  private func createThread(_ box: UnsafeMutableRawPointer) -> ThreadHandle? {
    var id = pthread_t()
    let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { box in
      if let box = unsafe box { unsafe runBody(box) }
      return nil
    }
    return unsafe pthread_create(&id, nil, entry, box) == 0 ? ThreadHandle(id: id) : nil
  }
#endif

private func runBody(_ box: UnsafeMutableRawPointer) {
  blockSignals()
  // Sound: the box was retained for this thread alone.
  unsafe Unmanaged<Body>.fromOpaque(box).takeRetainedValue().run()
}

private func blockSignals() {
  var signals = sigset_t()
  unsafe sigemptyset(&signals)
  for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, signal) }
  unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
}
