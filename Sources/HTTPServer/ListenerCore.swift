internal import CMicroHTTPD
internal import HTTPMessages
internal import Platform
import Locks

/// The state that a listener's threads share: sockets with their handlers, and connections.
///
/// libmicrohttpd's own timeout catches silent clients, but not clients that send a little for ever. The
/// deadlines are therefore kept here. A connection that misses its deadline has its socket shut down, and
/// libmicrohttpd then closes it.
final class ListenerCore: Sendable {
  private let limits: HTTPLimits
  private let state: Lock<State>
  private let start = ContinuousClock.now
  /// The pipe that wakes the thread that accepts connections.
  let wakeUp = WakeUpPipe()
  /// Woken, while the listener stops, whenever a pending response has been sent or a connection has closed.
  private let settled = Waker()

  private struct State {
    /// The services by listening socket.
    var services: [Int32: HTTPService] = [:]
    /// The closed sockets, at which no connection is accepted.
    var shut: Set<Int32> = []
    /// The closed sockets at which the system refuses new connections.
    var silent: Set<Int32> = []
    var table: ConnectionTable
    /// The services of accepted connections that libmicrohttpd has not started yet, by descriptor.
    var arriving: [Int32: HTTPService] = [:]
    /// The open connections with their services, by descriptor.
    var open: [Int32: (connection: OpenConnection, service: HTTPService)] = [:]
    /// The scheduled actions, earliest first.
    var timers: [(time: Duration, action: @Sendable () -> Void)] = []
    /// The pending responses, by descriptor.
    var pending: [Int32: PendingResponse] = [:]
    var isStopping = false
  }

  init(limits: HTTPLimits) {
    self.limits = limits
    state = Lock(State(table: ConnectionTable(limits: limits.admission)))
  }

  private var now: Duration { ContinuousClock.now - start }

  // MARK: Sockets

  /// The sockets to accept connections at.
  var sockets: [Int32] {
    state.withLock { state in state.services.keys.filter { !state.silent.contains($0) }.sorted() }
  }

  func add(_ service: HTTPService) {
    state.withLock { $0.services[service.socket] = service }
  }

  /// Closes a socket: accepts no connection there any more, and resets its connections.
  func shut(_ socket: Int32) {
    let isNew = state.withLock { state in
      guard state.services[socket] != nil, state.shut.insert(socket).inserted else { return false }
      if TCPSocket.stopListening(socket) { state.silent.insert(socket) }
      // Under the lock a descriptor still belongs to its connection, as below.
      for (descriptor, service) in state.arriving where service.socket == socket {
        TCPSocket.reset(descriptor)
      }
      for (descriptor, connection) in state.open where connection.service.socket == socket {
        TCPSocket.reset(descriptor)
      }
      return true
    }
    if isNew { wakeUp.wake() }
  }

  /// Opens a socket again.
  func open(_ socket: Int32) {
    let isNew = state.withLock { state in
      guard state.services[socket] != nil, state.shut.remove(socket) != nil else { return false }
      if state.silent.remove(socket) != nil { TCPSocket.listen(socket) }
      return true
    }
    if isNew { wakeUp.wake() }
  }

  /// The outcome of an attempt to accept a connection.
  enum Arrival {
    /// A connection was accepted.
    case taken
    /// No connection is pending.
    case nobody
    /// No descriptor is free: the connection stays pending until one is.
    case exhausted
  }

  /// Accepts one connection.
  ///
  /// - Parameters:
  ///   - socket: The listening socket.
  ///   - begin: Passes the connection to libmicrohttpd, which closes its descriptor in any case.
  /// - Returns: The outcome.
  func accept(from socket: Int32, _ begin: (AcceptedSocket) -> Bool) -> Arrival {
    let now = now
    guard hasRoom(at: now) else { return .exhausted }
    let connection: AcceptedSocket
    do throws(AcceptedSocket.Failure) {
      connection = try AcceptedSocket(from: socket)
    } catch {
      guard error == .exhausted else { return .nobody }
      endOldest()
      return .exhausted
    }
    guard admit(connection, from: socket) else {
      if state.withLock({ $0.shut.contains(socket) }) { TCPSocket.reset(connection.descriptor) }
      TCPSocket.closeDescriptor(connection.descriptor)
      return .taken
    }
    if !begin(connection) { forget(connection.descriptor) }
    return .taken
  }

  /// Whether a descriptor is free for one more connection; if not, ends a connection that keeps the
  /// listener waiting.
  private func hasRoom(at now: Duration) -> Bool {
    state.withLock { state in
      if let last = state.table.makeRoom(at: now) { TCPSocket.shutDown(last) }
      return state.table.hasRoom(at: now)
    }
  }

  private func admit(_ connection: AcceptedSocket, from socket: Int32) -> Bool {
    // Sound: the address is read only during the call.
    let address = unsafe connection.withAddress { address, _ in unsafe RemoteAddress(address) }
    let (now, descriptor) = (now, connection.descriptor)
    return state.withLock { state in
      guard let service = state.services[socket], !state.isStopping, !state.shut.contains(socket),
        state.table.admits(address)
      else { return false }
      state.arriving[descriptor] = service
      let admission = state.table.open(descriptor, from: address, at: now, until: now + limits.head)
      if let last = admission.ended { TCPSocket.shutDown(last) }
      return true
    }
  }

  private func forget(_ descriptor: Int32) {
    state.withLock { state in
      state.arriving[descriptor] = nil
      state.table.close(descriptor)
    }
  }

  /// Whether the listener is stopping.
  var isStopping: Bool { state.withLock { $0.isStopping } }

  // MARK: Connections

  /// Whether any connection may have a deadline.
  var hasDeadlines: Bool { state.withLock { !$0.table.isEmpty } }

  /// Records that libmicrohttpd has started a connection; returns `nil` for an unknown connection.
  func begin(_ handle: ConnectionHandle) -> OpenConnection? {
    state.withLock { state in
      guard let service = state.arriving.removeValue(forKey: handle.descriptor) else { return nil }
      let connection = OpenConnection(handle, for: service)
      state.open[handle.descriptor] = (connection, service)
      return connection
    }
  }

  func close(_ connection: OpenConnection) {
    let isSettled = state.withLock { state in
      state.table.close(connection.descriptor)
      state.open[connection.descriptor] = nil
      return state.isStopping && state.open.isEmpty
    }
    if isSettled { settled.wake() }
  }

  /// Ends the connections whose deadline has passed.
  func endOverdue() {
    let now = now
    state.withLock { state in
      // Under the lock a descriptor still belongs to its connection: `close` comes before libmicrohttpd
      // closes it.
      for descriptor in state.table.endOverdue(at: now) { TCPSocket.shutDown(descriptor) }
    }
  }

  private func endOldest() {
    state.withLock { state in
      if let oldest = state.table.endOldest() { TCPSocket.shutDown(oldest) }
    }
  }

  // MARK: Timers

  /// Schedules an action after a delay, on the thread that accepts connections.
  func call(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
    let time = now + delay
    state.withLock { state in
      let index = state.timers.firstIndex { $0.time > time } ?? state.timers.endIndex
      state.timers.insert((time, action), at: index)
    }
    wakeUp.wake()
  }

  /// The time until the next scheduled action; `nil` for none.
  var untilNextCall: Duration? {
    let now = now
    return state.withLock { $0.timers.first.map { max($0.time - now, .zero) } }
  }

  /// Calls the scheduled actions that are due.
  func callDue() {
    let now = now
    let due = state.withLock { state in
      let due = state.timers.prefix { $0.time <= now }
      state.timers.removeFirst(due.count)
      return due.map { $0.action }
    }
    for action in due { action() }
  }

  // MARK: Requests

  func headArrived(on connection: OpenConnection) {
    let now = now
    state.withLock { state in
      state.table.wait(for: connection.descriptor, since: now, until: now + limits.request)
    }
  }

  func answered(on connection: OpenConnection) {
    let now = now
    let isStopping = state.withLock { state in
      let descriptor = connection.descriptor
      state.table.wait(for: descriptor, since: now, until: now + limits.nextHead)
      state.pending[connection.descriptor] = nil
      return state.isStopping
    }
    if isStopping { settled.wake() }
  }

  /// Suspends a connection until its reply has been made.
  func answerLater(
    on connection: OpenConnection,
    _ begin: (@escaping @Sendable (HTTPReply) -> Void) -> Void
  ) -> MHD_Result {
    let slot = ResponseSlot(connection.handle, ifStopping: connection.service.stopping)
    guard owe(.slot(slot), on: connection, { connection.handle.suspend() }) else {
      return connection.service.stopping.send(on: connection.handle)
    }
    begin { slot.fill($0) }
    return .YES
  }

  /// Starts a response that is sent in pieces.
  func stream(
    _ head: HTTPResponse, on connection: OpenConnection, _ begin: (ResponseStream) -> Void
  ) -> MHD_Result {
    let descriptor = connection.descriptor
    let stream = ResponseStream(head.body) { [weak self] in self?.cutOff($0, on: descriptor) }
    guard owe(.stream(stream), on: connection) else {
      return connection.service.stopping.send(on: connection.handle)
    }
    let fields = head.sentFields.map { ($0.name, $0.value) }
    let result = stream.send(head.status, fields, on: connection.handle)
    if result == .YES { begin(stream) }
    return result
  }

  private func owe(
    _ response: PendingResponse, on connection: OpenConnection, _ alsoDo: () -> Void = {}
  ) -> Bool {
    state.withLock { state in
      guard !state.isStopping else { return false }
      state.pending[connection.descriptor] = response
      state.table.release(connection.descriptor)
      connection.pending = response
      alsoDo()
      return true
    }
  }

  private func cutOff(_ stream: ResponseStream, on descriptor: Int32) {
    state.withLock { state in
      guard case .stream(let present) = state.pending[descriptor], present === stream else {
        return
      }
      TCPSocket.shutDown(descriptor)
    }
  }

  /// Refuses the request with a faulty head: with the refusal for the head's framing, or else with `told`.
  ///
  /// libmicrohttpd (0.9.75 to 0.9.77) queues its own refusal and then continues as with any request, so
  /// that the head is sent twice. Between the two it writes to its log, which leads to this call. The
  /// answer is then this listener's, and nothing of libmicrohttpd's can be sent any more.
  ///
  /// Of all complete and unanswered heads, the faulty one is the only one whose handler has not been
  /// called.
  func refuseHead(_ told: ListenerRefusal?) {
    let refused = state.withLock { state in
      state.open.values.map(\.connection).first {
        !$0.isAsking && !$0.isRefused && $0.handle.hasHead && !$0.handle.hasResponse
      }
    }
    guard let refused, let refusal = refused.handle.framing.refusal ?? told else { return }
    refused.refuse(refusal)
  }

  /// Refuses the request that libmicrohttpd is about to refuse, if the request can be identified.
  ///
  /// The log message does not name the request, so it must be the only unfinished one, counting those
  /// already refused.
  func refuseOnlyUnfinished(_ refusal: ListenerRefusal) {
    let unfinished = state.withLock { state in
      state.open.values.map(\.connection).filter(\.isUnfinished)
    }
    guard unfinished.count == 1, !unfinished[0].handle.hasResponse else { return }
    unfinished[0].refuse(refusal)
  }

  // MARK: The end

  /// Stops accepting connections, and returns the sockets to close.
  func stopListening() -> [Int32] {
    state.withLock { state in
      state.isStopping = true
      defer { state.services = [:] }
      return Array(state.services.keys)
    }
  }

  /// Sends the pending responses; returns when they have been sent, or after a second.
  func finish() {
    let owed = state.withLock { Array($0.pending.values) }
    for response in owed {
      switch response {
      case .slot(let slot): slot.stop()
      case .stream(let stream): stream.end()
      }
    }
    settled.wait(atMost: .seconds(1)) { state.withLock { $0.pending.isEmpty } }
  }

  /// Ends the connections; returns when they are closed, or after half a second.
  ///
  /// libmicrohttpd (0.9.75) may read a connection that it has already freed when it is stopped while it
  /// refuses a request. With all connections closed that cannot happen.
  func endConnections() {
    state.withLock { state in
      for descriptor in state.open.keys { TCPSocket.shutDown(descriptor) }
    }
    settled.wait(atMost: .milliseconds(500)) { state.withLock { $0.open.isEmpty } }
  }
}
