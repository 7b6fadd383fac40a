internal import NtripProtocol
internal import Synchronization

/// Joins a caster to its sockets, on one thread: bytes in, bytes out, the timer.
final class CasterLoop {
  /// How long a client may take to close after it has been told everything.
  private static let linger = Duration.seconds(2)
  /// How long to wait for a descriptor to become free.
  private static let exhaustionPause = Duration.milliseconds(100)

  private let base: EventBase
  private let listener: Listener
  private let caster: SharedCaster
  private let backlogLimit: Int
  private let start = ContinuousClock.now
  private var peers: [Caster.ConnectionID: Peer] = [:] {
    didSet { caster.openSockets.store(peers.count, ordering: .relaxed) }
  }
  /// Those who are being closed, in the order of the times at which they are given up.
  private var closing: [(id: Caster.ConnectionID, deadline: Duration)] = []
  private var resumption: Duration?

  init(
    host: String, port: UInt16, caster: SharedCaster, endedBy descriptor: Int32, backlogLimit: Int
  ) throws(CasterServerError) {
    base = try EventBase(endedBy: descriptor)
    listener = try Listener(on: base, host: host, port: port)
    self.caster = caster
    self.backlogLimit = backlogLimit
  }

  var port: UInt16 { listener.port }

  private var now: Duration { start.duration(to: .now) }

  /// Serves until it is ended, then closes everything.
  func run() {
    listener.onAccept = { [unowned self] in accept($0) }
    listener.onExhaustion = { [unowned self] in
      listener.pause()
      resumption = now + Self.exhaustionPause
      schedule()
    }
    base.run { [unowned self] in tick() }
    peers = [:]
  }

  private func accept(_ descriptor: Int32) {
    let now = now
    let id = caster.state.withLock { $0.connect(at: now) }
    let peer = Peer(
      descriptor, id: id, on: base, onData: { [unowned self] in read($0) },
      onEnd: { [unowned self] in end($0) })
    guard let peer else { return caster.state.withLock { $0.disconnect(id) } }
    peers[id] = peer
    schedule()
  }

  private func read(_ peer: Peer) {
    let id = peer.id
    while !peer.isClosing {
      let bytes = peer.read()
      guard !bytes.isEmpty else { break }
      update { caster, now, perform in
        caster.receive(bytes.span, from: id, at: now, perform: perform)
      }
    }
  }

  private func end(_ peer: Peer) {
    caster.state.withLock { $0.disconnect(peer.id) }
    peers[peer.id] = nil
  }

  private func tick() {
    let now = now
    if let resumption, resumption <= now {
      self.resumption = nil
      listener.resume()
    }
    let given = closing.prefix { $0.deadline <= now }
    for (id, _) in given { peers[id] = nil }
    closing.removeFirst(given.count)
    update { caster, now, perform in caster.advance(to: now, perform: perform) }
  }

  /// Lets the caster act, does what it says, cuts off those who do not keep up.
  private func update(
    _ body: (inout Caster, Duration, (Caster.ConnectionID, Caster.Action) -> Void) -> Void
  ) {
    let now = now
    var stuck: [Caster.ConnectionID] = []
    caster.state.withLock { caster in
      body(&caster, now) { id, action in
        guard let peer = peers[id] else { return }
        switch action {
        case .send(let bytes) where peer.backlog <= backlogLimit: peer.send(bytes)
        case .send: stuck.append(id)
        case .close:
          peer.finish()
          closing.append((id, now + Self.linger))
        }
      }
      for id in stuck { caster.disconnect(id) }
    }
    for id in stuck { peers[id] = nil }
    schedule()
  }

  private func schedule() {
    let times = [caster.state.withLock { $0.nextTime }, closing.first?.deadline, resumption]
    base.setTimer(times.compactMap { $0 }.min().map { $0 - now })
  }
}
