internal import BoardFirmware
internal import BoardSimulation
internal import NtripProtocol

/// The serial line between a board and its Wi-Fi modem, with the firmware's side and the network behind the modem.
///
/// Board time moves it: the firmware reads the line in the time that it has to spare, as a sketch's loop does.
final class BoardLine {
  /// The configuration of the page for phones.
  var configuration = DataServerConfiguration()
  private var line: SketchLine
  private var shield: WiFiShield
  private var network: LineNetwork
  private var page = LegacyPage()
  private let seed: UInt64
  private let faults: [ModemFault]
  private var lastLap = Duration.zero
  private var arrived: [UInt8] = []
  private var ledger = FrameLedger()
  private var answers = 0

  /// The rate of the line, bits per second.
  static let baud = 9_600
  /// The shortest time between two looks at the receive buffer, in which eight bytes of the 63 that it holds arrive: shorter than what
  /// tells the firmware that the line is quiet.
  private static let lap = Duration.milliseconds(8)

  /// Creates the line of a board at power-on.
  ///
  /// - Parameters:
  ///   - network: The network that the board joins.
  ///   - link: The way to the caster.
  ///   - radio: The board's radio, by which the caster is reached or not.
  ///   - faults: The faults of the modem alone.
  ///   - seed: The board's seed.
  init(
    in network: WiFiNetwork, to link: VirtualLink, over radio: Radio, faults: [ModemFault],
    seed: UInt64
  ) {
    self.seed = seed
    self.faults = faults
    var settings = WiFiModem.Settings()
    (settings.baud, settings.faults, settings.seed) = (Self.baud, faults, seed)
    line = SketchLine(to: WiFiModem(settings), port: .software)
    shield = Self.shield(in: network, to: link, seed: seed)
    self.network = LineNetwork(to: link, over: radio)
  }

  private static func shield(
    in network: WiFiNetwork, to link: VirtualLink, seed: UInt64
  ) -> WiFiShield {
    var settings = WiFiShield.Settings(
      ssid: network.ssid, password: network.password ?? "", caster: link.placeOnLine)
    settings.seed = seed
    return WiFiShield(settings)
  }

  /// The status of the line.
  var status: LineStatus {
    var status = LineStatus(baud: line.baud, bytesPerSecond: line.bytesPerSecond)
    status.wanted = network.wanted
    status.backlog = network.backlog
    status.framesLost = ledger.lost
    status.overruns = line.statistics.overruns
    status.lostWhileSending = line.statistics.lostWhileSending
    status.restarts = shield.restarts
    status.answers = answers
    return status
  }
}

// MARK: The firmware's time

extension BoardLine {
  /// Works through the time that the firmware has to spare; returns when it may go on.
  func work(
    from start: Duration, until end: Duration, showing snapshot: borrowing BoardSnapshot
  ) -> Duration {
    while true {
      let next = max(nextLap, start)
      guard next <= end else { return max(end, line.sendEnd) }
      lap(at: next, showing: snapshot)
    }
  }

  private var nextLap: Duration {
    var next = shield.nextStep
    if let step = line.nextStep { next = min(next, step) }
    if line.waitingCount > 0 { next = .zero }
    return max(next, lastLap + Self.lap, line.sendEnd)
  }

  private func lap(at now: Duration, showing snapshot: borrowing BoardSnapshot) {
    lastLap = now
    line.advance(to: now)
    network.serve(&line, at: now)
    shield.receive(line.read(), at: now)
    takeStream()
    for request in shield.takeRequests() { answer(request, at: now, showing: snapshot) }
    if let bytes = shield.step(at: now) { line.send(bytes, at: now) }
  }

  private func takeStream() {
    let bytes = shield.takeStream()
    guard !bytes.isEmpty else { return }
    ledger.arrive(bytes)
    arrived += bytes
  }

  private func answer(
    _ request: WiFiShield.Request, at now: Duration, showing snapshot: borrowing BoardSnapshot
  ) {
    answers += 1
    guard let asked = HTTPRequest(shieldHead: request.head) else {
      let refusal = HTTPResponse(status: 400, error: "the request has no request line")
      return shield.answer(refusal.shieldBytes(), to: request.link)
    }
    let reply = DataServer.answer(
      to: asked, from: copy snapshot, at: now, configuration: configuration, legacyPage: &page)
    shield.answer(reply.shieldBytes(hasBody: asked.method != .head), to: request.link)
  }
}

// MARK: The correction link

extension BoardLine {
  /// Appends the corrections that have come over the line.
  func receive(into buffer: inout [UInt8], at now: Duration) {
    network.listen(at: now) { ledger.send($0) }
    network.serve(&line, at: now)
    buffer += arrived
    arrived.removeAll(keepingCapacity: true)
  }

  /// Reports the board's position, to be sent over the line.
  func report(position: GGASentence, at now: Duration) {
    network.position = position
    shield.report(position, at: now)
  }

  /// The state of the link to the caster, as the firmware's client has it.
  var linkStatus: NtripLinkStatus { shield.status }

  /// Drops the connection to the caster.
  func loseConnection(at now: Duration) { network.dropCaster(&line, at: now) }
}

// MARK: Clients

extension BoardLine {
  /// Lets a client ask the board over the line.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - now: The board time.
  ///   - whenDone: Gets all bytes of the answer once the connection has ended; `nil` where the modem takes no client.
  func visit(
    _ request: HTTPRequest, at now: Duration, whenDone: @escaping ([UInt8]?) -> Void
  ) {
    network.visit(request.shieldBytes, &line, at: now, whenDone: whenDone)
  }
}

// MARK: Faults and power

extension BoardLine {
  /// Takes the board's faults that the modem has, and whether its network is there.
  func meet(_ all: [BoardFault], isNetworkGone: Bool, at now: Duration) {
    let own = all.compactMap(ModemFault.init)
    let gone = isNetworkGone ? [ModemFault(.lost, from: now)] : []
    line.withModem(at: now) { $0.setFaults(faults + own + gone, at: now) }
  }

  /// Joins another network from now on.
  func use(_ network: WiFiNetwork, to link: VirtualLink) {
    shield = Self.shield(in: network, to: link, seed: seed)
  }

  /// Ends every connection, as a board does that loses power.
  func cutPower() {
    network.cutPower()
    arrived = []
  }

  /// Begins again with nothing but what the modem has in its flash.
  func restorePower(in network: WiFiNetwork, to link: VirtualLink, at now: Duration) {
    line.restorePower(at: now)
    self.network.forgetRequests(&line)
    use(network, to: link)
    page = LegacyPage()
    lastLap = now
  }
}

extension ModemFault {
  /// Creates the modem's fault of the same name; `nil` for a fault of another part.
  ///
  /// The loss of the hotspot is told by the radio.
  fileprivate init?(_ fault: BoardFault) {
    let kind: Kind
    switch fault.kind {
    case .wifiBusy: kind = .busy
    case .wifiClose: kind = .close
    case .wifiJoin: kind = .join
    default: return nil
    }
    self.init(
      kind, from: fault.start, to: fault.end, probability: fault.probability,
      fault.value(.bytes).map { [.bytes: $0] } ?? [:])
  }
}

extension VirtualLink {
  /// The caster's URL, as the firmware of a board with a modem has it; `nil` without a caster.
  fileprivate var placeOnLine: NtripURL? {
    switch self {
    case .none: nil
    case .memory(let link): link.placeOnLine
    case .outside(let link):
      // TLS and credentials are those of the link behind the modem.
      (try? NtripURL(link.name)).map {
        NtripURL(host: $0.host, port: $0.port, mountpoint: $0.mountpoint)
      } ?? NtripURL(host: "caster", mountpoint: Wiring.mountpointName)
    }
  }
}
