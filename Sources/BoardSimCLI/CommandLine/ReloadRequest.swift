import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The handling of SIGHUP as a request that a server reload its files.
enum ReloadRequest {
  private static let pipe = WakeUpPipe()

  /// The descriptor that is readable after a request.
  static var descriptor: Int32 { pipe.descriptor }

  /// Whether a request has arrived since the last access.
  static var isWanted: Bool {
    defer { pipe.drain() }
    var polled = ReadablePoll([descriptor])
    return !polled.wait(atMost: .zero).isEmpty
  }

  /// Installs the signal handler; without it, SIGHUP ends the process.
  static func install() {
    var action = sigaction()
    // The handler is async-signal-safe: it uses a pipe created before.
    let handler: @convention(c) (Int32) -> Void = { _ in
      let code = errno
      ReloadRequest.pipe.wake()
      errno = code
    }
    // Sound: the handler uses only the pipe, which is created here before the handler is installed. The set
    // and the action are filled by the calls, and read only by them.
    _ = descriptor
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = handler
    #else
      unsafe action.__sigaction_handler.sa_handler = handler
    #endif
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaction(SIGHUP, &action, nil)
    unsafe sigaddset(&signals, SIGHUP)
    // A process inherits a blocked signal mask from the thread that starts it.
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
