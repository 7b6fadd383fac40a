internal import EventLoop
internal import NtripMemory
internal import NtripProtocol
internal import Platform
internal import Locks
internal import Synchronization

/// Joins a caster to its sockets, on one thread: bytes in, bytes out, the timer.
final class CasterLoop {
  /// How long a client may take to close after it has been told everything.
  private static let linger = Duration.seconds(2)
  /// How long to wait for a descriptor to become free.
  private static let exhaustionPause = Duration.milliseconds(100)

  private let base: EventBase
  private let listeners: [Listener]
  private let caster: SharedCaster
  private let signal: ServerSignal
  private let checker: PasswordChecker
  private let backlogLimit: Int
  private let connectionLimit: Int
  /// From this one on descriptors are kept for the rest of the process.
  private let lastDescriptor: Int
  private let start = ContinuousClock.now
  private var peers: [Caster.ConnectionID: Peer] = [:] {
    didSet { signal.openSockets.store(peers.count, ordering: .relaxed) }
  }
  /// Those who are being closed, in the order of the times at which they are given up.
  private var closing: [(id: Caster.ConnectionID, deadline: Duration)] = []
  private var resumption: Duration?
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
    self.connectionLimit = connectionLimit
    let descriptors = DescriptorLimit.current
    lastDescriptor = descriptors - DescriptorLimit.reserve(of: descriptors)
  }

  var port: UInt16 { listeners[0].port }

  var tlsPort: UInt16? { listeners.count > 1 ? listeners[1].port : nil }

  private var now: Duration { start.duration(to: .now) }

  /// Serves until the caster is to be served no more, then closes everything.
  func run() {
    for (index, listener) in listeners.enumerated() {
      listener.onAccept = { [unowned self] in accept($0, isEncrypted: index > 0) }
      listener.onExhaustion = { [unowned self] in
        for listener in listeners { listener.pause() }
        resumption = now + Self.exhaustionPause
        schedule()
      }
    }
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
    guard !isEncrypted || identity != nil, peers.count < connectionLimit,
      descriptor < lastDescriptor
    else {
      return Peer.refuse(descriptor)
    }
    guard let id = caster.accept(at: now, from: SocketName.peer(of: descriptor)) else {
      return Peer.refuse(descriptor)
    }
    let peer = Peer(
      descriptor, on: base, identity: identity, onData: { [unowned self] in read($0, id) },
      onEnd: { [unowned self] in end(id) })
    guard let peer else { return caster.forget([id]) }
    peers[id] = peer
    schedule()
  }

  private func read(_ peer: Peer, _ id: Caster.ConnectionID) {
    while !peer.isClosing, !held.contains(id) {
      let bytes = peer.read()
      guard !bytes.isEmpty else { break }
      let laggards = perform(caster.serve(bytes, from: id, at: now))
      guard !laggards.isEmpty, peers[id] != nil else { continue }
      held.hold(id, for: laggards)
      peer.setReading(false)
      schedule()
    }
  }

  /// Reads on from sources whose readers have caught up.
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
    peers[id] = nil
    held.forget(id)
  }

  private func tick() {
    let now = now
    if let resumption, resumption <= now {
      self.resumption = nil
      for listener in listeners { listener.resume() }
    }
    let given = closing.prefix { $0.deadline <= now }
    for (id, _) in given { remove(id) }
    closing.removeFirst(given.count)
    perform(caster.serve(at: now))
    releaseSources()
  }

  /// Does what the caster says, and cuts off those who do not keep up.
  ///
  /// - Returns: Those who have to catch up, and do.
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
    let times = [caster.nextTime, closing.first?.deadline, resumption, look]
    base.setTimer(times.compactMap { $0 }.min().map { $0 - now })
  }
}
