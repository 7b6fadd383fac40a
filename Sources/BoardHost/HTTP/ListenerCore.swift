internal import BoardFirmware
internal import CMicroHTTPD
import Dispatch
internal import Platform
import Synchronization

/// What a listener's callbacks share: its handler, and what it knows of its connections.
///
/// libmicrohttpd's own timeout sees a client that says nothing, not one that says little for ever:
/// deadlines are kept here, and a connection that misses one has its socket shut down, upon which
/// libmicrohttpd closes it.
final class ListenerCore: Sendable {
  let handler: HTTPListener.Handler
  let readsHeaders: Bool
  let port: UInt16
  private let limits: HTTPLimits
  private let state: Mutex<State>
  private let start = ContinuousClock.now
  /// Entered while an answer is owed.
  private let owing = DispatchGroup()

  private struct State {
    var table: ConnectionTable
    var handles: [Int32: ConnectionHandle] = [:]
    /// Answers that come later, by descriptor.
    var slots: [Int32: AnswerSlot] = [:]
    var isWatched = false
    var isStopping = false
  }

  init(
    port: UInt16, limits: HTTPLimits, readsHeaders: Bool, handler: @escaping HTTPListener.Handler
  ) {
    self.port = port
    self.limits = limits
    self.readsHeaders = readsHeaders
    self.handler = handler
    state = Mutex(State(table: ConnectionTable(limits: limits)))
  }

  private var now: Duration { ContinuousClock.now - start }

  // MARK: Connections

  func admits(_ address: RemoteAddress?) -> Bool {
    let now = now
    return state.withLock { $0.table.admits(address, at: now) }
  }

  func open(_ connection: OpenConnection) {
    let now = now
    state.withLock { state in
      let descriptor = connection.descriptor
      state.handles[descriptor] = connection.handle
      let last = state.table.open(descriptor, from: connection.handle.address, at: now)
      if let last { TCPSocket.shutDown(last) }
      if !state.isWatched { watch(&state) }
    }
  }

  func close(_ connection: OpenConnection) {
    state.withLock { state in
      state.table.close(connection.descriptor)
      state.handles[connection.descriptor] = nil
    }
  }

  /// Looks after the deadlines for as long as there are connections.
  private func watch(_ state: inout State) {
    state.isWatched = true
    let next = DispatchTime.now() + DispatchTimeInterval(limits.tick)
    DispatchQueue.global().asyncAfter(deadline: next) { [weak self] in self?.endOverdue() }
  }

  private func endOverdue() {
    let now = now
    state.withLock { state in
      state.isWatched = false
      // Under the lock a descriptor is still that of its connection: `close` comes before it closes.
      for descriptor in state.table.endOverdue(at: now) { TCPSocket.shutDown(descriptor) }
      if !state.table.isEmpty { watch(&state) }
    }
  }

  // MARK: Requests

  func headArrived(on connection: OpenConnection) {
    let now = now
    state.withLock { $0.table.headArrived(on: connection.descriptor, at: now) }
  }

  func answered(on connection: OpenConnection) {
    let now = now
    let wasOwed = state.withLock { state in
      state.table.answered(on: connection.descriptor, at: now)
      return connection.slot != nil && state.slots.removeValue(forKey: connection.descriptor) != nil
    }
    if wasOwed { owing.leave() }
  }

  /// Sets a connection aside until its answer has been made.
  func answerLater(
    on connection: OpenConnection,
    _ begin: (@escaping @Sendable (PreparedAnswer) -> Void) -> Void
  ) -> MHD_Result {
    let slot = AnswerSlot(connection.handle)
    let isTaken = state.withLock { state in
      guard !state.isStopping else { return false }
      state.slots[connection.descriptor] = slot
      state.table.answerComesLater(on: connection.descriptor)
      owing.enter()
      connection.handle.suspend()
      return true
    }
    guard isTaken else { return Self.stopping.send(on: connection.handle) }
    connection.slot = slot
    begin { slot.fill($0) }
    return .YES
  }

  /// Refuses those whose head declares a length of the body that is none.
  ///
  /// libmicrohttpd (0.9.75 to 0.9.77) queues its own refusal and then goes on as with any request,
  /// so that the head is sent twice. Between the two it writes to its log, and that calls this: the
  /// answer is ours, and nothing of the other one can be sent any more.
  func refuseMalformedLengths() {
    state.withLock { state in
      for (descriptor, handle) in state.handles {
        guard let refusal = handle.lengthRefusal else { continue }
        TCPSocket.send(refusal.closingBytes, on: descriptor)
        TCPSocket.shutDown(descriptor)
      }
    }
  }

  // MARK: The end

  /// Answers what is owed, and returns when that is sent, or soon after.
  func finish() {
    let slots = state.withLock { state in
      state.isStopping = true
      return Array(state.slots.values)
    }
    for slot in slots { slot.fill(Self.stopping) }
    _ = owing.wait(timeout: .now() + 1)
  }

  private static let stopping = PreparedAnswer(
    DataAnswer(status: 503, error: "the board is stopping; start it again"))
}
