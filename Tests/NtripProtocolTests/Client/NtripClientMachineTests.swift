import Mathematics
import NtripProtocol
import Testing

@Suite("A link over time")
struct NtripClientMachineTests {
  static let url = NtripURL(host: "h", mountpoint: "M")
  static let icy = Array("ICY 200 OK\r\n\r\n".utf8)

  static func machine(
    _ url: NtripURL = url, retry: RetryPolicy? = RetryPolicy(),
    options: NtripSessionOptions = .init()
  ) -> NtripClientMachine {
    var retry = retry
    retry?.jitter = 0
    return NtripClientMachine(to: url, options: options, retry: retry, seed: 1)
  }

  /// Connects a new machine until its stream has begun at `now`; returns whether the stream has begun.
  static func stream(_ machine: inout NtripClientMachine, at now: Duration) -> Bool {
    guard machine.nextAction(at: now) == .connect(machine.url) else { return false }
    machine.connected(at: now)
    guard case .send = machine.nextAction(at: now) else { return false }
    machine.received(icy.span, at: now) { _ in }
    return machine.status.state == .streaming
  }

  static func send(_ bytes: [UInt8], to machine: inout NtripClientMachine, at now: Duration)
    -> [UInt8]
  {
    var data: [UInt8] = []
    machine.received(bytes.span, at: now) { for i in $0.indices { data.append($0[i]) } }
    return data
  }

  @Test("connects, asks, streams, and counts what it hands on")
  func streams() {
    var machine = Self.machine()
    #expect(machine.status.state == .connecting)
    let action1 = machine.nextAction(at: .seconds(1))
    #expect(action1 == .connect(Self.url))
    let action2 = machine.nextAction(at: .seconds(1))
    #expect(action2 == .wait(until: .seconds(11)))
    machine.connected(at: .seconds(2))
    let request = NtripRequest(url: Self.url).encode()
    let action3 = machine.nextAction(at: .seconds(2))
    #expect(action3 == .send(request))
    let action4 = machine.nextAction(at: .seconds(2))
    #expect(action4 == .wait(until: .seconds(17)))
    let data = Self.send(Self.icy + [1, 2, 3], to: &machine, at: .seconds(3))
    #expect(data == [1, 2, 3])
    #expect(machine.status == NtripLinkStatus(state: .streaming, mountpoint: "M", bytes: 3))
    let action5 = machine.nextAction(at: .seconds(3))
    #expect(action5 == .wait(until: .seconds(33)))
  }

  @Test("a stream that ends is taken up again, and the bytes are counted over all")
  func reconnects() {
    var machine = Self.machine()
    let began = Self.stream(&machine, at: .zero)
    let first = Self.send([1, 2], to: &machine, at: .seconds(1))
    machine.disconnected(at: .seconds(2)) { _ in }
    #expect(began && first == [1, 2])
    let action6 = machine.nextAction(at: .seconds(2))
    #expect(action6 == .close)
    let action7 = machine.nextAction(at: .seconds(2))
    #expect(action7 == .wait(until: .seconds(3)))
    #expect(machine.status.state == .waiting)
    #expect(machine.status.error == "caster h:2101 ended the stream of mountpoint \"M\"")
    let beganAgain = Self.stream(&machine, at: .seconds(3))
    let second = Self.send([3], to: &machine, at: .seconds(4))
    #expect(beganAgain && second == [3])
    #expect(
      machine.status == NtripLinkStatus(state: .streaming, mountpoint: "M", bytes: 3, reconnects: 1)
    )
  }

  @Test("failures in a row are retried less and less often, until a long stream forgives them")
  func backsOff() {
    var machine = Self.machine()
    var now = Duration.zero
    #expect(Self.delays(of: 4, &machine, from: &now) == [1, 2, 4, 8].map { .seconds($0) })
    let began = Self.stream(&machine, at: now)
    _ = Self.send([1], to: &machine, at: now + .seconds(59))
    machine.disconnected(at: now + .seconds(60)) { _ in }
    #expect(began)
    let action8 = machine.nextAction(at: now + .seconds(60))
    #expect(action8 == .close)
    let action9 = machine.nextAction(at: now + .seconds(60))
    #expect(action9 == .wait(until: now + .seconds(61)))
    // The counts are reset only once: failures from then on are counted again.
    now += .seconds(61)
    #expect(Self.delays(of: 3, &machine, from: &now) == [2, 4, 8].map { .seconds($0) })
  }

  /// Returns the delays after `count` refused connections.
  private static func delays(
    of count: Int, _ machine: inout NtripClientMachine, from now: inout Duration
  ) -> [Duration] {
    var delays: [Duration] = []
    for _ in 0..<count {
      guard machine.nextAction(at: now) == .connect(url) else { break }
      machine.connectionFailed(.connectionRefused, at: now)
      guard case .wait(let next?) = machine.nextAction(at: now) else { break }
      delays.append(next - now)
      now = next
    }
    return delays
  }

  @Test("a stream of less than a minute forgives nothing")
  func remembersFailures() {
    var machine = Self.machine()
    _ = machine.nextAction(at: .zero)
    machine.connectionFailed(.connectionRefused, at: .zero)
    let began = Self.stream(&machine, at: .seconds(1))
    _ = Self.send([1], to: &machine, at: .seconds(2))
    machine.disconnected(at: .milliseconds(60_999)) { _ in }
    let action = machine.nextAction(at: .milliseconds(60_999))
    let next = machine.nextAction(at: .milliseconds(60_999))
    #expect(began && action == .close)
    #expect(next == .wait(until: .milliseconds(62_999)))
  }

  @Test("a connection that never stands is given up")
  func connectTimeout() {
    var machine = Self.machine()
    _ = machine.nextAction(at: .zero)
    let action10 = machine.nextAction(at: .seconds(10))
    #expect(action10 == .close)
    #expect(machine.status.state == .waiting)
    #expect(machine.failure?.cause == .transport(.timedOut(after: .seconds(10))))
    // A connection reported too late is ignored.
    machine.connected(at: .seconds(10))
    #expect(machine.status.state == .waiting)
  }

  @Test("a refusal shows as refused and is retried after a minute")
  func refused() {
    var machine = Self.machine()
    _ = machine.nextAction(at: .zero)
    machine.connected(at: .zero)
    _ = machine.nextAction(at: .zero)
    let refusal = Array("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n".utf8)
    machine.received(refusal.span, at: .zero) { _ in }
    #expect(machine.status.state == .refused)
    let action11 = machine.nextAction(at: .zero)
    #expect(action11 == .close)
    let action12 = machine.nextAction(at: .zero)
    #expect(action12 == .wait(until: .seconds(60)))
  }

  @Test("a refusal is no stream, and a stream after it the first reconnect")
  func countsStreams() {
    var machine = Self.machine()
    let began = Self.stream(&machine, at: .zero)
    machine.disconnected(at: .seconds(1)) { _ in }
    let close = machine.nextAction(at: .seconds(1))
    _ = machine.nextAction(at: .seconds(2))
    machine.connected(at: .seconds(2))
    _ = machine.nextAction(at: .seconds(2))
    let refusal = Array("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n".utf8)
    machine.received(refusal.span, at: .seconds(2)) { _ in }
    #expect(began && close == .close)
    #expect(machine.status.reconnects == 0)
    let closeAgain = machine.nextAction(at: .seconds(2))
    let beganAgain = Self.stream(&machine, at: .seconds(200))
    #expect(closeAgain == .close && beganAgain)
    #expect(machine.status.reconnects == 1)
    machine.disconnected(at: .seconds(201)) { _ in }
    _ = machine.nextAction(at: .seconds(201))
    _ = machine.nextAction(at: .seconds(300))
    machine.connected(at: .seconds(300))
    // The stream consists of one byte and ends at once.
    let whole = Array(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n".utf8)
    machine.received(whole.span, at: .seconds(300)) { _ in }
    #expect(machine.status.reconnects == 2)
  }

  @Test("a ban ends everything")
  func banned() {
    var machine = Self.machine()
    _ = machine.nextAction(at: .zero)
    machine.connected(at: .zero)
    machine.received(Array("ERROR - banned\r\n".utf8).span, at: .zero) { _ in }
    #expect(machine.isOver)
    #expect(machine.status.state == .refused)
    let action13 = machine.nextAction(at: .zero)
    #expect(action13 == .close)
    let action14 = machine.nextAction(at: .seconds(1_000_000))
    #expect(action14 == .wait(until: nil))
  }

  @Test("without a retry policy one failure is the end")
  func oneAttempt() {
    var machine = Self.machine(retry: nil)
    _ = machine.nextAction(at: .zero)
    machine.connectionFailed(.nameNotFound, at: .zero)
    #expect(machine.isOver)
    #expect(machine.status.state == .off)
    #expect(machine.failure?.cause == .transport(.nameNotFound))
  }

  @Test("a sourcetable is fetched once")
  func sourcetable() {
    var machine = Self.machine(NtripURL(host: "h"))
    _ = machine.nextAction(at: .zero)
    machine.connected(at: .zero)
    machine.received(Array("SOURCETABLE 200 OK\r\n\r\n\(Answer.table)".utf8).span, at: .zero) { _ in
    }
    #expect(machine.sourcetable?.streams.count == 1)
    #expect(machine.isOver && machine.failure == nil)
    let action15 = machine.nextAction(at: .zero)
    #expect(action15 == .close)
  }

  @Test("stopping closes what is open, at any stage", arguments: 0..<4)
  func stops(stage: Int) {
    var machine = Self.machine()
    if stage > 0 { _ = machine.nextAction(at: .zero) }
    if stage > 1 { machine.connected(at: .zero) }
    if stage > 2 { _ = Self.send(Self.icy + [1, 2], to: &machine, at: .zero) }
    machine.stop()
    let action16 = machine.nextAction(at: .zero)
    #expect((action16 == .close) == (stage > 0))
    let action17 = machine.nextAction(at: .zero)
    #expect(action17 == .wait(until: nil))
    #expect(machine.status.state == .off && machine.status.error == nil)
    #expect(machine.status.bytes == (stage > 2 ? 2 : 0))
  }

  @Test("the last position known goes with each new connection")
  func keepsPosition() {
    var options = NtripSessionOptions()
    (options.version, options.positionInterval) = (.only(.two), .seconds(10))
    var machine = Self.machine(options: options)
    machine.report(NtripClientSessionTests.position(), at: .zero)
    machine.report(NtripClientSessionTests.position(quality: .invalid), at: .zero)
    for attempt in 0..<2 {
      let now = Duration.seconds(attempt * 10)
      _ = machine.nextAction(at: now)
      machine.connected(at: now)
      guard case .send(let request) = machine.nextAction(at: now) else { break }
      #expect(String(decoding: request, as: UTF8.self).contains("Ntrip-GGA: $GPGGA,,45"))
      machine.connectionBroke("reset by peer", at: now)
      let action18 = machine.nextAction(at: now)
      #expect(action18 == .close)
    }
  }
}
