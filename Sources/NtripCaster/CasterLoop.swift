internal import EventLoop
internal import NtripMemory
internal import NtripProtocol
internal import Platform
internal import Locks
internal import Synchronization

/// The event loop that connects a caster to its sockets and timer, on one thread.
final class CasterLoop {
  /// The time for a client to close after its last byte has been sent.
  private static let linger = Duration.seconds(2)

  private let base: EventBase
  private let listeners: [Listener]
  private let caster: SharedCaster
  private let signal: ServerSignal
  private let checker: PasswordChecker
  private let backlogLimit: Int
  private let desk: AdmissionDesk
  private let start: ContinuousClock.Instant
  private var peers: [Caster.ConnectionID: Peer] = [:] {
    didSet { signal.openSockets.store(peers.count, ordering: .relaxed) }
  }
  /// The closing connections, in order of their deadlines.
  private var closing: [(id: Caster.ConnectionID, deadline: Duration)] = []
  /// The connections whose request has not arrived yet.
  private var awaited: Set<Caster.ConnectionID> = []
  private var held = HeldSources()

  init(
    host: String, port: UInt16, tlsPort: UInt16?, caster: SharedCaster, signal: ServerSignal,
    backlogLimit: Int, connectionLimit: Int
  ) throws(SocketServerError) {
    base = try EventBase(wokenBy: signal.pipe.descriptor)
    var listeners = [try Listener(on: base, host: host, port: port)]
    if let tlsPort { listeners.append(try Listener(on: base, host: host, port: tlsPort)) }
    self.listeners = listeners
    self.caster = caster
    checker = PasswordChecker { [caster] in caster.verified($0, $1, isRight: $2) }
    self.signal = signal
    self.backlogLimit = backlogLimit
    var limits = ConnectionLimits()
    // The limit per address is enforced by the caster itself.
    (limits.connections, limits.connectionsPerAddress) = (connectionLimit, nil)
    let start = ContinuousClock.now
    self.start = start
    desk = AdmissionDesk(at: listeners, limits: limits) { start.duration(to: .now) }
  }

  var port: UInt16 { listeners[0].port }

  var tlsPort: UInt16? { listeners.count > 1 ? listeners[1].port : nil }

  private var now: Duration { start.duration(to: .now) }

  /// Serves until the caster's service ends, then closes everything.
  func run() {
    for (index, listener) in listeners.enumerated() {
      listener.onAccept = { [unowned self] in accept($0, isEncrypted: index > 0) }
    }
    desk.onPause = { [unowned self] in schedule() }
    base.run(onTimer: { [unowned self] in tick() }, onWake: { [unowned self] in wake() })
    checker.stop()
    caster.forget(peers.keys)
    peers = [:]
  }

  private func wake() {
    signal.pipe.drain()
    if caster.isServed { tick() } else { base.stop() }
  }

  private func accept(_ descriptor: Int32, isEncrypted: Bool) {
    let identity = isEncrypted ? signal.identity.withLock { $0 } : nil
    let address = SocketName.peer(of: descriptor)
    guard !isEncrypted || identity != nil, caster.accepts(from: address) else {
      return Peer.refuse(descriptor)
    }
    guard let admission = desk.admit(descriptor) else { return }
    let id = caster.accept(at: now, from: address, isSurplus: admission.isSurplus)
    let peer = Peer(
      descriptor, on: base, identity: identity, onData: { [unowned self] in read($0, id) },
      onEnd: { [unowned self] in end(id) })
    guard let peer else {
      desk.close(descriptor)
      return caster.forget([id])
    }
    peers[id] = peer
    awaited.insert(id)
    schedule()
  }

  private func read(_ peer: Peer, _ id: Caster.ConnectionID) {
    while !peer.isClosing, !held.contains(id) {
      let bytes = peer.read()
      guard !bytes.isEmpty else { break }
      let laggards = perform(caster.serve(bytes, from: id, at: now))
      noteRequest(of: id)
      guard !laggards.isEmpty, peers[id] != nil else { continue }
      held.hold(id, for: laggards)
      peer.setReading(false)
      schedule()
    }
  }

  /// Ends the wait for a client whose request has arrived.
  private func noteRequest(of id: Caster.ConnectionID) {
    guard awaited.contains(id), !caster.isAwaiting(id) else { return }
    awaited.remove(id)
    if let peer = peers[id], !peer.isClosing { desk.release(peer) }
  }

  /// Resumes reading from the sources whose readers have caught up.
  private func releaseSources() {
    guard !held.isEmpty else { return }
    let released = held.release(at: now) { id in
      peers[id].map { ($0.backlog > backlogLimit / 4, $0.takenCount) }
    }
    for id in released {
      guard let peer = peers[id] else { continue }
      peer.setReading(true)
      read(peer, id)
    }
  }

  private func end(_ id: Caster.ConnectionID) {
    caster.forget([id])
    remove(id)
  }

  private func remove(_ id: Caster.ConnectionID) {
    if let peer = peers.removeValue(forKey: id) { desk.close(peer.descriptor) }
    awaited.remove(id)
    held.forget(id)
  }

  private func tick() {
    let now = now
    desk.tick()
    let given = closing.prefix { $0.deadline <= now }
    for (id, _) in given { remove(id) }
    closing.removeFirst(given.count)
    perform(caster.serve(at: now))
    releaseSources()
  }

  /// Performs the caster's actions, and cuts off clients with too large a backlog.
  ///
  /// - Returns: The readers that are behind and catching up.
  @discardableResult
  private func perform(_ entries: [Outbox.Entry]) -> Set<Caster.ConnectionID> {
    let now = now
    var laggards: Set<Caster.ConnectionID> = []
    var stuck: [Caster.ConnectionID] = []
    for entry in entries {
      guard let peer = peers[entry.id] else { continue }
      switch entry.action {
      case .send(let bytes) where peer.backlog <= backlogLimit:
        peer.send(bytes)
        if peer.backlog > backlogLimit / 2,
          held.isCatchingUp(entry.id, taken: peer.takenCount, at: now)
        {
          laggards.insert(entry.id)
        }
      case .send: stuck.append(entry.id)
      case .verify(let check):
        if !checker.begin(check, for: entry.id) { stuck.append(entry.id) }
      case .close:
        peer.finish()
        desk.wait(for: peer)
        closing.append((entry.id, now + Self.linger))
      case .reset:
        peer.reset()
        if peers[entry.id] != nil { closing.append((entry.id, now + Self.linger)) }
      }
    }
    caster.drop(stuck)
    for id in stuck { remove(id) }
    schedule()
    return laggards
  }

  private func schedule() {
    let look = held.isEmpty ? nil : now + HeldSources.interval
    let times = [caster.nextTime, closing.first?.deadline, desk.nextLook, look]
    base.setTimer(times.compactMap { $0 }.min().map { $0 - now })
  }
}
