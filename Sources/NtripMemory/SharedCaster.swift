public import NtripProtocol
internal import Locks

/// A caster shared by threads: one thread may serve it over TCP, others read it from memory.
///
/// ```swift
/// let caster = SharedCaster(Caster([mountpoint]), isDriven: true)
/// let server = try NtripCasterServer(port: 2101, caster: caster)  // of NtripCaster
/// caster.advance(to: now)  // all readers get the data due by now, over TCP and in memory
/// ```
/// All connections share one state, so all readers of a stream read it at the same position. Output is queued
/// until its receiver takes it, so no receiver waits for another. The number of TCP readers has no effect on
/// readers in memory.
public final class SharedCaster: Sendable {
  private let state: Lock<State>

  /// Creates a shared caster from a caster without connections.
  ///
  /// - Parameters:
  ///   - caster: The caster with its mountpoints.
  ///   - isDriven: Whether only ``advance(to:)`` moves the streams on, in a time of its own; otherwise the
  ///     server does, in real time.
  public init(_ caster: Caster, isDriven: Bool) {
    state = Lock(State(caster: caster, isDriven: isDriven))
  }

  /// The caster's current readers, bytes and positions.
  public var snapshot: CasterSnapshot { state.withLock { $0.caster.snapshot } }

  /// The current state of the mountpoints' streams.
  public var streams: [CasterSnapshot.Stream] { state.withLock { $0.caster.streams } }

  /// Returns the source and the readers of a mountpoint, or of all; the cost grows with the limit.
  package func connections(
    of mountpoint: String?, atMost limit: Int
  ) -> [CasterSnapshot.Connection] {
    state.withLock { $0.caster.connections(of: mountpoint, atMost: limit) }
  }

  /// The streams' time of the last event, by which faults begin and end.
  package var streamTime: Duration { state.withLock { $0.caster.streamTime } }

  /// Sets the observer of answers to requests, called from any thread; it must not call the caster.
  package func onAnswer(_ call: @escaping @Sendable (AnsweredRequest) -> Void) {
    change { state in state.observeAnswers(call) }
  }

  /// Whether every stream has ended.
  public var hasEnded: Bool { state.withLock { $0.caster.hasEnded } }
}

// MARK: While it serves

extension SharedCaster {
  /// Sets the users admitted from now on; existing connections stay.
  public func admit(_ users: CasterUsers?) { change { state in state.admit(users) } }

  /// Replaces the caster's faults from now on.
  ///
  /// - Parameters:
  ///   - faults: The faults, by the streams' time, which is the server's time unless the streams are driven.
  ///   - seed: The seed of the faults' random numbers.
  public func setFaults(_ faults: [CasterFault], seed: UInt64 = 0) {
    let wakeServer = state.withLock { state in
      state.setFaults(faults, seed: seed)
      return state.wakeServer
    }
    // A fault may be due before the server's next event.
    wakeServer?()
  }

  /// Sets the sourcetable's other records: the caster itself, and networks.
  public func introduce(_ neighbours: [Sourcetable.Record]) {
    change { state in state.introduce(neighbours) }
  }

  /// Replaces the mountpoints from now on; the kept ones continue unchanged.
  public func offer(_ mountpoints: [Mountpoint], keeping kept: Set<String>) {
    change { state in
      state.post { $0.offer(mountpoints, keeping: kept, perform: $1) }
    }
  }

  /// Pushes bytes to the readers of a mountpoint.
  public func push(_ bytes: [UInt8], to name: String) {
    change { state in
      state.post { $0.push(bytes.span, to: name, perform: $1) }
    }
  }

  /// The mountpoints with readers whose streams the caster's owner has to fetch.
  public var demand: [String] { state.withLock { $0.caster.demand } }

  /// Sets a closure for changes of ``demand``, called from any thread; at once if there is demand now.
  public func onDemandChange(_ call: @escaping @Sendable () -> Void) {
    change { state in state.observeDemand(call) }
  }

  /// Sets a closure for changes of the streams that there are, and of those that have readers; called from any thread.
  package func onSupplyChange(_ call: @escaping @Sendable () -> Void) {
    change { state in state.onSupplyChange = call }
  }

  /// Continues a request after its password check.
  package func verified(_ id: Caster.ConnectionID, _ check: PasswordCheck, isRight: Bool) {
    change { state in
      let now = state.streamTime
      state.post { $0.verified(id, check, isRight: isRight, at: now, perform: $1) }
    }
  }
}

// MARK: Several casters that are one

extension SharedCaster {
  /// The streams that the caster itself has now.
  package var ownStreams: [Caster.OwnStream] { state.withLock { $0.ownStreams } }

  /// The number of changes of the streams that there are.
  package var supplyChangeCount: Int { state.withLock { $0.caster.supplyChangeCount } }

  /// The mountpoints with readers whose stream another caster has.
  package var neighbourDemand: [String] { state.withLock { $0.caster.neighbourDemand } }

  /// Follows the streams of the other casters; see `Caster.follow(_:as:making:perform:)`.
  package func follow(
    _ streams: [String: NeighbourStream], as node: String,
    making make: @escaping @Sendable (NeighbourStream) -> Mountpoint
  ) {
    change { state in
      state.post { $0.follow(streams, as: node, making: make, perform: $1) }
    }
  }

  /// Forwards bytes of another caster's stream to the readers of its mountpoint.
  package func forward(_ bytes: [UInt8], to name: String, isBehindGap: Bool) {
    change { state in
      state.post { $0.forward(bytes.span, to: name, isBehindGap: isBehindGap, perform: $1) }
    }
  }

  /// Exports the slices of some mountpoints, also without readers, and of no others.
  package func setExports(_ names: Set<String>) {
    let wakeServer = attend { state in
      let now = state.streamTime
      state.post { caster, _ in caster.setExports(names, at: now) }
      return state.wakeServer
    }
    // A stream that begins is due before the server's next event.
    wakeServer?()
  }

  /// Sets the receivers of exported slices and of readers' positions, called from any thread; they must not call the
  /// caster.
  package func setReceivers(
    ofExports onExport: @escaping @Sendable (_ mountpoint: String, _ slice: [UInt8]) -> Void,
    ofPositions onPosition:
      @escaping @Sendable (
        _ mountpoint: String, _ node: String?, GGASentence
      ) -> Void
  ) {
    change { state in state.setReceivers(ofExports: onExport, ofPositions: onPosition) }
  }
}

// MARK: In memory

extension SharedCaster {
  /// The caster's output for one connection.
  public struct Output: Sendable {
    /// The bytes, in order.
    public var bytes: [UInt8] = []
    /// The number of stream bytes sent over the connection; `nil` unless the caster has closed it.
    public var closedAfter: Int?
    /// Whether the caster closed the connection with a reset.
    public var isReset = false
  }

  /// Moves the streams on: readers get the data due by `now`.
  public func advance(to now: Duration) {
    change(at: now) { state in
      state.post { $0.advance(to: now, perform: $1) }
    }
  }

  /// Opens a connection in memory, with its complete request.
  public func connect(saying request: [UInt8], at now: Duration) -> Caster.ConnectionID {
    // Connected and received in one step: the server closes connections without a request by another clock.
    change(at: now) { state in
      let id = state.connect(at: now)
      state.inboxes[id] = Output()
      state.post { $0.receive(request.span, from: id, at: now, perform: $1) }
      return id
    }
  }

  /// Receives further bytes from a connection in memory.
  public func receive(_ bytes: [UInt8], from id: Caster.ConnectionID, at now: Duration) {
    change(at: now) { state in
      state.post { $0.receive(bytes.span, from: id, at: now, perform: $1) }
    }
  }

  /// Whether a connection in memory has output to take, including its end.
  package func hasOutput(of id: Caster.ConnectionID) -> Bool {
    state.withLock { state in
      guard let output = state.inboxes[id] else { return false }
      return !output.bytes.isEmpty || output.closedAfter != nil
    }
  }

  /// Returns the caster's output for a connection in memory since the last call.
  public func takeOutput(of id: Caster.ConnectionID) -> Output {
    state.withLock { state in
      guard let output = state.inboxes[id] else { return Output() }
      state.inboxes[id] = output.closedAfter == nil ? Output() : nil
      return output
    }
  }

  /// Closes a connection in memory.
  ///
  /// - Returns: The number of stream bytes sent over the connection; 0 if the caster had closed it.
  public func disconnect(_ id: Caster.ConnectionID) -> Int {
    attend { $0.disconnect(id) }
  }

  /// Returns the number of stream bytes sent over a connection so far; 0 if the connection is closed.
  public func byteCount(of id: Caster.ConnectionID) -> Int {
    state.withLock { $0.caster.byteCount(of: id) }
  }

  /// Changes the state at a time of the streams, and wakes the server if it has new actions.
  private func change<Result: Sendable>(
    at now: Duration = .zero, _ body: (inout State) -> Result
  ) -> Result {
    let (result, wakeServer) = attend { state in
      state.streamTime = max(state.streamTime, now)
      let wasEmpty = state.outbox.isEmpty
      let result = body(&state)
      return (result, wasEmpty && !state.outbox.isEmpty ? state.wakeServer : nil)
    }
    wakeServer?()
    return result
  }

  /// Changes the state, and reports a change of the demand.
  private func attend<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, reports) = state.withLock { state in
      let result = body(&state)
      return (result, state.takeReports())
    }
    for report in reports { report() }
    return result
  }
}

// MARK: For the server

extension SharedCaster {
  /// Registers a server, which any thread may wake when actions are queued.
  package func beginServing(backlogLimit: Int, wake: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.outbox = Outbox(limit: backlogLimit)
      state.wakeServer = wake
    }
  }

  /// Unregisters the server; only the caller of this function wakes it afterwards.
  package func endServing() {
    state.withLock { $0.wakeServer = nil }
  }

  /// Whether a server is registered and continues to run.
  package var isServed: Bool { state.withLock { $0.wakeServer != nil } }

  /// Whether another TCP connection from an address is to be accepted.
  package func accepts(from address: String) -> Bool {
    state.withLock { $0.caster.accepts(from: address) }
  }

  /// Accepts a TCP connection, at a time of the server's clock; `isSurplus` means that no place is left for
  /// it.
  package func accept(
    at now: Duration, from address: String = "", isSurplus: Bool = false
  ) -> Caster.ConnectionID {
    state.withLock { $0.connect(at: now, from: address, isSurplus: isSurplus) }
  }

  /// Whether a connection's request is still incomplete.
  package func isAwaiting(_ id: Caster.ConnectionID) -> Bool {
    state.withLock { $0.caster.isAwaiting(id) }
  }

  /// Removes TCP connections.
  package func forget(_ ids: some Sequence<Caster.ConnectionID>) {
    attend { state in
      for id in ids { state.disconnect(id) }
    }
  }

  /// Drops TCP connections that do not keep up with their output.
  package func drop(_ ids: [Caster.ConnectionID]) {
    guard !ids.isEmpty else { return }
    attend { state in
      for id in ids { state.drop(id) }
    }
  }

  /// Receives bytes from a TCP connection, at a time of the server's clock.
  ///
  /// - Returns: The actions on TCP connections, in order.
  package func serve(_ bytes: [UInt8], from id: Caster.ConnectionID, at now: Duration) -> [Outbox
    .Entry]
  {
    attend { state in
      let streamTime = state.streamTime(byServer: now)
      let waiting = state.outbox.take()
      return waiting
        + state.act { $0.receive(bytes.span, from: id, at: streamTime, perform: $1) }
    }
  }

  /// Carries out the events due by the server's clock.
  ///
  /// - Returns: The actions on TCP connections, in order.
  package func serve(at now: Duration) -> [Outbox.Entry] {
    attend { state in
      let streamTime = state.streamTime(byServer: now)
      let waiting = state.outbox.take()
      return waiting
        + state.act { caster, perform in
          caster.advance(to: streamTime, perform: perform)
          caster.expire(at: now, perform: perform)
        }
    }
  }

  /// The time of the server's next event, by its clock; `nil` if only another call can cause one.
  package var nextTime: Duration? {
    state.withLock { state in
      let slice = state.isDriven ? nil : state.caster.nextSliceTime
      return [slice, state.caster.nextDeadline].compactMap { $0 }.min()
    }
  }
}
