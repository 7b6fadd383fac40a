internal import BoardSimulation
internal import EventLoop
internal import Locks
internal import Platform

/// The event loop that connects a modem to its serial line and to its sockets, on one thread.
final class ModemLoop {
  private let base: EventBase
  private let state: ModemServiceState
  private let line: any SerialLine
  private let directory: ModemDirectory
  private let onEvent: @Sendable (ModemService.Event) -> Void
  private let onAnswer: @Sendable ([UInt8]) -> Void
  private let start = ContinuousClock.now
  private var modem: WiFiModem
  private var servers: ModemServers
  private var connections: [Int: ModemConnection] = [:]
  /// The beginnings of what the sketch answers its servers' clients.
  private var answers: [Int: [UInt8]] = [:]
  /// The connections that send their last bytes, with the time at which they are closed anyway.
  private var closing: [(connection: ModemConnection, deadline: Duration)] = []
  /// The time of the last byte on the line.
  private var lastByte = Duration.zero

  /// The longest answer that is told, bytes; the rest is not.
  private static let longestAnswer = 1 << 16
  /// The shortest sleep, in which several bytes pass a fast line.
  private static let grain = Duration.milliseconds(1)
  /// The time between two looks at a line on which bytes pass, and at one that has been silent for a while.
  private static let (look, rareLook) = (Duration.milliseconds(2), Duration.milliseconds(10))
  /// The time after which a line is silent.
  private static let silence = Duration.seconds(2)
  /// The time for a client to close after its last byte has been sent.
  private static let linger = Duration.seconds(2)

  init(
    _ configuration: ModemService.Configuration, on line: any SerialLine,
    state: ModemServiceState, onEvent: @escaping @Sendable (ModemService.Event) -> Void
  ) throws(SocketServerError) {
    base = try EventBase(wokenBy: state.pipe.descriptor)
    servers = try ModemServers(configuration.servers)
    (self.line, self.state, self.onEvent) = (line, state, onEvent)
    (directory, onAnswer) = (configuration.directory, configuration.onAnswer)
    modem = WiFiModem(configuration.modem)
  }

  private var now: Duration { start.duration(to: .now) }

  /// Serves until the service is stopped, then closes everything.
  func run() {
    base.setTimer(.zero)
    base.run(onTimer: { [unowned self] in tick() }, onWake: { [unowned self] in wake() })
    servers.close()
    (connections, closing) = ([:], [])
  }

  private func wake() {
    state.pipe.drain()
    guard !state.isStopped.withLock({ $0 }) else { return base.stop() }
    for isOn in state.takeSwitches() { switchPower(isOn: isOn) }
    for attempt in state.takeDialed() { take(attempt) }
    tick()
  }

  private func switchPower(isOn: Bool) {
    if isOn {
      modem.restorePower(at: now)
    } else {
      modem.cutPower(at: now)
    }
  }

  private func tick() {
    let now = now
    servers.resume()
    exchange(at: now)
    for (number, connection) in connections { serve(connection, number, at: now) }
    modem.advance(to: now)
    carryOut(modem.takeRequests())
    closing.removeAll { $0.connection.isOver || $0.deadline <= now }
    state.statistics.withLock { $0 = modem.statistics }
    schedule(after: now)
  }

  private func schedule(after now: Duration) {
    let look = now - lastByte < Self.silence ? Self.look : Self.rareLook
    let step = modem.nextStep.map { $0 - now } ?? look
    base.setTimer(max(min(step, look), Self.grain))
  }

  /// Passes bytes on between the line and the modem.
  private func exchange(at now: Duration) {
    let rate = line.baud
    let bytes = line.read(atMost: modem.inputRoom)
    if !bytes.isEmpty { modem.receive(bytes, at: now, sentAt: rate) }
    modem.advance(to: now)
    let answer = modem.takeOutput(readAt: rate)
    line.write(answer)
    if !bytes.isEmpty || !answer.isEmpty { lastByte = now }
  }
}

// MARK: Connections

extension ModemLoop {
  /// Passes bytes and the end of a connection on to the modem, and tells it that its own are out of the way.
  private func serve(_ connection: ModemConnection, _ number: Int, at now: Duration) {
    let bytes = connection.take(atMost: modem.room(of: number))
    if !bytes.isEmpty { modem.receive(bytes, on: number, at: now) }
    if connection.takeDelivery() { modem.delivered(number, at: now) }
    guard connection.takeEnd() else { return }
    modem.ended(number, at: now)
    tellAnswer(on: number)
  }

  private func send(_ bytes: [UInt8], on number: Int) {
    connections[number]?.send(bytes)
    guard let told = answers[number]?.count else { return }
    answers[number]?.append(contentsOf: bytes.prefix(Self.longestAnswer - told))
  }

  /// Tells what a client got, once its connection is over.
  private func tellAnswer(on number: Int) {
    guard let bytes = answers.removeValue(forKey: number), !bytes.isEmpty else { return }
    onAnswer(bytes)
  }

  private func carryOut(_ requests: [ModemRequest]) {
    for request in requests {
      switch request {
      case .open(let number, let host, let port): open(number, host, port)
      case .send(let number, let bytes): send(bytes, on: number)
      case .close(let number): close(number)
      case .listen(let port): listen(port)
      case .stopListening(let port): servers.stop(port)
      case .ping(let host):
        modem.echoed(after: directory.has(host) ? Self.echoTime : nil, at: now)
      }
    }
  }

  /// The time of a ping's way to a host that is there, ms: a model, since the system keeps pings for administrators.
  private static let echoTime = 24

  private func open(_ number: Int, _ host: String, _ port: UInt16) {
    let named = NetworkPlace(host: host, port: port)
    guard let place = directory.place(of: host, port: port) else {
      onEvent(.refuses(named))
      let isNumber = NumericAddress.canonical(host) != nil
      return modem.failed(number, because: isNumber ? .refused : .unknownHost, at: now)
    }
    onEvent(.connects(to: named, at: place))
    state.dial(place, for: number)
  }

  private func take(_ attempt: ModemServiceState.Dialed) {
    switch attempt.outcome {
    case .success(let descriptor):
      guard add(descriptor, as: attempt.connection) else {
        return modem.failed(attempt.connection, because: .refused, at: now)
      }
      modem.connected(attempt.connection, at: now)
    case .failure(let error):
      onEvent(.failed(attempt.place, error))
      modem.failed(
        attempt.connection, because: error == .unknownHost ? .unknownHost : .refused, at: now)
    }
  }

  private func add(_ descriptor: Int32, as number: Int) -> Bool {
    guard let connection = ModemConnection(descriptor, on: base) else { return false }
    connections[number] = connection
    return true
  }

  /// Closes a connection once its bytes are sent.
  private func close(_ number: Int) {
    tellAnswer(on: number)
    guard let connection = connections.removeValue(forKey: number) else { return }
    connection.finish()
    closing.append((connection, now + Self.linger))
  }

  private func listen(_ port: UInt16) {
    do throws(SocketServerError) {
      let place = try servers.listen(port, on: base) { [unowned self] in accept($0) }
      onEvent(.serves(port: port, at: place))
    } catch .cannotListen(let error) {
      onEvent(.cannotServe(port: port, error))
    } catch {
      onEvent(.cannotServe(port: port, ListenError(host: "", port: port, code: 0)))
    }
  }

  private func accept(_ descriptor: Int32) {
    let address = SocketName.peer(of: descriptor)
    let port = SocketName.peerPort(of: descriptor) ?? 0
    guard let number = modem.accept(from: address, port: port, at: now) else {
      return Peer.refuse(descriptor)
    }
    guard add(descriptor, as: number) else { return modem.ended(number, at: now) }
    answers[number] = []
  }
}
