internal import NtripProtocol
internal import Platform
internal import Synchronization

/// The loop of a link's thread, which carries out the machine's actions.
struct LinkLoop {
  /// The largest number of blocks read in a row before the machine's actions are due again.
  private static let blocksInARow = 32

  private let core: LinkCore
  private let transport = LinkTransport(blockSize: 16_384)
  /// Whether bytes may be waiting where `poll` does not see them: TLS decrypts whole records.
  private var mayHaveMore = false

  init(_ core: LinkCore) { self.core = core }

  /// Runs the loop until the link is over.
  mutating func run() {
    while let deadline = act() {
      core.turnCount.add(1, ordering: .relaxed)
      core.tellNews()
      let hasRoom = core.hasRoom
      if !(mayHaveMore && hasRoom) {
        transport.wait(
          until: deadline, from: core.now, orFor: core.pipe, isReading: hasRoom)
      }
      core.pipe.drain()
      if transport.isConnected { exchange() } else { tell(transport.connect()) }
    }
    core.tellEnd()
  }

  /// Carries out the machine's actions until the machine wants to wait.
  ///
  /// - Returns: The end of the wait, an hour from now if the machine gives none; `nil` when the link is over.
  private func act() -> Duration? {
    while true {
      switch core.nextAction() {
      case .connect(let url): tell(transport.begin(url, over: core.transport))
      case .send(let bytes): transport.send(bytes)
      case .close:
        if transport.isConnected { core.endStream() }
        transport.close()
      case .wait(let until?): return until
      case .wait(nil): return core.machine.isOver ? nil : core.now + .seconds(3600)
      }
    }
  }

  /// Sends the waiting bytes and receives the available ones.
  private mutating func exchange() {
    tell(transport.flush())
    mayHaveMore = false
    for _ in 0..<Self.blocksInARow {
      guard transport.isConnected, core.hasRoom else { break }
      guard let event = transport.receive() else { return }
      tell(event)
    }
    mayHaveMore = transport.isConnected
  }

  private func tell(_ event: LinkTransport.Event?) {
    switch event {
    case nil: break
    case .connected: core.tell { machine, now, _ in machine.connected(at: now) }
    case .failed(let error):
      core.tell { machine, now, _ in machine.connectionFailed(error, at: now) }
    case .received(let bytes):
      core.tell { machine, now, take in machine.received(bytes.span, at: now, onData: take) }
    case .closed:
      core.endStream()
      core.tell { machine, now, take in machine.disconnected(at: now, onData: take) }
    case .broken(let words):
      core.endStream()
      core.tell { machine, now, _ in machine.connectionBroke(words, at: now) }
    }
  }
}
