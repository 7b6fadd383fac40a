import NtripProtocol

/// A source pushes the same however the caster's answer is cut, nothing before it is let in, comes to rest, and
/// never tells its password but to the caster.
func fuzzSourceAnswer(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  let wishes = input.byte()
  let chunking = input.chunking()
  let answer = input.rest()
  let whole = push(against: answer, cut: Chunking(lengths: [max(answer.count, 1)]), wishes)
  let pieces = push(against: answer, cut: chunking, wishes)
  require(
    pieces == whole, "the outcome does not depend on how the answer is cut: \(pieces), \(whole)")
  _ = push(against: answer, cut: chunking, wishes, secondsPerChunk: Int(wishes >> 4))
}

private struct Outcome: Equatable {
  /// What was sent over each connection.
  var sent: [[UInt8]] = []
  var failure: NtripFailure?
  var isFinished = false
  var byteCount: Int64 = 0
}

private func push(
  against answer: [UInt8], cut chunking: Chunking, _ wishes: UInt8, secondsPerChunk: Int = 0
) -> Outcome {
  let choices = [NtripVersionChoice.automatic, .only(.one), .only(.two)]
  var options = NtripSourceOptions()
  options.version = choices[Int(wishes & 3) % choices.count]
  let login = wishes & 4 == 0 ? nil : NtripCredentials(user: "u", password: "sesame")
  let url = NtripURL(host: "caster.example", mountpoint: "FIELD", credentials: login)
  var source = Source(
    machine: NtripSourceMachine(to: url, options: options, retry: nil, seed: 1),
    isBroken: wishes & 8 != 0)
  // Version 2, then version 1; there is no third.
  for _ in 0..<3 where source.connect() {
    chunking.forEachChunk(of: answer) { chunk in
      source.receive(chunk)
      source.pass(.seconds(secondsPerChunk))
    }
    source.end()
  }
  require(source.machine.isOver, "it comes to rest")
  let failure = source.machine.failure
  for text in [failure?.description, source.machine.status.error] {
    require(text?.contains("sesame") != true, "nobody is told the password")
    require(text?.contains("dTpzZXNhbWU=") != true, "nobody is told the password's token")
  }
  return Outcome(
    sent: source.sent, failure: failure, isFinished: source.machine.isFinished,
    byteCount: source.machine.status.bytes)
}

/// A source on a network of which each connection gets the same answer.
private struct Source {
  var machine: NtripSourceMachine
  let isBroken: Bool
  private(set) var sent: [[UInt8]] = []
  private var now = Duration.zero
  private var isOpen = false
  private var hasPushed = false

  init(machine: NtripSourceMachine, isBroken: Bool) {
    (self.machine, self.isBroken) = (machine, isBroken)
  }

  /// Connects, if it wants to, and sends the request.
  mutating func connect() -> Bool {
    guard case .connect = machine.nextAction(at: now) else { return false }
    machine.connected(at: now)
    sent.append([])
    (isOpen, hasPushed) = (true, false)
    act()
    return true
  }

  mutating func receive(_ bytes: Span<UInt8>) {
    guard isOpen else { return }
    machine.received(bytes, at: now)
    act()
    guard machine.isReady, !hasPushed else { return }
    hasPushed = true
    machine.send([0xD3, 0, 0].span)
    act()
  }

  mutating func pass(_ time: Duration) {
    now += time
    if isOpen { act() }
  }

  /// Ends what is still open: a stream in order, or by the other side.
  mutating func end() {
    guard isOpen else { return }
    if machine.isReady, !isBroken {
      machine.finish()
    } else if isBroken {
      machine.connectionBroke("reset", at: now)
    } else {
      machine.disconnected(at: now)
    }
    act()
    // A caster that answers with the end of its words alone may still let it in.
    if isOpen, machine.isReady { machine.finish() }
    act()
    require(!isOpen, "a connection that ends is closed")
  }

  /// Does what the machine wants until it wants to wait, or to connect again.
  private mutating func act() {
    while isOpen {
      switch machine.nextAction(at: now) {
      case .connect: finding("one connection at a time")
      case .send(let bytes):
        require(!bytes.isEmpty, "there is something to send")
        sent[sent.count - 1] += bytes
      case .close: isOpen = false
      case .wait(let until):
        require(until.map { $0 > now } ?? true, "nothing is due twice")
        return
      }
    }
  }
}
