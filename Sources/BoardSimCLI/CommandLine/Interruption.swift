import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// SIGINT and SIGTERM, as a wish that the work may see and end by.
enum Interruption {
  private static let isWished = Atomic<Bool>(false)

  /// Whether the process was asked to end.
  static var isRequested: Bool { isWished.load(ordering: .relaxed) }

  /// Returns after a fifth of a second, or sooner when the process is asked to end.
  static func pause() {
    var time = timespec(tv_sec: 0, tv_nsec: 200_000_000)
    // A signal ends the sleep, whatever is left of it.
    unsafe nanosleep(&time, nil)
  }

  /// Starts to take the signals as a wish; without it they end the process at once.
  static func install() {
    var action = sigaction()
    // Safe in a signal handler: one store to an atomic that was made before.
    let handler: @convention(c) (Int32) -> Void = { _ in
      Interruption.isWished.store(true, ordering: .relaxed)
    }
    _ = isRequested
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = handler
    #else
      unsafe action.__sigaction_handler.sa_handler = handler
    #endif
    // No SA_RESTART: a read that waits for input returns, and its caller sees the wish.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM] {
      unsafe sigaction(signal, &action, nil)
      unsafe sigaddset(&signals, signal)
    }
    // Whoever starts a process from a thread that blocks signals hands the block down.
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    // A reader that has gone is an error of write(2), not the end of the process.
    signal(SIGPIPE, SIG_IGN)
  }
}
