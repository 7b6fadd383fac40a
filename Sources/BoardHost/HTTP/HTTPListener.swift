internal import CMicroHTTPD
internal import Platform
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A small HTTP/1.1 server: one thread, many connections, answers made by a function.
///
/// libmicrohttpd parses, keeps connections alive and refuses what is malformed; this type turns its
/// callbacks into ``HTTPRequest`` and ``HTTPReply``, and lets no client take more than its share.
final class HTTPListener: Sendable {
  /// What a listener does with each request, on its own thread and without blocking.
  typealias Handler = @Sendable (HTTPRequest) -> HTTPReply

  /// The port the listener has, also where a free one was asked for.
  var port: UInt16 { core.port }
  /// The daemon until it is stopped: `stop()` may come from any thread, and takes it out once.
  private let daemon: Mutex<DaemonHandle?>
  private let core: ListenerCore

  /// Starts listening; see ``init(on:limits:readsHeaders:handler:)``.
  ///
  /// - Throws: ``ListenError`` when the address cannot be had.
  convenience init(
    host: String, port: UInt16, limits: HTTPLimits = HTTPLimits(), readsHeaders: Bool = false,
    handler: @escaping Handler
  ) throws(ListenError) {
    try self.init(
      on: try ListeningSocket(host: host, port: port), limits: limits, readsHeaders: readsHeaders,
      handler: handler)
  }

  /// Starts to answer on a socket, at which clients may be waiting already.
  ///
  /// - Parameters:
  ///   - socket: Where it listens.
  ///   - limits: How much it takes from its clients.
  ///   - readsHeaders: Whether the handler looks at the requests' headers.
  ///   - handler: Makes the answers.
  /// - Throws: ``ListenError`` when the system has no thread or memory for it.
  init(
    on socket: consuming ListeningSocket, limits: HTTPLimits = HTTPLimits(),
    readsHeaders: Bool = false, handler: @escaping Handler
  ) throws(ListenError) {
    let (host, port) = (socket.host, socket.port)
    core = ListenerCore(port: port, limits: limits, readsHeaders: readsHeaders, handler: handler)
    // Sound: `core` lives as long as self, and `stop()` joins the thread that uses it.
    let context = unsafe Unmanaged.passUnretained(core).toOpaque()
    let options = unsafe Self.options(socket.handOver(), limits, context)
    guard
      let daemon = unsafe boardsim_mhd_start(
        flags, admitConnection, handleRequest, context, options)
    else {
      throw ListenError(host: host, port: port, code: errno)
    }
    self.daemon = unsafe Mutex(DaemonHandle(pointer: daemon))
  }

  deinit { stop() }

  /// Stops listening and ends every connection; returns when the thread has gone.
  ///
  /// Answers that come later are waited for a moment: whoever makes them should have ended before.
  func stop() {
    let handle = daemon.withLock { daemon in
      defer { daemon = nil }
      return daemon
    }
    guard let handle else { return }
    core.finish()
    // Sound: the handle was taken out under the lock, so that this is done once.
    unsafe MHD_stop_daemon(handle.pointer)
  }

  private static func options(
    _ socket: Int32, _ limits: HTTPLimits, _ context: UnsafeMutableRawPointer
  ) -> [MHD_OptionItem] {
    // Its limit of connections is beyond ours, and its timeout a little later than what we announce.
    let connections = limits.connections + limits.spare
    let timeout = HTTPLimits.idle.components.seconds + 2
    // Sound: the context is this listener's core, which outlives the daemon.
    return unsafe [
      boardsim_mhd_on_log(wroteLog, context),
      MHD_OptionItem(option: .LISTEN_SOCKET, value: Int(socket), ptr_value: nil),
      MHD_OptionItem(option: .CONNECTION_TIMEOUT, value: Int(timeout), ptr_value: nil),
      MHD_OptionItem(option: .CONNECTION_LIMIT, value: connections, ptr_value: nil),
      MHD_OptionItem(option: .CONNECTION_MEMORY_LIMIT, value: 16 * 1024, ptr_value: nil),
      boardsim_mhd_on_connection(connectionChanged, context),
      boardsim_mhd_on_completed(requestCompleted, context),
      MHD_OptionItem(option: .END, value: 0, ptr_value: nil),
    ]
  }
}

/// A running libmicrohttpd daemon.
///
/// Sound to send: libmicrohttpd lets any thread stop a daemon, and the mutex above lets only one.
@safe private struct DaemonHandle: @unchecked Sendable {
  let pointer: OpaquePointer
}

#if os(Linux)
  private let polling = MHD_USE_EPOLL_INTERNAL_THREAD
#else
  private let polling = MHD_USE_AUTO_INTERNAL_THREAD
#endif

private let flags =
  polling.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue | MHD_USE_ERROR_LOG.rawValue
