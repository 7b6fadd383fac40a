import Platform
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The handling of SIGINT and SIGTERM as requests to end.
///
/// Servers, and commands that read an endless stream, are complete when they are asked to end: their status
/// is 0. All other work is incomplete then, and throws ``Failure/interrupted``.
enum Interruption {
  private static let received = Atomic<Int32>(0)
  /// A pipe that is readable from the first signal on, so that no wait misses a signal.
  private static let bell = Bell()

  /// The number of the first signal; 0 before any signal.
  static var signal: Int32 { received.load(ordering: .relaxed) }

  /// Whether the process was asked to end.
  static var isRequested: Bool { signal != 0 }

  /// Throws ``Failure/interrupted`` when the process was asked to end.
  static func check() throws(Failure) {
    if isRequested { throw .interrupted }
  }

  /// Calls `end` on a separate thread once the process is asked to end, or at once if it was asked already.
  ///
  /// The function serves work that awaits something else: `end` ends what the work awaits.
  static func onRequest(_ end: @escaping @Sendable () -> Void) {
    let thread = BackgroundThread {
      while !isRequested { wait(for: -1) }
      end()
    }
    thread?.detach()
  }

  /// Waits for 200 ms, or until the process is asked to end.
  static func pause() { wait(for: -1, milliseconds: 200) }

  /// Waits until a descriptor is readable, the process is asked to end, or the time is over.
  static func wait(for descriptor: Int32, milliseconds: Int32 = -1) {
    var polled = [
      pollfd(fd: bell.reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    // Sound: the array has the two elements that the call is told of.
    unsafe poll(&polled, 2, milliseconds)
  }

  /// Installs the signal handlers; without them, the signals end the process at once.
  static func install() {
    var action = sigaction()
    // The handler is async-signal-safe: it uses an atomic and a pipe, both created before.
    let handler: @convention(c) (Int32) -> Void = { signal in
      _ = Interruption.received.compareExchange(
        expected: 0, desired: signal, ordering: .relaxed)
      Interruption.bell.ring()
    }
    // Sound: the handler uses only an atomic flag and a pipe, which are created here before it is
    // installed. The sets and actions are filled by the calls, and read only by them.
    _ = (isRequested, bell.reading)
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = handler
    #else
      unsafe action.__sigaction_handler.sa_handler = handler
    #endif
    // Without SA_RESTART, a blocking read returns, and its caller sees the request.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM] {
      unsafe sigaction(signal, &action, nil)
      unsafe sigaddset(&signals, signal)
    }
    // A process inherits a blocked signal mask from the thread that starts it.
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    ignoreClosedPipes()
  }

  /// Ignores SIGPIPE, so that a missing reader is an error of write(2) and does not end the process.
  static func ignoreClosedPipes() {
    #if canImport(Glibc)
      _ = Glibc.signal(SIGPIPE, SIG_IGN)
    #else
      _ = Darwin.signal(SIGPIPE, SIG_IGN)
    #endif
  }
}

/// A pipe that a signal handler writes to; it stays readable afterwards.
private struct Bell: Sendable {
  /// The descriptor that is readable after the first signal; -1 when the process has no descriptors left.
  let reading: Int32
  private let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    // Sound: the array has the two elements that pipe(2) fills.
    _ = unsafe pipe(&ends)
    for end in ends where end >= 0 {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  func ring() {
    let code = errno
    var byte: UInt8 = 1
    // Sound: one byte is written from a variable of one byte.
    _ = unsafe write(writing, &byte, 1)
    errno = code
  }
}
