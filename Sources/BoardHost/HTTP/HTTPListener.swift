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
/// libmicrohttpd parses, keeps connections alive, times out slow clients and refuses what is
/// malformed; this type turns its callbacks into ``HTTPRequest`` and ``HTTPAnswer``.
final class HTTPListener: Sendable {
  /// What a listener does with each request, on its own thread and without blocking.
  typealias Handler = @Sendable (HTTPRequest) -> PreparedAnswer

  /// The port the listener has, also where a free one was asked for.
  let port: UInt16
  /// The daemon until it is stopped: `stop()` may come from any thread, and takes it out once.
  private let daemon: Mutex<DaemonHandle?>
  private let context: HandlerContext

  /// Starts listening.
  ///
  /// - Throws: ``ListenError`` when the address cannot be had.
  convenience init(host: String, port: UInt16, handler: @escaping Handler) throws(ListenError) {
    try self.init(on: try ListeningSocket(host: host, port: port), handler: handler)
  }

  /// Starts to answer on a socket, at which clients may be waiting already.
  ///
  /// - Throws: ``ListenError`` when the system has no thread or memory for it.
  init(on socket: consuming ListeningSocket, handler: @escaping Handler) throws(ListenError) {
    let (host, port) = (socket.host, socket.port)
    self.port = port
    context = HandlerContext(handler: handler)
    let pointer = unsafe Unmanaged.passUnretained(context).toOpaque()
    let options = unsafe [
      boardsim_mhd_no_log(),
      MHD_OptionItem(option: .LISTEN_SOCKET, value: Int(socket.handOver()), ptr_value: nil),
      MHD_OptionItem(option: .CONNECTION_TIMEOUT, value: 10, ptr_value: nil),
      MHD_OptionItem(option: .CONNECTION_LIMIT, value: 4096, ptr_value: nil),
      MHD_OptionItem(option: .CONNECTION_MEMORY_LIMIT, value: 16 * 1024, ptr_value: nil),
      boardsim_mhd_on_completed(requestCompleted, nil),
      MHD_OptionItem(option: .END, value: 0, ptr_value: nil),
    ]
    // Sound: `context` lives as long as self, and `stop()` joins the thread that uses it.
    guard let daemon = unsafe boardsim_mhd_start(flags, handleRequest, pointer, options) else {
      throw ListenError(host: host, port: port, code: errno)
    }
    self.daemon = unsafe Mutex(DaemonHandle(pointer: daemon))
  }

  deinit { stop() }

  /// Stops listening and ends every connection; returns when the thread has gone.
  func stop() {
    let handle = daemon.withLock { daemon in
      defer { daemon = nil }
      return daemon
    }
    if let handle { unsafe MHD_stop_daemon(handle.pointer) }
  }
}

/// A running libmicrohttpd daemon.
///
/// Sound to send: libmicrohttpd lets any thread stop a daemon, and the mutex above lets only one.
@safe private struct DaemonHandle: @unchecked Sendable {
  let pointer: OpaquePointer
}

#if os(Linux)
  private let flags = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue
#else
  private let flags = MHD_USE_AUTO_INTERNAL_THREAD.rawValue
#endif
