internal import BoardFirmware
internal import BoardSimulation
internal import NtripProtocol

/// The network behind a board's modem: the caster, and the phones that ask.
struct LineNetwork {
  private let link: VirtualLink
  private let radio: Radio
  /// The modem's number of the connection to the caster; `nil` without one.
  private var caster: Int?
  /// Whether the board has asked the caster for its stream.
  private var hasAsked = false
  /// Whether an outside caster's stream has begun.
  private var hasBegun = false
  private var hasEnded = false
  /// The bytes of the caster that the modem has not taken.
  private var spool: [UInt8] = []
  private var taken = 0
  private var visitors: [Int: Visitor] = [:]
  private var port: UInt16 = 49_152
  private var rate = ByteRate()
  /// The board's last position, for a caster outside.
  var position: GGASentence?

  /// A phone that has connected.
  private struct Visitor {
    var request: ArraySlice<UInt8>
    var answer: [UInt8] = []
    var whenDone: ([UInt8]?) -> Void
  }

  /// The most bytes on their way from the caster: a reader that is further behind is dropped, as casters do.
  private static let spoolLimit = 64 << 10
  /// The time of a ping, ms.
  private static let echoTime = 24

  init(to link: VirtualLink, over radio: Radio) {
    (self.link, self.radio) = (link, radio)
    if case .memory(let link) = link { link.hangUp() }
  }

  /// The bytes a second that the caster sends.
  var wanted: Int { rate.perSecond }
  /// The bytes that wait for the modem.
  var backlog: Int { spool.count - taken }
}

// MARK: The caster

extension LineNetwork {
  /// Takes what the caster has sent by a time.
  mutating func listen(at now: Duration, onBytes: ([UInt8]) -> Void) {
    rate.advance(to: now, counts: caster != nil && !hasEnded)
    var bytes = output(at: now)
    guard caster != nil, !bytes.isEmpty else { return }
    radio.spoil(&bytes, at: now)
    rate.add(bytes.count)
    onBytes(bytes)
    if taken == spool.count {
      spool.removeAll(keepingCapacity: true)
      taken = 0
    }
    spool += bytes
    guard backlog > Self.spoolLimit else { return }
    hangUp()
    hasEnded = true
  }

  private mutating func output(at now: Duration) -> [UInt8] {
    switch link {
    case .none: return []
    case .memory(let link):
      link.advance(to: now)
      let output = link.takeOutput()
      if output.hasEnded { hasEnded = true }
      return output.bytes
    case .outside(let link):
      var bytes: [UInt8] = []
      link.receive(into: &bytes, at: now)
      guard hasAsked, link.status(at: now).state == .streaming || !bytes.isEmpty else { return [] }
      if !hasBegun { bytes = Array("ICY 200 OK\r\n\r\n".utf8) + bytes }
      hasBegun = true
      return bytes
    }
  }

  private mutating func hangUp() {
    if case .memory(let link) = link { link.hangUp() }
    (spool, taken) = ([], 0)
    (hasAsked, hasBegun) = (false, false)
  }

  private mutating func tellCaster(_ bytes: [UInt8], at now: Duration) {
    switch link {
    case .none: break
    case .memory(let link): link.send(bytes, at: now)
    case .outside(let link):
      if hasAsked, let position { link.report(position: position, at: now) }
    }
    hasAsked = true
  }

  /// Ends the connection to the caster from the network's side.
  mutating func dropCaster(_ line: inout SketchLine, at now: Duration) {
    guard let caster else { return }
    hangUp()
    self.caster = nil
    hasEnded = false
    line.withModem(at: now) { $0.ended(caster, at: now) }
  }
}

// MARK: The modem

extension LineNetwork {
  /// Carries out the modem's wishes and gives it what has arrived.
  mutating func serve(_ line: inout SketchLine, at now: Duration) {
    line.withModem(at: now) { modem in
      for request in modem.takeRequests() { carryOut(request, &modem, at: now) }
      feed(&modem, at: now)
    }
  }

  private mutating func feed(_ modem: inout WiFiModem, at now: Duration) {
    if let caster {
      let count = min(modem.room(of: caster), backlog)
      if count > 0 {
        modem.receive(Array(spool[taken..<taken + count]), on: caster, at: now)
        taken += count
      }
      if hasEnded, backlog == 0 {
        modem.ended(caster, at: now)
        (self.caster, hasEnded) = (nil, false)
      }
    }
    guard !visitors.isEmpty else { return }
    for connection in visitors.keys.sorted() {
      guard let request = visitors[connection]?.request, !request.isEmpty else { continue }
      let piece = request.prefix(modem.room(of: connection))
      modem.receive(Array(piece), on: connection, at: now)
      visitors[connection]?.request = request.dropFirst(piece.count)
    }
  }

  private mutating func carryOut(
    _ request: ModemRequest, _ modem: inout WiFiModem, at now: Duration
  ) {
    switch request {
    case .open(let connection, _, _):
      guard radio.reachesCaster(at: now) else {
        return modem.failed(connection, because: .refused, at: now)
      }
      hangUp()
      (caster, hasEnded) = (connection, false)
      modem.connected(connection, at: now)
    case .send(let connection, let bytes):
      if connection == caster { tellCaster(bytes, at: now) }
      visitors[connection]?.answer += bytes
      modem.delivered(connection, at: now)
    case .close(let connection):
      if connection == caster {
        hangUp()
        (caster, hasEnded) = (nil, false)
      }
      if let visitor = visitors.removeValue(forKey: connection) {
        visitor.whenDone(visitor.answer)
      }
    case .listen, .stopListening: break
    case .ping: modem.echoed(after: Self.echoTime, at: now)
    }
  }

  /// Connects a phone to the board's server.
  mutating func visit(
    _ request: [UInt8], _ line: inout SketchLine, at now: Duration,
    whenDone: @escaping ([UInt8]?) -> Void
  ) {
    port = port == .max ? 49_152 : port + 1
    let port = port
    let connection = line.withModem(at: now) { modem in
      modem.accept(from: "192.168.43.2", port: port, at: now)
    }
    guard let connection else { return whenDone(nil) }
    visitors[connection] = Visitor(request: request[...], whenDone: whenDone)
    serve(&line, at: now)
  }

  /// Ends every connection.
  mutating func cutPower() {
    hangUp()
    (caster, hasEnded) = (nil, false)
    let visitors = visitors
    self.visitors = [:]
    for connection in visitors.keys.sorted() { visitors[connection]?.whenDone(nil) }
  }

  /// Forgets what the modem asked for before it lost its power.
  func forgetRequests(_ line: inout SketchLine) {
    line.withModem(at: .zero) { _ = $0.takeRequests() }
  }
}

/// The bytes a second of a stream, over its last ten whole seconds.
struct ByteRate {
  private var counts = [Int](repeating: 0, count: span)
  private var second: Int64 = 0
  private var current = 0

  private static let span = 10

  /// The mean over the last ten whole seconds of a connection.
  var perSecond: Int { counts.reduce(0, +) / Self.span }

  mutating func add(_ count: Int) { current += count }

  /// Goes on to a time; one without a connection does not count.
  mutating func advance(to now: Duration, counts isCounted: Bool) {
    let present = now.components.seconds
    guard isCounted else {
      (second, current) = (max(second, present), 0)
      return
    }
    while second < present {
      counts[Int(second % Int64(Self.span))] = current
      current = 0
      // After a long time without a look, ten empty seconds are enough.
      second = max(second + 1, present - Int64(Self.span))
    }
  }
}
