import NtripProtocol
import Testing

@Suite("A source's link over time")
struct NtripSourceMachineTests {
  static let url = NtripSourceSessionTests.url

  static func machine(
    _ version: NtripVersionChoice = .automatic, retry: RetryPolicy? = RetryPolicy()
  ) -> NtripSourceMachine {
    var (options, retry) = (NtripSourceOptions(), retry)
    options.version = version
    retry?.jitter = 0
    return NtripSourceMachine(to: url, options: options, retry: retry, seed: 1)
  }

  static func answer(_ text: String, _ machine: inout NtripSourceMachine, at now: Duration) {
    machine.received(Array(text.utf8).span, at: now)
  }

  /// Connects a new machine until its stream is granted; returns whether the caster accepts data.
  static func stream(
    _ machine: inout NtripSourceMachine, at now: Duration, _ answer: String = "ICY 200 OK\r\n"
  ) -> Bool {
    guard machine.nextAction(at: now) == .connect(url) else { return false }
    machine.connected(at: now)
    guard case .send = machine.nextAction(at: now) else { return false }
    Self.answer(answer, &machine, at: now)
    return machine.isReady
  }

  @Test("connects, asks, and sends what it is given once it is granted")
  func streams() {
    var machine = Self.machine(.only(.one))
    machine.send([9].span)
    #expect(!machine.isReady && machine.status.state == .connecting)
    let isStreaming = Self.stream(&machine, at: .zero)
    #expect(isStreaming && machine.status.state == .streaming)
    machine.send([1, 2, 3].span)
    let sent = machine.nextAction(at: .seconds(1))
    #expect(sent == .send([1, 2, 3]))
    let waits = machine.nextAction(at: .seconds(1))
    #expect(waits == .wait(until: nil))
    #expect(machine.status.bytes == 3 && machine.hasStreamed)
    machine.finish()
    let close = machine.nextAction(at: .seconds(2))
    #expect(close == .close && machine.isOver && machine.isFinished)
    #expect(machine.status.state == .off && machine.status.bytes == 3)
  }

  @Test("the end of a chunked stream is sent before the connection is closed")
  func finishes() {
    var machine = Self.machine()
    let isStreaming = Self.stream(&machine, at: .zero, "HTTP/1.1 200 OK\r\n\r\n")
    machine.send([7].span)
    machine.finish()
    let farewell = machine.nextAction(at: .zero)
    let close = machine.nextAction(at: .zero)
    let nothing = machine.nextAction(at: .zero)
    #expect(isStreaming && farewell == .send(Array("1\r\n\u{7}\r\n0\r\n\r\n".utf8)))
    #expect(close == .close && nothing == .wait(until: nil))
  }

  @Test("a connection that breaks on the end of a stream takes back that all was sent")
  func breaksAtEnd() {
    for isGone in [false, true] {
      var machine = Self.machine(.only(.one))
      let isStreaming = Self.stream(&machine, at: .zero)
      machine.send([7].span)
      machine.finish()
      if isGone {
        machine.disconnected(at: .zero)
      } else {
        machine.connectionBroke("reset", at: .zero)
      }
      #expect(isStreaming && machine.isOver && machine.isFinished == isGone)
      #expect(machine.failure?.cause == (isGone ? nil : .transport(.broken("reset"))))
      #expect(machine.status.state == .off && machine.status.bytes == 1)
    }
  }

  @Test("version 1 is tried at once where version 2 is not known, and remembered")
  func remembersVersion() {
    var machine = Self.machine()
    _ = machine.nextAction(at: .zero)
    machine.connected(at: .zero)
    let first = machine.nextAction(at: .zero)
    machine.disconnected(at: .seconds(1))
    let close = machine.nextAction(at: .seconds(1))
    let again = machine.nextAction(at: .seconds(1))
    #expect(close == .close && again == .connect(Self.url), "at once")
    #expect(machine.failure == nil)
    machine.connected(at: .seconds(1))
    let second = machine.nextAction(at: .seconds(1))
    Self.answer("OK\r\n", &machine, at: .seconds(1))
    #expect(machine.isReady)
    machine.disconnected(at: .seconds(2))
    _ = machine.nextAction(at: .seconds(2))
    _ = machine.nextAction(at: .seconds(3))
    machine.connected(at: .seconds(3))
    let third = machine.nextAction(at: .seconds(3))
    func verb(_ action: NtripSourceMachine.Action) -> String {
      guard case .send(let bytes) = action else { return "" }
      return String(decoding: bytes.prefix { $0 != 0x20 }, as: UTF8.self)
    }
    #expect([first, second, third].map(verb) == ["POST", "SOURCE", "SOURCE"])
  }

  @Test("a caster that says nothing to either version is asked by version 2 again later")
  func forgetsVersion() {
    var machine = Self.machine()
    var verbs: [String] = []
    var now = Duration.zero
    for _ in 0..<4 {
      guard machine.nextAction(at: now) == .connect(Self.url) else { break }
      machine.connected(at: now)
      if case .send(let bytes) = machine.nextAction(at: now) {
        verbs.append(String(decoding: bytes.prefix { $0 != 0x20 }, as: UTF8.self))
      }
      machine.disconnected(at: now)
      _ = machine.nextAction(at: now)
      if verbs.count == 2 { now += .seconds(1) }
    }
    #expect(verbs == ["POST", "SOURCE", "POST", "SOURCE"])
  }

  @Test("comes back soon after a cut, late after a refusal, never after a ban")
  func retries() {
    var cut = Self.machine(.only(.one))
    let isStreaming = Self.stream(&cut, at: .zero)
    cut.connectionBroke("reset", at: .seconds(5))
    let close = cut.nextAction(at: .seconds(5))
    let soon = cut.nextAction(at: .seconds(5))
    #expect(isStreaming && close == .close && soon == .wait(until: .seconds(6)))
    #expect(cut.status.state == .waiting && cut.status.error != nil)
    let isBack = Self.stream(&cut, at: .seconds(6))
    #expect(isBack && cut.status.reconnects == 1 && cut.failure == nil)
    for (answer, expected) in [
      ("ERROR - Bad Password\r\n", .wait(until: .seconds(60))),
      ("ERROR - Mount Point Taken\r\n", .wait(until: .seconds(1))),
      ("ERROR - banned\r\n", .wait(until: nil)),
    ] as [(String, NtripSourceMachine.Action)] {
      var machine = Self.machine(.only(.one))
      _ = machine.nextAction(at: .zero)
      machine.connected(at: .zero)
      _ = machine.nextAction(at: .zero)
      Self.answer(answer, &machine, at: .zero)
      let close = machine.nextAction(at: .zero)
      let next = machine.nextAction(at: .zero)
      #expect(close == .close && next == expected)
    }
    var once = Self.machine(retry: nil)
    _ = once.nextAction(at: .zero)
    once.connectionFailed(.connectionRefused, at: .zero)
    #expect(once.isOver && !once.isFinished)
  }

  @Test("a connection that does not stand in time is given up, and stopping closes what is open")
  func endings() {
    var slow = Self.machine()
    _ = slow.nextAction(at: .zero)
    let waits = slow.nextAction(at: .zero)
    let close = slow.nextAction(at: .seconds(10))
    #expect(waits == .wait(until: .seconds(10)) && close == .close)
    #expect(slow.failure?.cause == .transport(.timedOut(after: .seconds(10))))
    var stopped = Self.machine(.only(.one))
    _ = Self.stream(&stopped, at: .zero)
    stopped.stop()
    let end = stopped.nextAction(at: .zero)
    #expect(end == .close && stopped.isOver && !stopped.isFinished)
    #expect(stopped.status.state == .off && stopped.status.error == nil)
  }
}
