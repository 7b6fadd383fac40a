import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// SIGHUP, as a wish that a server reads its files again.
enum ReloadRequest {
  private static let pipe = WakeUpPipe()

  /// Can be read when there is a wish.
  static var descriptor: Int32 { pipe.descriptor }

  /// Whether there was a wish since this was asked last.
  static var isWanted: Bool {
    defer { pipe.drain() }
    var polled = ReadablePoll([descriptor])
    return !polled.wait(atMost: .zero).isEmpty
  }

  /// Starts to take the signal as a wish; without it, it ends the process.
  static func install() {
    var action = sigaction()
    // Safe in a signal handler: a pipe that was made before.
    let handler: @convention(c) (Int32) -> Void = { _ in
      let code = errno
      ReloadRequest.pipe.wake()
      errno = code
    }
    // Sound: the pipe is made here before the handler is installed, which touches nothing else; the set and
    // the action are filled by the calls and read by them only.
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
    // Whoever starts a process from a thread that blocks signals hands the block down.
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
