import NtripProtocol
import Testing

@Suite("A position goes up when it is wanted")
struct PositionRuleTests {
  private static let icy = Array("ICY 200 OK\r\n\r\n".utf8)
  private static let line = NtripClientSessionTests.line(NtripClientSessionTests.position())

  private static func session(
    position: GGASentence? = NtripClientSessionTests.position(), record: StreamRecord? = nil
  ) -> NtripClientSession {
    var options = NtripSessionOptions()
    (options.positionRule, options.positionInterval) = (.whenWanted, .seconds(10))
    var approach = NtripApproach()
    approach.record = record
    return NtripClientSession(
      to: NtripURL(host: "h", mountpoint: "M"), options: options, position: position,
      approach: approach, at: .zero)
  }

  @Test("nobody is told it who streams")
  func keepsItBack() {
    var session = Self.session()
    let request = String(decoding: session.takeOutput(), as: UTF8.self)
    #expect(!request.contains("GGA"))
    session.receive(Self.icy.span, at: .seconds(1)) { _ in }
    for second in 1...60 {
      session.receive([0xD3].span, at: .seconds(second)) { _ in }
      session.report(NtripClientSessionTests.position(), at: .seconds(second))
      session.advance(to: .milliseconds(second * 1000 + 999))
    }
    let output = session.takeOutput()
    #expect(output.isEmpty && !session.isPositionWanted)
    #expect(session.deadline == .seconds(65))
  }

  @Test("a stream that is silent for five seconds wants it, then at the interval")
  func silence() {
    var session = Self.session()
    _ = session.takeOutput()
    session.receive(Self.icy.span, at: .seconds(1)) { _ in }
    #expect(session.deadline == .seconds(6))
    session.advance(to: .milliseconds(5999))
    let early = session.takeOutput()
    #expect(early.isEmpty)
    session.advance(to: .seconds(6))
    let first = session.takeOutput()
    #expect(first == Self.line && session.isPositionWanted)
    session.receive([0xD3].span, at: .seconds(7)) { _ in }
    #expect(session.deadline == .seconds(16))
  }

  @Test("the end of its patience is a time to look at it, though no position is known to be sent")
  func silenceIsADeadline() {
    var session = Self.session(position: nil)
    _ = session.takeOutput()
    session.receive(Self.icy.span, at: .seconds(1)) { _ in }
    #expect(session.deadline == .seconds(6) && !session.isPositionWanted)
    session.advance(to: .seconds(6))
    #expect(session.isPositionWanted && session.deadline != .seconds(6))
  }

  @Test("a silent stream gets it as soon as it is known, and never one without a fix")
  func silenceWithoutPosition() {
    var session = Self.session(position: nil)
    _ = session.takeOutput()
    session.receive(Self.icy.span, at: .seconds(1)) { _ in }
    session.report(NtripClientSessionTests.position(quality: .invalid), at: .seconds(30))
    let none = session.takeOutput()
    #expect(none.isEmpty)
    session.report(NtripClientSessionTests.position(), at: .seconds(31))
    let first = session.takeOutput()
    #expect(first == Self.line)
  }

  @Test("a sourcetable that says so wants it from the request on, or from when it is known")
  func table() {
    let record = StreamRecord(mountpoint: "M", needsPosition: true)
    var session = Self.session(record: record)
    let request = String(decoding: session.takeOutput(), as: UTF8.self)
    #expect(request.contains("Ntrip-GGA: $GPGGA,,45"))
    var later = Self.session()
    _ = later.takeOutput()
    later.receive(Self.icy.span, at: .seconds(1)) { _ in }
    later.learn(StreamRecord(mountpoint: "M"), at: .seconds(2))
    let none = later.takeOutput()
    later.learn(record, at: .seconds(2))
    let first = later.takeOutput()
    #expect(none.isEmpty && first == Self.line)
  }

  @Test(
    "one that went with the request is not sent again within a second, or the interval",
    arguments: [("HTTP/1.1 200 OK\r\n\r\n", 10), ("ICY 200 OK\r\n\r\n", 1)])
  func notTwice(answer: String, nextAfter seconds: Int) {
    var session = NtripClientSession(
      to: NtripURL(host: "h", mountpoint: "M"), position: NtripClientSessionTests.position(),
      at: .zero)
    let request = String(decoding: session.takeOutput(), as: UTF8.self)
    #expect(request.contains("Ntrip-GGA"))
    session.receive(Array(answer.utf8).span, at: .milliseconds(10)) { _ in }
    let early = session.takeOutput()
    #expect(early.isEmpty && session.deadline == .seconds(seconds))
    session.advance(to: .seconds(seconds))
    let line = session.takeOutput()
    #expect(line == Self.line)
  }

  @Test("a link remembers that its caster wants it")
  func remembers() {
    var options = NtripSessionOptions()
    (options.positionRule, options.positionInterval) = (.whenWanted, .seconds(10))
    var machine = NtripClientMachineTests.machine(options: options)
    machine.report(NtripClientSessionTests.position(), at: .zero)
    let began = NtripClientMachineTests.stream(&machine, at: .zero)
    let line = machine.nextAction(at: .seconds(5))
    #expect(began && line == .send(Self.line))
    machine.disconnected(at: .seconds(6)) { _ in }
    let close = machine.nextAction(at: .seconds(6))
    _ = machine.nextAction(at: .seconds(8))
    machine.connected(at: .seconds(8))
    guard close == .close, case .send(let request) = machine.nextAction(at: .seconds(8)) else {
      Issue.record("it did not ask again")
      return
    }
    #expect(String(decoding: request, as: UTF8.self).contains("Ntrip-GGA: $GPGGA"))
  }
}

@Suite("A stream that never brings a frame")
struct FrameTimeoutTests {
  private static func session(record: StreamRecord? = nil) -> NtripClientSession {
    var options = NtripSessionOptions()
    options.frameTimeout = .seconds(30)
    var approach = NtripApproach()
    approach.record = record
    var session = NtripClientSession(
      to: NtripURL(host: "h", mountpoint: "M"), options: options, approach: approach, at: .zero)
    session.receive(Array("ICY 200 OK\r\n\r\n".utf8).span, at: .zero) { _ in }
    return session
  }

  /// Returns the state of the session after it has received bytes in every second of a minute.
  private func state(_ session: NtripClientSession) -> NtripClientSession.State {
    var session = session
    for second in 1...60 {
      session.receive([0x24, 0x47].span, at: .seconds(second)) { _ in }
      session.advance(to: .seconds(second))
    }
    return session.state
  }

  @Test("is a failure of its own half a minute after the first byte")
  func fails() {
    let failure = NtripFailure(
      .noFrames(bytes: 62, of: .text), caster: "h:2101", mountpoint: "M",
      words: String(repeating: "$G", count: 31))
    #expect(state(Self.session()) == .ended(.failure(failure)))
  }

  @Test("is none where one came, or the table says that it carries something else")
  func passes() {
    var session = Self.session()
    session.noteFrame()
    #expect(state(session) == .streaming(.one))
    let nmea = StreamRecord(mountpoint: "M", format: "NMEA")
    #expect(state(Self.session(record: nmea)) == .streaming(.one))
    var told = Self.session()
    told.learn(nmea, at: .zero)
    #expect(state(told) == .streaming(.one))
  }

  @Test(
    "is expected to bring one by its format",
    arguments: [
      ("RTCM 3.3", true), ("RTCM3.2", true), ("RTCM v3", true), ("rtcm 3", true), ("", true),
      ("RTCM", true), ("RTCM 2.3", false), ("NMEA", false), ("RAW", false), ("CMR+", false),
    ])
  func formats(format: String, mayCarryFrames: Bool) {
    #expect(StreamRecord(mountpoint: "M", format: format).mayCarryFrames == mayCarryFrames)
  }

  @Test("a link hears of the first one from its owner")
  func linkHears() {
    var options = NtripSessionOptions()
    options.frameTimeout = .seconds(30)
    var machine = NtripClientMachineTests.machine(options: options)
    let began = NtripClientMachineTests.stream(&machine, at: .zero)
    _ = NtripClientMachineTests.send([1], to: &machine, at: .seconds(1))
    var other = machine
    machine.noteFrame(at: .seconds(1))
    _ = NtripClientMachineTests.send([1], to: &machine, at: .seconds(31))
    _ = machine.nextAction(at: .seconds(31))
    _ = NtripClientMachineTests.send([1], to: &other, at: .seconds(30))
    _ = other.nextAction(at: .seconds(31))
    #expect(began && machine.failure == nil)
    #expect(other.failure?.cause == .noFrames(bytes: 2) && other.status.state == .refused)
  }
}
