internal import CMicroHTTPD
package import HTTPMessages
package import Platform
import Locks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A small HTTP/1.1 server for any number of sockets and many connections on two threads.
///
/// The first thread accepts the connections of all sockets and ends those whose deadline has passed. On the
/// other thread libmicrohttpd parses requests, keeps connections alive and refuses malformed requests. This type
/// turns its callbacks into requests for each socket's handler and ``HTTPReply``, and enforces the limits
/// of each client.
package final class HTTPListener: Sendable {
  /// The handler of requests, called on the listener's thread; it must not block.
  package typealias Handler = @Sendable (HTTPRequest) -> HTTPReply
  /// Makes the response for a refusal by the listener itself.
  package typealias Refusal = @Sendable (ListenerRefusal) -> HTTPResponse

  /// The daemon; `nil` after `stop()`, which any thread may call and which removes it once.
  private let daemon: Lock<DaemonHandle?>
  private let core: ListenerCore
  private let acceptor: BackgroundThread

  /// Starts a listener without sockets.
  ///
  /// - Parameters:
  ///   - limits: The limits of clients.
  ///   - tls: The certificate and key for TLS at all sockets; `nil` for plain HTTP.
  /// - Throws: ``ListenError`` when the system has no thread or memory for the listener.
  package init(limits: HTTPLimits = HTTPLimits(), tls: TLSIdentity? = nil) throws(ListenError) {
    let core = ListenerCore(limits: limits)
    guard core.wakeUp.descriptor >= 0 else { throw ListenError(host: "", port: 0, code: EMFILE) }
    // Sound: `core` lives as long as this object, and `stop()` joins the thread that uses it.
    let context = unsafe Unmanaged.passUnretained(core).toOpaque()
    guard let pointer = unsafe Self.start(Self.options(limits, context), tls, context) else {
      throw ListenError(host: "", port: 0, code: errno)
    }
    let daemon = unsafe DaemonHandle(pointer: pointer)
    let loop = AcceptLoop(core: core, daemon: daemon, tick: limits.tick)
    guard let acceptor = BackgroundThread({ loop.run() }) else {
      // Sound: no other code has the daemon yet.
      unsafe MHD_stop_daemon(pointer)
      throw ListenError(host: "", port: 0, code: EAGAIN)
    }
    (self.core, self.acceptor) = (core, acceptor)
    self.daemon = Lock(daemon)
  }

  /// Starts a listener at one socket; see ``serve(on:reading:refusal:handler:)``.
  ///
  /// - Throws: ``ListenError`` when a thread or memory is unavailable.
  package convenience init(
    on socket: consuming ListeningSocket, limits: HTTPLimits = HTTPLimits(),
    tls: TLSIdentity? = nil, reading: RequestParts = [], isLenientWithHosts: Bool = false,
    handler: @escaping Handler
  ) throws(ListenError) {
    try self.init(limits: limits, tls: tls)
    serve(on: socket, reading: reading, isLenientWithHosts: isLenientWithHosts, handler: handler)
  }

  deinit { stop() }

  /// Serves one more socket, at which clients may be waiting already.
  ///
  /// - Parameters:
  ///   - socket: The listening socket.
  ///   - reading: The optional request parts that the handler reads.
  ///   - isLenientWithHosts: Whether a head without `Host`, or with several, is accepted, as old clients
  ///     send it.
  ///   - refusal: Makes the responses for refusals by the listener itself.
  ///   - handler: Makes the replies.
  /// - Returns: The switch of the socket, which is open.
  @discardableResult
  package func serve(
    on socket: consuming ListeningSocket, reading: RequestParts = [],
    isLenientWithHosts: Bool = false,
    refusal: @escaping Refusal = { HTTPResponse(status: $0.status, error: $0.error) },
    handler: @escaping Handler
  ) -> HTTPDoor {
    let descriptor = socket.handOver()
    TCPSocket.setNonblocking(descriptor)
    core.add(
      HTTPService(
        at: descriptor, reading: reading, isLenientWithHosts: isLenientWithHosts,
        refusal: refusal, handler: handler))
    core.wakeUp.wake()
    return HTTPDoor(core: core, socket: descriptor)
  }

  /// Stops listening and ends every connection; returns when both threads have ended.
  ///
  /// Replies made later are awaited for a moment; their makers should have ended before.
  package func stop() {
    let handle = daemon.withLock { daemon in
      defer { daemon = nil }
      return daemon
    }
    guard let handle else { return }
    let sockets = core.stopListening()
    core.wakeUp.wake()
    acceptor.join()
    for socket in sockets { TCPSocket.closeDescriptor(socket) }
    core.finish()
    core.endConnections()
    // Sound: the handle was removed under the lock, so that the daemon is stopped once.
    unsafe MHD_stop_daemon(handle.pointer)
  }

  /// Starts the daemon; returns `nil` with `errno` set on failure.
  private static func start(
    _ options: [MHD_OptionItem], _ tls: TLSIdentity?, _ context: UnsafeMutableRawPointer
  ) -> OpaquePointer? {
    guard let tls else {
      // Sound: the context is the listener's core, which outlives the daemon.
      return unsafe boardsim_mhd_start(flags, nil, handleRequest, context, options)
    }
    // Sound: as above; the texts are read while the daemon starts.
    return unsafe tls.withOptions { more in
      unsafe boardsim_mhd_start(
        flags | MHD_USE_TLS.rawValue, nil, handleRequest, context, more + options)
    }
  }

  private static func options(
    _ limits: HTTPLimits, _ context: UnsafeMutableRawPointer
  ) -> [MHD_OptionItem] {
    // The daemon's limit of connections is above the listener's own limit.
    let connections = limits.admission.connections + limits.admission.spare
    let timeout = limits.silence.components.seconds
    // Sound: the context is this listener's core, which outlives the daemon.
    return unsafe [
      boardsim_mhd_on_log({ unsafe wroteLog($0, $1, $2) }, context),
      MHD_OptionItem(option: .CONNECTION_TIMEOUT, value: Int(timeout), ptr_value: nil),
      MHD_OptionItem(option: .CONNECTION_LIMIT, value: connections, ptr_value: nil),
      MHD_OptionItem(option: .CONNECTION_MEMORY_LIMIT, value: 16 * 1024, ptr_value: nil),
      boardsim_mhd_on_connection(connectionChanged, context),
      boardsim_mhd_on_target(targetCame, context),
      boardsim_mhd_on_completed(requestCompleted, context),
      MHD_OptionItem(option: .END, value: 0, ptr_value: nil),
    ]
  }
}

/// The thread that accepts connections, and ends those whose deadline has passed.
private struct AcceptLoop: Sendable {
  let core: ListenerCore
  let daemon: DaemonHandle
  let tick: Duration

  func run() {
    let order = core.wakeUp.descriptor
    var (sockets, isExhausted) = (core.sockets, false)
    var nextLook = ContinuousClock.now
    while !core.isStopping {
      // Without free descriptors no connection can be accepted: pause, so that some become free.
      var poll = ReadablePoll([order] + (isExhausted ? [] : sockets))
      let untilLook = core.hasDeadlines ? max(nextLook - .now, .zero) : nil
      let until = [untilLook, core.untilNextCall].compactMap { $0 }.min()
      let ready = poll.wait(atMost: isExhausted ? pause : until)
      core.callDue()
      if nextLook <= .now {
        core.endOverdue()
        nextLook = .now + tick
      }
      isExhausted = ready.reduce(false) { $0 || ($1 != order && !acceptAll(from: $1)) }
      guard ready.contains(order) else { continue }
      core.wakeUp.drain()
      sockets = core.sockets
    }
  }

  private var pause: Duration { .milliseconds(2) }

  /// Accepts the connections pending at a socket; returns `false` when descriptors run out.
  private func acceptAll(from socket: Int32) -> Bool {
    while true {
      let arrival = core.accept(from: socket) { connection in
        // Sound: the daemon runs until this thread has ended, and copies the address.
        unsafe connection.withAddress { address, length in
          unsafe MHD_add_connection(daemon.pointer, connection.descriptor, address, length) == .YES
        }
      }
      if arrival != .taken { return arrival == .nobody }
    }
  }
}

/// A running libmicrohttpd daemon.
///
/// Sound to send: libmicrohttpd lets any thread add connections and stop the daemon, and the lock in the
/// listener ensures that it is stopped once.
@safe private struct DaemonHandle: @unchecked Sendable {
  let pointer: OpaquePointer
}

#if os(Linux)
  private let polling = MHD_USE_EPOLL_INTERNAL_THREAD
#else
  private let polling = MHD_USE_AUTO_INTERNAL_THREAD
#endif

private let flags =
  polling.rawValue | MHD_USE_NO_LISTEN_SOCKET.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
  | MHD_USE_ERROR_LOG.rawValue
