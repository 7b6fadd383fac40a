import Platform
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// SIGINT and SIGTERM, as a wish that the work may see and end by.
///
/// Servers, and commands that read a stream without an end, are done when they are asked to end: they
/// end with 0. All other work is cut short: it throws ``Failure/interrupted``.
enum Interruption {
  private static let received = Atomic<Int32>(0)
  /// A pipe that can be read from the first signal on, so that no wait misses one.
  private static let bell = Bell()

  /// The signal that came first; 0 when none has come.
  static var signal: Int32 { received.load(ordering: .relaxed) }

  /// Whether the process was asked to end.
  static var isRequested: Bool { signal != 0 }

  /// Ends the work when the process was asked to end.
  static func check() throws(Failure) {
    if isRequested { throw .interrupted }
  }

  /// Calls `end` once the process is asked to end, or was, on a thread of its own.
  ///
  /// For work that awaits something else: it ends what is awaited.
  static func onRequest(_ end: @escaping @Sendable () -> Void) {
    let thread = BackgroundThread {
      while !isRequested { wait(for: -1) }
      end()
    }
    thread?.detach()
  }

  /// Returns after a fifth of a second, or sooner when the process is asked to end.
  static func pause() { wait(for: -1, milliseconds: 200) }

  /// Returns when a descriptor can be read, or the process is asked to end.
  static func wait(for descriptor: Int32, milliseconds: Int32 = -1) {
    var polled = [
      pollfd(fd: bell.reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    // Sound: the array has the two elements it is said to have.
    unsafe poll(&polled, 2, milliseconds)
  }

  /// Starts to take the signals as a wish; without it they end the process at once.
  static func install() {
    var action = sigaction()
    // Safe in a signal handler: an atomic and a pipe, both of which were made before.
    let handler: @convention(c) (Int32) -> Void = { signal in
      _ = Interruption.received.compareExchange(
        expected: 0, desired: signal, ordering: .relaxed)
      Interruption.bell.ring()
    }
    // Sound: the handler touches nothing but an atomic flag and a pipe, which are made here before it is
    // installed; the sets and actions are filled by the calls and read by them only.
    _ = (isRequested, bell.reading)
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
    ignoreClosedPipes()
  }

  /// Makes a reader that has gone an error of write(2), not the end of the process.
  static func ignoreClosedPipes() {
    #if canImport(Glibc)
      _ = Glibc.signal(SIGPIPE, SIG_IGN)
    #else
      _ = Darwin.signal(SIGPIPE, SIG_IGN)
    #endif
  }
}

/// A pipe to ring with from a signal handler; never silent again.
private struct Bell: Sendable {
  /// Can be read once it has rung; -1 when the process has no descriptors left.
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
