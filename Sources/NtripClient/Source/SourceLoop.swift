internal import NtripProtocol
internal import Platform
internal import Synchronization

/// The loop of a source's thread, which carries out the machine's actions.
struct SourceLoop {
  private let core: SourceCore
  /// The longest time for sending the last bytes and for the caster to notice the end.
  let farewell: Duration
  private let transport = LinkTransport(blockSize: 4096)
  /// Whether a part of the stream is being sent, or has just been sent.
  private var isOnItsWay = false
  /// The watch on whether the caster accepts the bytes sent.
  private(set) var watch: StallWatch

  init(
    _ core: SourceCore, stallTimeout: Duration = .seconds(30), farewell: Duration = .seconds(5)
  ) {
    self.core = core
    watch = StallWatch(timeout: stallTimeout)
    self.farewell = farewell
  }

  /// Runs the loop until the link is over.
  mutating func run() {
    while let deadline = act() {
      core.tellNews()
      wait(until: min(deadline, watch.deadline ?? deadline))
      if transport.isConnected { exchange() } else { tell(transport.connect()) }
    }
    core.tellEnd()
  }

  /// Waits for the connection, the link's callers or the deadline.
  private func wait(until deadline: Duration) {
    core.turnCount.add(1, ordering: .relaxed)
    transport.wait(until: deadline, from: core.now, orFor: core.pipe)
    core.pipe.drain()
  }

  /// Carries out the machine's actions until the machine wants to wait.
  ///
  /// - Returns: The end of the wait, an hour from now if the machine gives none; `nil` when the link is over.
  private mutating func act() -> Duration? {
    while true {
      switch core.nextAction() {
      case .connect(let url): tell(transport.begin(url, over: core.transport))
      case .send(let bytes):
        transport.send(bytes)
        flush()
      case .close:
        if core.machine.isFinished { leave() }
        end()
      case .wait(let until):
        if feed() { continue }
        if until == nil, core.machine.isOver { return nil }
        return until ?? core.now + .seconds(3600)
      }
    }
  }

  /// Gives the machine more of the stream once everything before it was sent.
  ///
  /// - Returns: Whether the machine has an action now.
  private mutating func feed() -> Bool {
    guard transport.isConnected, transport.outgoing.isEmpty else { return false }
    isOnItsWay = core.feed(isLastSent: isOnItsWay)
    return isOnItsWay || core.machine.isFinished
  }

  /// Closes the connection; a part that was being sent is sent again on the next connection.
  private mutating func end() {
    transport.close()
    isOnItsWay = false
  }
}

extension SourceLoop {
  /// Sends the waiting bytes and receives the available ones.
  private mutating func exchange() {
    flush()
    if watch.isOver(at: core.now) { giveUp() }
    while transport.isConnected, let event = transport.receive() { tell(event) }
  }

  private mutating func giveUp() {
    end()
    tell(.broken("it takes nothing any more"))
  }

  private mutating func flush() {
    tell(transport.flush())
    watch.note(waiting: transport.outgoing.count, at: core.now)
  }

  /// Sends the rest of the stream, and waits until the caster has closed the connection.
  ///
  /// A connection that is closed with unread bytes on its socket is reset, and loses the bytes still on their
  /// way.
  private mutating func leave() {
    let deadline = core.now + farewell
    while transport.isConnected, core.now < deadline {
      flush()
      if transport.outgoing.isEmpty { transport.endSending() }  // harmless when repeated
      if let event = transport.drain() { return tell(event) }
      wait(until: deadline)
    }
    if transport.isConnected, !transport.outgoing.isEmpty { giveUp() }
  }

  private mutating func tell(_ event: LinkTransport.Event?) {
    switch event {
    case nil: break
    case .connected: core.tell { machine, now in machine.connected(at: now) }
    case .failed(let error): core.tell { machine, now in machine.connectionFailed(error, at: now) }
    case .received(let bytes): core.tell { machine, now in machine.received(bytes.span, at: now) }
    case .closed: core.tell { machine, now in machine.disconnected(at: now) }
    case .broken(let words):
      core.tell { machine, now in machine.connectionBroke(words, at: now) }
    }
  }
}
