// MARK: Opening and closing

extension WiFiModem {
  /// Opens a link: `AT+CIPSTART=[ID,]"TCP","HOST",PORT[,KEEPALIVE]`.
  mutating func startLink(_ command: ATCommand) {
    guard station.isJoined else { return error("no ip\r\n") }
    var values = command.arguments[...]
    let link = hasManyLinks ? values.popFirst()?.number : 0
    guard let link, (3...4).contains(values.count) else { return error() }
    guard links.indices.contains(link) else { return error("ID ERROR\r\n") }
    let (type, host) = (values[values.startIndex].text, values[values.startIndex + 1].text)
    guard type == "TCP" else {
      return error(type == "UDP" || type == "SSL" ? "" : "Link type ERROR\r\n")
    }
    guard !host.isEmpty, let port = values[values.startIndex + 2].number,
      (1...65_535).contains(port)
    else { return error() }
    guard links[link].state == .free else { return error("ALREADY CONNECTED\r\n") }
    open(link, to: host, port: UInt16(port))
  }

  private mutating func open(_ link: Int, to host: String, port: UInt16) {
    connections += 1
    var opened = ModemLink()
    (opened.state, opened.connection, opened.address) = (
      .opening, connections, names.address(of: host)
    )
    (opened.remotePort, opened.localPort) = (port, UInt16(49_152 + connections % 16_000))
    links[link] = opened
    requests.append(.open(connection: connections, host: host, port: port))
    agenda.add(.connectionLimit(connections), at: now + ModemTimes.connectionLimit)
  }

  /// Closes a link, or all of them by number 5.
  mutating func closeLink(_ command: ATCommand) {
    if command.form == .plain {
      guard !hasManyLinks else { return error("MUX=1\r\n") }
      guard links[0].state == .open else { return error() }
      return close([0])
    }
    guard hasManyLinks else { return error("MUX=0\r\n") }
    guard command.arguments.count == 1, let link = command.arguments[0].number,
      link <= links.count
    else { return error() }
    if link == links.count { return close(Array(links.indices)) }
    guard links[link].state == .open else { return error("UNLINK\r\n") }
    close([link])
  }

  private mutating func close(_ links: [Int]) {
    agenda.add(.close(links), at: now + ModemTimes.close)
  }

  /// Ends the command that closes links; what has come for the sketch meanwhile is gone.
  mutating func finishClosing(_ closed: [Int]) {
    var text = ""
    for link in closed where links[link].state == .open {
      requests.append(.close(connection: links[link].connection))
      links[link] = ModemLink()
      text += "\(name(of: link))CLOSED\r\n"
    }
    noteNews()
    ok(text)
  }
}

// MARK: Sending

extension WiFiModem {
  /// Asks for a payload: `AT+CIPSEND=[ID,]LENGTH`; the part looks at the link before the length.
  mutating func sendOnLink(_ command: ATCommand) {
    var values = command.arguments[...]
    let link = hasManyLinks ? values.popFirst()?.number : 0
    guard let link, links.indices.contains(link), values.count == 1 else { return error() }
    guard links[link].state == .open else { return error("link is not valid\r\n") }
    guard let count = values[values.startIndex].number, count > 0 else { return error() }
    guard count <= ModemSizes.payload else { return error("too long\r\n") }
    prompt(for: link, count: count)
  }

  /// Sends the payload that has been read.
  mutating func sendPayload(to link: Int) {
    say("\r\nRecv \(payload.count) bytes\r\n")
    guard links[link].state == .open, !links[link].hasEnded else {
      answer("\r\nSEND FAIL\r\n")
      return noteNews()
    }
    if let fault = troubles.strike(.close, at: now) {
      payload.removeLast(max(payload.count - Int(fault.value(.bytes)), 0))
      links[link].hasEnded = true
    }
    mode = .sending(link: link)
    links[link].lastUse = now
    statistics.uploaded += payload.count
    requests.append(.send(connection: links[link].connection, payload))
    agenda.add(.sendLimit, at: now + ModemTimes.sendLimit)
    noteNews()
  }

  mutating func acknowledge() {
    guard case .sending = mode else { return }
    agenda.forget { $0 == .sendLimit }
    if troubles.strike(.sendLost, at: now) != nil {
      mode = .ready
    } else if troubles.strike(.sendFail, at: now) != nil {
      say("\r\nSEND FAIL\r\n")
      answer("\r\nSEND OK\r\n")
    } else {
      answer("\r\nSEND OK\r\n")
    }
  }

  /// Ends a payload whose link is gone.
  mutating func failSending() {
    guard case .sending = mode else { return }
    agenda.forget { $0 == .acknowledge || $0 == .sendLimit }
    answer("\r\nSEND FAIL\r\n")
  }

  /// Closes the link of a payload that the other side does not take.
  mutating func giveUpSending() {
    guard case .sending(let link) = mode else { return }
    release(link)
    noteNews()
  }
}

// MARK: Settings and states

extension WiFiModem {
  mutating func setManyLinks(_ command: ATCommand) {
    if command.form == .query { return ok("\(command.shown):\(hasManyLinks ? 1 : 0)\r\n") }
    if hasLinks { return error("link is builded\r\n") }
    guard let isOn = command.onlySwitch else { return error() }
    if isOn == hasManyLinks, settings.version.refusesRepetition { return answer("no change\r\n") }
    guard isOn || server.port == nil else { return error("CIPSERVER must be 0\r\n") }
    hasManyLinks = isOn
    ok()
  }

  mutating func setPeers(_ command: ATCommand) {
    // No blank line before the OK here.
    if command.form == .query {
      return answer("\(command.shown):\(tellsPeers ? "TRUE" : "FALSE")\r\nOK\r\n")
    }
    guard let isOn = command.onlySwitch else { return error() }
    tellsPeers = isOn
    ok()
  }

  /// Sets the mode of links: the one that passes bytes on without frames is not modelled.
  mutating func setTransfer(_ command: ATCommand) {
    if command.form == .query { return ok("\(command.shown):0\r\n") }
    command.onlySwitch == false ? ok() : error()
  }

  /// The number of the station's state: 2 an address, 3 a link, 4 no link any more, 5 no network.
  private var status: Int {
    guard station.isJoined else { return 5 }
    if links.contains(where: { $0.state == .open }) { return 3 }
    return station.hasHadLink ? 4 : 2
  }

  mutating func tellStatus() {
    var text = "STATUS:\(status)\r\n"
    for (number, link) in links.enumerated() where link.state == .open {
      let localPort = settings.version.tellsLocalPort ? "\(link.localPort)," : ""
      text +=
        "+CIPSTATUS:\(number),\"TCP\",\"\(link.address)\",\(link.remotePort),\(localPort)"
        + "\(link.isServed ? 1 : 0)\r\n"
    }
    ok(text)
  }

  mutating func ping(_ command: ATCommand) {
    guard command.arguments.count == 1, command.arguments[0].isQuoted,
      !command.arguments[0].text.isEmpty
    else { return error() }
    guard station.isJoined else {
      return answer("+timeout\r\n\r\nERROR\r\n", after: ModemTimes.pingLimit)
    }
    requests.append(.ping(host: command.arguments[0].text))
  }

  mutating func endPing(_ milliseconds: Int?) {
    guard let milliseconds else { return error("+timeout\r\n") }
    ok("\(settings.version.pingPrefix)\(milliseconds)\r\n")
  }
}

extension ATCommand {
  /// The value of a command with one switch, 0 or 1; `nil` for other values.
  var onlySwitch: Bool? { arguments.count == 1 ? arguments[0].asSwitch : nil }
}

extension ATCommand.Argument {
  /// The value of a switch: 0 or 1.
  var asSwitch: Bool? {
    switch number {
    case 0: false
    case 1: true
    default: nil
    }
  }
}
