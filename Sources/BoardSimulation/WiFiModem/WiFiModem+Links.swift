/// A modem's server.
struct ModemServer: Hashable, Sendable {
  /// The port; `nil` while there is no server.
  var port: UInt16?
  /// The time after which a link that nobody uses is closed; zero for never.
  var idleLimit = Duration.seconds(180)
}

// MARK: The network's side

extension WiFiModem {
  /// Takes the wishes to the network since the last call, in their order.
  public mutating func takeRequests() -> [ModemRequest] {
    defer { requests = [] }
    return requests
  }

  /// Hears that a connection is open.
  public mutating func connected(_ connection: Int, at now: Duration) {
    advance(to: now)
    agenda.add(.opened(connection), at: self.now + ModemTimes.connection)
  }

  /// Hears that a connection cannot be opened.
  public mutating func failed(
    _ connection: Int, because failure: ModemConnectionFailure, at now: Duration
  ) {
    advance(to: now)
    agenda.add(.failed(connection, failure), at: self.now + ModemTimes.connection)
  }

  /// Returns the number of bytes that a connection's link takes at present; none holds the other side back.
  public func room(of connection: Int) -> Int {
    link(of: connection).map { max(ModemSizes.window - links[$0].count, 0) } ?? 0
  }

  /// Takes bytes of a connection, at most ``room(of:)``; further ones are lost.
  public mutating func receive(_ bytes: [UInt8], on connection: Int, at now: Duration) {
    advance(to: now)
    guard let link = link(of: connection), !links[link].hasEnded else { return }
    // An answer acknowledges what it answers, so that SEND OK comes before it.
    if mode == .sending(link: link) {
      agenda.forget { $0 == .acknowledge }
      agenda.add(.acknowledge, at: self.now)
    }
    statistics.downloaded += links[link].append(bytes)
    links[link].lastUse = self.now
    noteNews()
  }

  /// Hears that the other side has ended a connection.
  public mutating func ended(_ connection: Int, at now: Duration) {
    advance(to: now)
    guard let link = link(of: connection) else { return }
    links[link].hasEnded = true
    noteNews()
  }

  /// Hears that the bytes of the last `send` are out of the way.
  public mutating func delivered(_ connection: Int, at now: Duration) {
    advance(to: now)
    guard case .sending(let link) = mode, links[link].connection == connection else { return }
    agenda.add(.acknowledge, at: self.now + ModemTimes.acknowledgement)
  }

  /// Takes a client of the server.
  ///
  /// - Parameters:
  ///   - address: The client's address, as the sketch is told it.
  ///   - port: The client's port.
  ///   - now: The time.
  /// - Returns: The number of its connection; `nil` where there is no server or no free link, and the client is to be
  ///   turned away.
  public mutating func accept(from address: String, port: UInt16, at now: Duration) -> Int? {
    advance(to: now)
    guard let served = server.port, let link = links.firstIndex(where: { $0.state == .free }),
      isReachable
    else {
      statistics.refusedClients += 1
      return nil
    }
    var opened = newLink(to: address, port: port, localPort: served)
    (opened.state, opened.isServed) = (.open, true)
    links[link] = opened
    station.hasHadLink = true
    say("\(name(of: link))CONNECT\r\n")
    watchIdleLinks()
    return opened.connection
  }

  /// Hears the answer to a ping, with the milliseconds of the way to and fro; `nil` where no answer came.
  public mutating func echoed(after milliseconds: Int?, at now: Duration) {
    advance(to: now)
    let delay = milliseconds.map { Duration.milliseconds($0) } ?? ModemTimes.pingLimit
    agenda.add(.echo(milliseconds: milliseconds), at: self.now + delay)
  }

  /// Whether phones reach the modem: in the network that it has joined, or in its own.
  private var isReachable: Bool {
    mode != .booting && !troubles.isOn(.silent, at: now)
      && (station.isJoined || flash.mode != .station)
  }

  private func link(of connection: Int) -> Int? {
    links.firstIndex { $0.state != .free && $0.connection == connection }
  }

  private mutating func newLink(to address: String, port: UInt16, localPort: UInt16) -> ModemLink {
    connections += 1
    var link = ModemLink()
    (link.connection, link.address, link.lastUse) = (connections, address, now)
    (link.remotePort, link.localPort) = (port, localPort)
    return link
  }
}

// MARK: Links

extension WiFiModem {
  /// The link's name before `CONNECT` and `CLOSED`, which a modem with one link leaves out.
  func name(of link: Int) -> String { hasManyLinks ? "\(link)," : "" }

  var hasLinks: Bool { links.contains { $0.state != .free } }

  mutating func takeLinkStep(_ step: ModemAgenda.Act) {
    switch step {
    case .opened(let connection): open(connection)
    case .failed(let connection, let failure): fail(connection, failure)
    case .connectionLimit(let connection): fail(connection, .refused)
    case .acknowledge: acknowledge()
    case .sendLimit: giveUpSending()
    case .close(let links): finishClosing(links)
    default: closeIdleLinks()
    }
  }

  private mutating func open(_ connection: Int) {
    guard let link = opening(connection) else { return }
    links[link].state = .open
    links[link].lastUse = now
    station.hasHadLink = true
    ok("\(name(of: link))CONNECT\r\n")
    // Bytes, or the end, may have come before.
    noteNews()
  }

  private mutating func fail(_ connection: Int, _ failure: ModemConnectionFailure) {
    guard let link = opening(connection) else { return }
    if failure == .refused { requests.append(.close(connection: connection)) }
    links[link] = ModemLink()
    guard failure == .refused else { return error("DNS Fail\r\n") }
    answer("\r\nERROR\r\n\(name(of: link))CLOSED\r\n")
  }

  /// Returns the link that a command is about to open.
  private mutating func opening(_ connection: Int) -> Int? {
    guard let link = link(of: connection), links[link].state == .opening else { return nil }
    agenda.forget { $0 == .connectionLimit(connection) }
    return link
  }

  /// Notes whether some link has something to tell the sketch.
  mutating func noteNews() { hasNews = links.contains(where: \.hasNews) }

  /// Whether bytes of links may go to the sketch now: not in the midst of a payload, which the part leaves alone.
  var mayTellNews: Bool {
    switch mode {
    case .booting, .payload: false
    default: !troubles.isOn(.busy, at: now) && !troubles.isOn(.silent, at: now)
    }
  }

  /// Tells the sketch the next segment or end of a link, one link after the other.
  mutating func tellNews() {
    defer { noteNews() }
    let order = links.indices.map { ($0 + nextLink) % links.count }
    guard let link = order.first(where: { links[$0].hasNews }) else { return }
    nextLink = link + 1
    guard links[link].count > 0 else { return release(link) }
    links[link].lastUse = now
    let fault = troubles.strike(.close, at: now)
    let segment = links[link].takeSegment(atMost: fault.map { Int($0.value(.bytes)) } ?? .max)
    if !segment.isEmpty { say(Array(header(of: link, segment.count).utf8) + segment) }
    if fault != nil { release(link) }
  }

  private func header(of link: Int, _ count: Int) -> String {
    var peer = ""
    if tellsPeers {
      let quote = settings.version.quotesPeers ? "\"" : ""
      peer = ",\(quote)\(links[link].address)\(quote),\(links[link].remotePort)"
    }
    return "\r\n+IPD,\(name(of: link))\(count)\(peer):"
  }

  /// Frees a link and tells the sketch.
  mutating func release(_ link: Int) {
    if mode == .sending(link: link) { failSending() }
    requests.append(.close(connection: links[link].connection))
    say("\(name(of: link))CLOSED\r\n")
    links[link] = ModemLink()
  }

  /// Closes open links and tells the sketch of each.
  mutating func closeLinks(where isClosed: (ModemLink) -> Bool) {
    for link in links.indices where links[link].state == .open && isClosed(links[link]) {
      release(link)
    }
    noteNews()
  }

  /// Closes all links without a word.
  mutating func dropLinks() {
    for link in links where link.state != .free {
      requests.append(.close(connection: link.connection))
    }
    links = links.map { _ in ModemLink() }
    noteNews()
  }
}

// MARK: The server

extension WiFiModem {
  mutating func stopServer() {
    guard let port = server.port else { return }
    requests.append(.stopListening(port: port))
    server.port = nil
  }

  /// Sees to it that a link of the server is looked at when its time is over.
  private mutating func watchIdleLinks() {
    agenda.forget { $0 == .idleLinks }
    guard server.idleLimit > .zero,
      let first = links.filter({ $0.isServed && $0.state == .open }).map(\.lastUse).min()
    else { return }
    agenda.add(.idleLinks, at: max(first + server.idleLimit, now))
  }

  private mutating func closeIdleLinks() {
    let (limit, now) = (server.idleLimit, now)
    closeLinks { $0.isServed && now - $0.lastUse >= limit }
    watchIdleLinks()
  }

  mutating func setServer(_ command: ATCommand) {
    let values = command.arguments
    let port = values.count > 1 ? values[1].number : 333
    guard hasManyLinks, (1...2).contains(values.count), let isOn = values[0].asSwitch, let port,
      (1...65_535).contains(port)
    else { return error() }
    let isNew = isOn != (server.port != nil)
    if isNew, isOn {
      server.port = UInt16(port)
      requests.append(.listen(port: UInt16(port)))
    } else if isNew {
      stopServer()
    }
    ok(isNew ? "" : "no change\r\n")
  }

  mutating func setIdleLimit(_ command: ATCommand) {
    if command.form == .query {
      return ok("\(command.shown):\(server.idleLimit.components.seconds)\r\n")
    }
    guard server.port != nil, command.arguments.count == 1,
      let seconds = command.arguments[0].number, (0...7_200).contains(seconds)
    else { return error() }
    server.idleLimit = .seconds(seconds)
    watchIdleLinks()
    ok()
  }
}
