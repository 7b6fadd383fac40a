import BoardSimulation

/// Whatever a sketch sends to a modem, however its bytes are cut, the modem says the same at the same times, says no
/// more than so many bytes for each of them, and hears the next command.
func fuzzATCommands(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  let version = ATVersion.allCases[Int(input.byte()) % ATVersion.allCases.count]
  let chunking = input.chunking()
  let text = input.rest()
  var whole = ModemSession(version)
  whole.send(text)
  var cut = ModemSession(version)
  chunking.forEachChunk(of: text) { cut.send([UInt8]($0)) }
  whole.settle()
  cut.settle()
  require(whole.heard == cut.heard, "the same answers however the line is cut")
  require(whole.now == cut.now, "at the same time")
  require(whole.modem.statistics == cut.modem.statistics, "and the same counts")
  let limit = 4_096 + 100 * text.count + whole.modem.statistics.downloaded
  require(whole.heard.count <= limit, "\(whole.heard.count) bytes for \(text.count)")
  require(whole.links.count <= 5, "\(whole.links.count) connections of five links")
}

/// A modem in virtual time, on a network that answers everything at once.
private struct ModemSession {
  var modem: WiFiModem
  var now = Duration.zero
  var heard: [UInt8] = []
  /// The connections that the network believes to be open.
  var links: Set<Int> = []

  init(_ version: ATVersion) {
    var settings = WiFiModem.Settings()
    settings.version = version
    modem = WiFiModem(settings)
    settle()
  }

  /// Sends bytes back to back, as many at a time as the line takes.
  mutating func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    let whole = modem.inputRoom
    while !rest.isEmpty {
      modem.receive(Array(rest.prefix(whole)), at: now)
      rest = rest.dropFirst(whole)
      while modem.inputRoom < whole, step() {}
    }
  }

  /// Lets the modem end what it does; idle clients leave later.
  mutating func settle() {
    let end = now + .seconds(60)
    while let next = modem.nextStep, next <= end, step() {}
  }

  private mutating func step() -> Bool {
    guard let next = modem.nextStep else { return false }
    now = max(now, next)
    modem.advance(to: now)
    heard += modem.takeOutput()
    for request in modem.takeRequests() { answer(request) }
    return true
  }

  private mutating func answer(_ request: ModemRequest) {
    switch request {
    case .open(let connection, let host, _):
      guard !host.hasPrefix("x") else {
        return modem.failed(connection, because: .unknownHost, at: now)
      }
      modem.connected(connection, at: now)
      links.insert(connection)
    case .send(let connection, let bytes):
      require((1...2_048).contains(bytes.count), "a payload has 1 to 2,048 bytes")
      modem.delivered(connection, at: now)
      modem.receive(Array(bytes.prefix(modem.room(of: connection))), on: connection, at: now)
    case .close(let connection): links.remove(connection)
    case .listen:
      for port in 1...2 {
        guard let connection = modem.accept(from: "10.0.0.1", port: UInt16(port), at: now) else {
          continue
        }
        links.insert(connection)
        modem.receive(Array("GET / HTTP/1.1\r\n\r\n".utf8), on: connection, at: now)
        if port == 2 { modem.ended(connection, at: now) }
      }
    case .stopListening: break
    case .ping: modem.echoed(after: 5, at: now)
    }
  }
}
