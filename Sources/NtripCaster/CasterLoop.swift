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
    while !peer.isClosing {
      let bytes = peer.read()
      guard !bytes.isEmpty else { break }
      perform(caster.serve(bytes, from: id, at: now))
    }
  }

  private func end(_ id: Caster.ConnectionID) {
    caster.forget([id])
    peers[id] = nil
  }

  private func tick() {
    let now = now
    if let resumption, resumption <= now {
      self.resumption = nil
      for listener in listeners { listener.resume() }
    }
    let given = closing.prefix { $0.deadline <= now }
    for (id, _) in given { peers[id] = nil }
    closing.removeFirst(given.count)
    perform(caster.serve(at: now))
  }

  /// Does what the caster says, and cuts off those who do not keep up.
  private func perform(_ entries: [Outbox.Entry]) {
    let now = now
    var stuck: [Caster.ConnectionID] = []
    for entry in entries {
      guard let peer = peers[entry.id] else { continue }
      switch entry.action {
      case .send(let bytes) where peer.backlog <= backlogLimit: peer.send(bytes)
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
    for id in stuck { peers[id] = nil }
    schedule()
  }

  private func schedule() {
    let times = [caster.nextTime, closing.first?.deadline, resumption]
    base.setTimer(times.compactMap { $0 }.min().map { $0 - now })
  }
}
