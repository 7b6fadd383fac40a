internal import EventLoop
internal import Platform
internal import Synchronization
internal import VirtualBoard

/// The event loop that connects bus sessions to their sockets, on one thread.
final class BusLoop {
  private let base: EventBase
  private let listener: Listener
  private let state: BusServerState
  private let configuration: BusServer.Configuration
  private let boards: BusBoards
  private var clients: [Int: Client] = [:]
  private var clientCount = 0
  /// Whether the loop stops when the timer fires.
  private var isEnding = false
  private let desk: AdmissionDesk

  /// The largest backlog of unread answers, bytes; a client with more is closed.
  private static let backlogLimit = 1 << 20
  /// The time for the last answer to reach its client.
  private static let linger = Duration.milliseconds(200)

  private struct Client {
    let peer: Peer
    var session: BusSession
    /// The beginning of an unfinished line.
    var beginning: [UInt8] = []
  }

  init(_ configuration: BusServer.Configuration, state: BusServerState) throws(SocketServerError) {
    self.configuration = configuration
    self.state = state
    base = try EventBase(wokenBy: state.pipe.descriptor)
    listener = try Listener(on: base, host: configuration.host, port: configuration.port)
    boards = BusBoards(configuration.boards, whenMade: configuration.instrument)
    var limits = ConnectionLimits()
    limits.connections = configuration.connectionLimit
    let start = ContinuousClock.now
    desk = AdmissionDesk(at: [listener], limits: limits) { start.duration(to: .now) }
  }

  var port: UInt16 { listener.port }

  /// Serves until the loop is stopped, then closes everything.
  func run() {
    listener.onAccept = { [unowned self] in accept($0) }
    desk.onPause = { [unowned self] in schedule() }
    base.run(
      onTimer: { [unowned self] in tick() },
      onWake: { [unowned self] in
        state.pipe.drain()
        base.stop()
      })
    for number in Array(clients.keys) { part(from: number) }
    state.end.countDown()
  }

  private func tick() {
    if isEnding { return base.stop() }
    desk.tick()
    schedule()
  }

  private func schedule() {
    guard !isEnding else { return }
    base.setTimer(desk.untilNextLook)
  }

  private func accept(_ descriptor: Int32) {
    guard let admission = desk.admit(descriptor) else { return }
    clientCount += 1
    let number = clientCount
    let peer = Peer(
      descriptor, on: base, onData: { [unowned self] in read($0, number) },
      onEnd: { [unowned self] in end(number) })
    guard let peer else { return desk.close(descriptor) }
    clients[number] = Client(peer: peer, session: BusSession(boards))
    if admission.isSurplus {
      peer.send(Array("\(BusAnswer.error(.tooMany).line)\n".utf8))
      peer.finish()
    }
  }

  private func read(_ peer: Peer, _ number: Int) {
    while !peer.isClosing {
      let bytes = peer.read()
      guard !bytes.isEmpty else { return }
      guard peer.backlog <= Self.backlogLimit else { return end(number) }
      take(bytes, from: number)
    }
  }

  private func take(_ bytes: [UInt8], from number: Int) {
    // The client is removed while in use, so that its arrays are not copied.
    guard var client = clients.removeValue(forKey: number) else { return }
    var output: [UInt8] = []
    var rest = bytes[...]
    let isNewLine = client.beginning.isEmpty || bytes.contains(UInt8(ascii: "\n"))
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")), !client.peer.isClosing {
      client.beginning += rest[..<end]
      rest = rest[(end + 1)...]
      answer(&client, &output)
    }
    client.beginning += rest
    if client.beginning.count > BusSession.longestLine { answer(&client, &output) }
    client.peer.send(output)
    if client.peer.isClosing || isNewLine { noteDebt(of: client) }
    clients[number] = client
    noteOffender()
  }

  /// Starts the wait for the rest of a line, or for the end of a closing client; else stops the wait.
  private func noteDebt(of client: Client) {
    if client.peer.isClosing || !client.beginning.isEmpty {
      desk.wait(for: client.peer)
    } else {
      desk.release(client.peer)
    }
  }

  private func answer(_ client: inout Client, _ output: inout [UInt8]) {
    defer { client.beginning.removeAll(keepingCapacity: true) }
    guard client.beginning.count <= BusSession.longestLine else {
      output += Array("\(BusAnswer.error(.tooLong).line)\n".utf8)
      client.peer.send(output)
      output = []
      return client.peer.finish()
    }
    output += Array(client.session.answer(to: client.beginning).line.utf8)
    output.append(UInt8(ascii: "\n"))
  }

  private func end(_ number: Int) {
    if let client = part(from: number) { desk.close(client.peer.descriptor) }
    guard clients.isEmpty, configuration.isOnce || boards.hasOffender else { return }
    base.stop()
  }

  @discardableResult
  private func part(from number: Int) -> Client? {
    guard let client = clients.removeValue(forKey: number) else { return nil }
    if let board = client.session.board { configuration.whenLeft(board) }
    return client
  }

  /// Records the first offence; with `isOnce`, ends the loop after the answer has been sent.
  private func noteOffender() {
    guard boards.hasOffender, !state.hasOffender.load(ordering: .relaxed) else { return }
    state.hasOffender.store(true, ordering: .relaxed)
    guard configuration.isOnce else { return }
    isEnding = true
    base.setTimer(Self.linger)
  }
}
