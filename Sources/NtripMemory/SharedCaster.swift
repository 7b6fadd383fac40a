public import NtripProtocol
internal import Locks

/// A caster that threads share: one may serve it over TCP, others read it from memory.
///
/// ```swift
/// let caster = SharedCaster(Caster([mountpoint]), isDriven: true)
/// let server = try NtripCasterServer(port: 2101, caster: caster)  // of NtripCaster
/// caster.advance(to: now)  // all who read get what is due by now, over TCP and in memory
/// ```
/// There is one state, so everybody reads the same stream from where it is. What is said waits until
/// whoever it is for takes it: nobody waits for anybody, and how many read over TCP changes nothing
/// about what is read in memory.
public final class SharedCaster: Sendable {
  private let state: Lock<State>

  /// Shares a caster that has no connections yet.
  ///
  /// - Parameters:
  ///   - caster: What is offered.
  ///   - isDriven: Whether ``advance(to:)`` alone moves the streams, in a time of its own; otherwise
  ///     the server does, in real time.
  public init(_ caster: Caster, isDriven: Bool) {
    state = Lock(State(caster: caster, isDriven: isDriven))
  }

  /// Readers, bytes and positions now.
  public var snapshot: CasterSnapshot { state.withLock { $0.caster.snapshot } }

  /// The present state of the mountpoints' streams.
  public var streams: [CasterSnapshot.Stream] { state.withLock { $0.caster.streams } }

  /// Every stream has come to its end.
  public var hasEnded: Bool { state.withLock { $0.caster.hasEnded } }
}

// MARK: While it serves

extension SharedCaster {
  /// Lets others in from now on; those who are in stay.
  public func admit(_ users: CasterUsers?) { change { state in state.admit(users) } }

  /// Does wrong from now on what these faults say, and nothing else.
  ///
  /// - Parameters:
  ///   - faults: What goes wrong, by the streams' time, which is the server's where they are not driven.
  ///   - seed: What chance is made of.
  public func setFaults(_ faults: [CasterFault], seed: UInt64 = 0) {
    let wakeServer = state.withLock { state in
      state.setFaults(faults, seed: seed)
      return state.wakeServer
    }
    // A fault may be due before anything else is.
    wakeServer?()
  }

  /// Says in the sourcetable what there is beside the mountpoints: the caster itself, and networks.
  public func introduce(_ neighbours: [Sourcetable.Record]) {
    change { state in state.introduce(neighbours) }
  }

  /// Offers other mountpoints from now on; those that are kept go on as they are.
  public func offer(_ mountpoints: [Mountpoint], keeping kept: Set<String>) {
    change { state in
      state.post { $0.offer(mountpoints, keeping: kept, perform: $1) }
    }
  }

  /// Pushes bytes on to those who read a mountpoint.
  public func push(_ bytes: [UInt8], to name: String) {
    change { state in
      state.post { $0.push(bytes.span, to: name, perform: $1) }
    }
  }

  /// The mountpoints that somebody reads and that who owns the caster is to fetch.
  public var demand: [String] { state.withLock { $0.caster.demand } }

  /// Calls, from any thread, when ``demand`` has changed; at once if there is any now.
  public func onDemandChange(_ call: @escaping @Sendable () -> Void) {
    change { state in state.onDemandChange = call }
  }

  /// Goes on with a request whose password has been looked at.
  package func verified(_ id: Caster.ConnectionID, _ check: PasswordCheck, isRight: Bool) {
    change { state in
      let now = state.streamTime
      state.post { $0.verified(id, check, isRight: isRight, at: now, perform: $1) }
    }
  }
}

// MARK: In memory

extension SharedCaster {
  /// The caster's output for one connection.
  public struct Output: Sendable {
    /// The bytes, in order.
    public var bytes: [UInt8] = []
    /// The number of bytes of the stream that were sent over the connection, if the caster has closed it.
    public var closedAfter: Int?
    /// Whether it has closed the connection by breaking it off.
    public var isReset = false
  }

  /// Moves the streams on: what is due by `now` goes to all who read.
  public func advance(to now: Duration) {
    change(at: now) { state in
      state.post { $0.advance(to: now, perform: $1) }
    }
  }

  /// Opens a connection in memory, with its whole request.
  public func connect(saying request: [UInt8], at now: Duration) -> Caster.ConnectionID {
    // Both at once: the server turns away those who owe it a request, by another clock.
    change(at: now) { state in
      let id = state.connect(at: now)
      state.inboxes[id] = Output()
      state.post { $0.receive(request.span, from: id, at: now, perform: $1) }
      return id
    }
  }

  /// Takes further bytes from a connection in memory.
  public func receive(_ bytes: [UInt8], from id: Caster.ConnectionID, at now: Duration) {
    change(at: now) { state in
      state.post { $0.receive(bytes.span, from: id, at: now, perform: $1) }
    }
  }

  /// Whether there is something to take of a connection in memory, its end included.
  package func hasOutput(of id: Caster.ConnectionID) -> Bool {
    state.withLock { state in
      guard let output = state.inboxes[id] else { return false }
      return !output.bytes.isEmpty || output.closedAfter != nil
    }
  }

  /// Takes what the caster has said to a connection in memory since the last time.
  public func takeOutput(of id: Caster.ConnectionID) -> Output {
    state.withLock { state in
      guard let output = state.inboxes[id] else { return Output() }
      state.inboxes[id] = output.closedAfter == nil ? Output() : nil
      return output
    }
  }

  /// Closes a connection in memory.
  ///
  /// - Returns: How many bytes of the stream were sent over it; 0 when the caster had closed it.
  public func disconnect(_ id: Caster.ConnectionID) -> Int {
    attend { $0.disconnect(id) }
  }

  /// Returns the number of bytes of the stream that were sent over a connection so far; 0 when it is closed.
  public func byteCount(of id: Caster.ConnectionID) -> Int {
    state.withLock { $0.caster.byteCount(of: id) }
  }

  /// Changes something at a time of the streams, and tells the server when that concerns it.
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

  /// Changes something, and tells who fetches what is relayed when something else is demanded then.
  private func attend<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, tell) = state.withLock { state in
      let result = body(&state)
      return (result, state.takeDemandChange())
    }
    tell?()
    return result
  }
}

// MARK: For the server

extension SharedCaster {
  /// Lets a server serve; it is woken from any thread when there is something to take.
  package func beginServing(backlogLimit: Int, wake: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.outbox = Outbox(limit: backlogLimit)
      state.wakeServer = wake
    }
  }

  /// Ends that; the server is not woken any more, other than by who calls this.
  package func endServing() {
    state.withLock { $0.wakeServer = nil }
  }

  /// Whether a server serves and is to go on.
  package var isServed: Bool { state.withLock { $0.wakeServer != nil } }

  /// Whether another connection over TCP from an address is to be accepted.
  package func accepts(from address: String) -> Bool {
    state.withLock { $0.caster.accepts(from: address) }
  }

  /// Accepts a connection over TCP, at a time of the server's clock, with a place for it or without.
  package func accept(
    at now: Duration, from address: String = "", isSurplus: Bool = false
  ) -> Caster.ConnectionID {
    state.withLock { $0.connect(at: now, from: address, isSurplus: isSurplus) }
  }

  /// Whether the request of a connection is still to come.
  package func isAwaiting(_ id: Caster.ConnectionID) -> Bool {
    state.withLock { $0.caster.isAwaiting(id) }
  }

  /// Forgets connections over TCP.
  package func forget(_ ids: some Sequence<Caster.ConnectionID>) {
    attend { state in
      for id in ids { state.disconnect(id) }
    }
  }

  /// Forgets connections over TCP that do not keep up.
  package func drop(_ ids: [Caster.ConnectionID]) {
    guard !ids.isEmpty else { return }
    attend { state in
      for id in ids { state.drop(id) }
    }
  }

  /// Takes bytes from a connection over TCP, at a time of the server's clock.
  ///
  /// - Returns: What is to be done with the connections over TCP, in order.
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

  /// Does what is due by the server's clock.
  ///
  /// - Returns: What is to be done with the connections over TCP, in order.
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

  /// When the server has something to do by its clock; `nil` when only somebody else can change that.
  package var nextTime: Duration? {
    state.withLock { state in
      let slice = state.isDriven ? nil : state.caster.nextSliceTime
      return [slice, state.caster.nextDeadline].compactMap { $0 }.min()
    }
  }
}
