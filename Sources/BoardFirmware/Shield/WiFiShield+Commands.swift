internal import NtripProtocol

// MARK: Sending

extension WiFiShield {
  /// The commands of the set-up; the second one ends with the modem's greeting.
  private static let setUp = ["AT", "AT+RST", "ATE0", "AT+CWMODE=1", "AT+CIPMUX=1"]
  private static let resetStep = 1

  /// Does what is due, and returns the bytes to send; `nil` while there is nothing to send.
  ///
  /// Bytes that are sent take time, in which the owner calls nothing, and in which a port in software loses what comes.
  public mutating func step(at now: Duration) -> [UInt8]? {
    let bytes = next(at: now)
    if let bytes { reader.lose(bytes.count) }
    return bytes
  }

  private mutating func next(at now: Duration) -> [UInt8]? {
    if reader.isInPayload, lastByte + Self.gap <= now { reader.abandonPayload() }
    if let prompted {
      self.prompted = nil
      return prompted
    }
    if command != nil {
      guard deadline <= now else { return nil }
      missAnswer(at: now)
      if let prompted {
        self.prompted = nil
        return prompted
      }
    }
    guard rest <= now else { return nil }
    switch phase {
    case .settingUp(let index): return setUp(index, at: now)
    case .joining(let time):
      guard time <= now, !waits(at: now) else { return nil }
      return join(at: now)
    case .online:
      askMachine(at: now)
      closeIdleClients(at: now)
      guard !jobs.isEmpty, !waits(at: now) else { return nil }
      return begin(jobs.removeFirst(), at: now)
    }
  }

  /// Returns whether a command waits for a quiet line, which it does not do for ever.
  private mutating func waits(at now: Duration) -> Bool {
    let start = waitStart ?? now
    let isQuiet = !reader.isInPayload && lastByte + Self.quiet <= now
    waitStart = isQuiet || start + Self.longestWait <= now ? nil : start
    return waitStart != nil
  }

  private mutating func send(
    _ text: String, _ command: ShieldCommand, for time: Duration, at now: Duration
  ) -> [UInt8] {
    (self.command, deadline) = (command, now + time)
    return Array(text.utf8) + [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
  }

  private mutating func setUp(_ index: Int, at now: Duration) -> [UInt8] {
    let server = "AT+CIPSERVER=1,\(settings.port)"
    let text = index < Self.setUp.count ? Self.setUp[index] : server
    return send(
      text, .setUp(index), for: index == 0 ? Self.bootPatience : Self.patience, at: now)
  }

  private mutating func join(at now: Duration) -> [UInt8] {
    send(
      "AT+CWJAP=\"\(Self.escaped(settings.ssid))\",\"\(Self.escaped(settings.password))\"", .join,
      for: Self.joinTime, at: now)
  }

  /// Returns a text as AT commands have it between quotes.
  private static func escaped(_ text: String) -> String {
    var escaped: [UInt8] = []
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\\") {
        escaped.append(UInt8(ascii: "\\"))
      }
      escaped.append(byte)
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private mutating func begin(_ job: ShieldJob, at now: Duration) -> [UInt8] {
    switch job {
    case .connect(let host, let port):
      send(
        "AT+CIPSTART=\(Self.casterLink),\"TCP\",\"\(host)\",\(port)", .connect,
        for: Self.connectTime, at: now)
    case .send(let payload):
      send(
        "AT+CIPSEND=\(payload.link),\(payload.bytes.count)", .announce(payload),
        for: Self.patience, at: now)
    case .close(let link):
      send("AT+CIPCLOSE=\(link)", .close(link: link), for: Self.patience, at: now)
    }
  }

  /// Carries out what the NTRIP client wants.
  private mutating func askMachine(at now: Duration) {
    guard machine != nil, let due = machineDue, due <= now else { return }
    while let action = machine?.nextAction(at: now) {
      switch action {
      case .connect(let url): jobs.append(.connect(host: url.host, port: url.port))
      case .send(let bytes): enqueue(bytes, for: Self.casterLink)
      case .close:
        hasCaster = false
        jobs.removeAll { $0.link == Self.casterLink }
        jobs.append(.close(link: Self.casterLink))
      case .wait(let end):
        machineDue = end
        return
      }
    }
  }

  private mutating func closeIdleClients(at now: Duration) {
    for link in 0...Self.casterLink {
      guard let client = clients[link], !client.isAnswered, client.deadline <= now else { continue }
      clients[link]?.isAnswered = true
      jobs.append(.close(link: link))
    }
  }
}

// MARK: Receiving

extension WiFiShield {
  /// Takes bytes that the modem has sent.
  public mutating func receive(_ bytes: [UInt8], at now: Duration) {
    guard !bytes.isEmpty else { return }
    if reader.isInPayload, lastByte + Self.gap <= now { reader.abandonPayload() }
    lastByte = now
    var messages: [ATMessage] = []
    reader.consume(bytes) { messages.append($0) }
    for message in messages {
      switch message {
      case .line(let line): take(line, at: now)
      case .prompt: takePrompt(at: now)
      case .data(let link, let bytes): take(bytes, on: link, at: now)
      }
    }
  }

  private mutating func take(_ bytes: [UInt8], on link: Int, at now: Duration) {
    if link == Self.casterLink, hasCaster {
      var stream = stream
      machine?.received(bytes.span, at: now) { stream.append(contentsOf: $0) }
      self.stream = stream
      machineDue = now
      return
    }
    guard link != Self.casterLink || clients[link] != nil else { return closeStray(at: now) }
    var client = clients[link] ?? ShieldClient(deadline: now + Self.clientTime)
    defer { clients[link] = client }
    guard !client.isAnswered else { return }
    client.head += bytes
    guard client.head.count <= Self.longestHead else {
      client.head.removeFirst(client.head.count - Self.longestHead)
      return
    }
    guard client.head.hasBlankLine else { return }
    client.isAnswered = true
    requests.append(Request(link: link, head: client.head))
  }

  /// Closes a connection to the caster that the firmware does not know of, since news of it were lost.
  private mutating func closeStray(at now: Duration) {
    guard !jobs.contains(where: { $0.link == Self.casterLink }), command != .connect else { return }
    jobs.append(.close(link: Self.casterLink))
  }

  /// The most bytes of a request that are kept.
  private static let longestHead = 2_048

  /// Sends the payload behind the modem's prompt, with the next step.
  private mutating func takePrompt(at now: Duration) {
    guard case .announce(let payload) = command else { return }
    silences = 0
    send(payload, at: now)
  }

  private mutating func send(_ payload: ShieldPayload, at now: Duration) {
    (command, deadline) = (.send(payload), now + Self.patience)
    prompted = payload.bytes
  }

  private mutating func take(_ line: String, at now: Duration) {
    switch line {
    case "OK": takeOK(at: now)
    case "ERROR", "FAIL", "SEND FAIL": takeError(line, at: now)
    case "SEND OK":
      if case .send = command { endCommand(at: now) }
    case "busy p...", "busy s...":
      retry(at: now)
    case "ready": takeGreeting(at: now)
    case "WIFI DISCONNECT": if phase == .online { phase = .joining(from: now + Self.joinPause) }
    case "WIFI GOT IP": if case .joining = phase, command != .join { phase = .online }
    case "no change", "ALREADY CONNECTED": break
    default: takeLinkNews(line, at: now)
    }
  }

  /// Takes `LINK,CONNECT` and `LINK,CLOSED`.
  private mutating func takeLinkNews(_ line: String, at now: Duration) {
    let bytes = Array(line.utf8)
    guard bytes.count > 2, bytes[1] == UInt8(ascii: ","),
      (UInt8(ascii: "0")...UInt8(ascii: "4")).contains(bytes[0])
    else { return }
    let link = Int(bytes[0] - UInt8(ascii: "0"))
    switch String(decoding: bytes[2...], as: UTF8.self) {
    case "CONNECT" where command == .connect && link == Self.casterLink: hasCaster = true
    case "CONNECT": clients[link] = ShieldClient(deadline: now + Self.clientTime)
    case "CLOSED", "CONNECT FAIL": lose(link, at: now)
    default: break
    }
  }

  private mutating func lose(_ link: Int, at now: Duration) {
    clients[link] = nil
    jobs.removeAll { $0.isOfOpenLink && $0.link == link }
    guard link == Self.casterLink, hasCaster else { return }
    hasCaster = false
    var stream = stream
    machine?.disconnected(at: now) { stream.append(contentsOf: $0) }
    self.stream = stream
    machineDue = now
  }
}

// MARK: The ends of commands

extension WiFiShield {
  private mutating func endCommand(at now: Duration) {
    command = nil
    silences = 0
    rest = now
  }

  private mutating func takeOK(at now: Duration) {
    switch command {
    case .setUp(Self.resetStep):
      // The greeting follows.
      deadline = now + Self.patience
    case .setUp(let index):
      endCommand(at: now)
      phase = index < Self.setUp.count ? .settingUp(index + 1) : .joining(from: now)
    case .join:
      endCommand(at: now)
      phase = .online
      machineDue = now
    case .connect:
      endCommand(at: now)
      hasCaster = true
      machine?.connected(at: now)
      machineDue = now
    case .close(let link):
      endCommand(at: now)
      clients[link] = nil
    case .announce, .send, nil: break
    }
  }

  private mutating func takeError(_ word: String, at now: Duration) {
    guard let command else { return }
    switch command {
    case .setUp: retry(at: now)
    case .join:
      endCommand(at: now)
      phase = .joining(from: now + Self.joinPause)
    case .connect:
      endCommand(at: now)
      hasCaster = false
      machine?.connectionFailed(.connectionRefused, at: now)
      machineDue = now
    case .announce(let payload), .send(let payload):
      // SEND FAIL may be followed by SEND OK, which is of no interest then.
      endCommand(at: now)
      if word == "ERROR" { lose(payload.link, at: now) }
    case .close(let link):
      endCommand(at: now)
      clients[link] = nil
    }
  }

  /// Takes the modem's greeting: after the set-up's reset, or after one that nobody asked for.
  private mutating func takeGreeting(at now: Duration) {
    let isWanted = command == .setUp(Self.resetStep)
    if !isWanted { forgetLinks("the modem has reset itself", at: now) }
    endCommand(at: now)
    phase = .settingUp(Self.resetStep + 1)
  }

  /// Repeats the command after a pause.
  private mutating func retry(at now: Duration) {
    switch command {
    case .announce(let payload): jobs.insert(.send(payload), at: 0)
    case .close(let link): jobs.insert(.close(link: link), at: 0)
    case .connect:
      if let caster = settings.caster {
        jobs.insert(.connect(host: caster.host, port: caster.port), at: 0)
      }
    case .join: phase = .joining(from: now + Self.pause)
    case .setUp: break
    case .send, nil: return
    }
    command = nil
    rest = now + Self.pause
  }

  /// Gives up a command without an answer; after some in a row the modem is set up again.
  private mutating func missAnswer(at now: Duration) {
    let missed = command
    command = nil
    silences += 1
    switch missed {
    case .announce(let payload):
      // The prompt may have been lost, and the modem waits for as many bytes as it was told.
      send(payload, at: now)
      return
    case .send: break  // the answer may have been lost alone
    case .connect:
      hasCaster = false
      machine?.connectionFailed(.timedOut(after: Self.connectTime), at: now)
      machineDue = now
    case .join: phase = .joining(from: now)
    case .close(let link): clients[link] = nil
    case .setUp(Self.resetStep): phase = .settingUp(Self.resetStep + 1)
    case .setUp, nil: break
    }
    guard silences >= Self.mostSilences else { return }
    silences = 0
    restarts += 1
    forgetLinks("the modem does not answer", at: now)
    phase = .settingUp(0)
  }

  private mutating func forgetLinks(_ words: String, at now: Duration) {
    jobs = []
    clients = [:]
    hasCaster = false
    prompted = nil
    machine?.connectionFailed(.broken(words), at: now)
    machine?.connectionBroke(words, at: now)
    machineDue = now
  }
}

extension [UInt8] {
  /// Whether an empty line is among the bytes.
  fileprivate var hasBlankLine: Bool {
    var (index, matched) = (0, 0)
    let end = Array("\r\n\r\n".utf8)
    while index < count {
      matched = self[index] == end[matched] ? matched + 1 : self[index] == end[0] ? 1 : 0
      if matched == end.count { return true }
      index += 1
    }
    return false
  }
}
