#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A thread for calls that block, outside the pool that Swift's tasks share.
///
/// The thread blocks SIGINT, SIGTERM and SIGHUP, which the process's other threads handle. The thread also
/// blocks SIGPIPE, which would end the process on a write to a closed socket.
///
/// Sound throughout: the body is retained once for the thread, which releases it. Each thread identifier is
/// joined or detached exactly once, and not used afterwards.
package struct BackgroundThread: Sendable {
  private let handle: ThreadHandle

  /// Starts a thread; the result is `nil` if the system cannot create one.
  package init?(_ body: sending @escaping () -> Void) {
    let box = unsafe Unmanaged.passRetained(Body(body))
    // Sound: the box is retained here. The thread releases it, or the code below does if there is no thread.
    guard let handle = unsafe createThread(box.toOpaque()) else {
      unsafe box.release()
      return nil
    }
    self.handle = handle
  }

  /// Whether the caller runs on this thread.
  package var isCurrent: Bool { handle.isCurrent }

  /// Waits for the thread's end; call either this or ``detach()``, once.
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
  /// Sound: every thread may use a thread identifier.
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
