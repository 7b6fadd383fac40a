import NtripProtocol
import Testing

@Suite("Knowledge and patience of a link")
struct LinkLimitTests {
  private static let position = NtripClientSessionTests.position()

  private static func machine() -> NtripClientMachine {
    var options = NtripSessionOptions()
    options.positionRule = .whenWanted
    var machine = NtripClientMachineTests.machine(options: options)
    machine.report(position, at: .zero)
    return machine
  }

  /// Connects at a time, and returns the request as text.
  private static func request(
    of machine: inout NtripClientMachine, at now: Duration
  ) throws -> String {
    let action = machine.nextAction(at: now)
    try #require(action == .connect(machine.url))
    machine.connected(at: now)
    guard case .send(let request) = machine.nextAction(at: now) else { return "" }
    return String(decoding: request, as: UTF8.self)
  }

  @Test(
    "a position goes with the request if the row of the sourcetable that was learnt wants one",
    arguments: [true, false])
  func learnsBefore(needsPosition: Bool) throws {
    var machine = Self.machine()
    machine.learn(StreamRecord(mountpoint: "M", needsPosition: needsPosition), at: .zero)
    let request = try Self.request(of: &machine, at: .zero)
    #expect(request.contains("Ntrip-GGA: $GPGGA") == needsPosition)
  }

  @Test("a row that is learnt during a stream counts for the next connection, too")
  func learnsMeanwhile() throws {
    var machine = Self.machine()
    let first = try Self.request(of: &machine, at: .zero)
    #expect(!first.contains("Ntrip-GGA"))
    machine.received(NtripClientMachineTests.icy.span, at: .zero) { _ in }
    machine.learn(StreamRecord(mountpoint: "M", needsPosition: true), at: .seconds(1))
    machine.disconnected(at: .seconds(2)) { _ in }
    let close = machine.nextAction(at: .seconds(2))
    #expect(close == .close)
    let second = try Self.request(of: &machine, at: .seconds(60))
    #expect(second.contains("Ntrip-GGA: $GPGGA"))
  }

  @Test(
    "a stream of a minute makes up for the failures before it, a shorter one does not",
    arguments: [(59_999, 2), (60_000, 1)])
  func forgives(milliseconds: Int, seconds: Int) throws {
    var machine = NtripClientMachineTests.machine()
    let action = machine.nextAction(at: .zero)
    machine.connectionFailed(.timedOut(after: .seconds(10)), at: .zero)
    let began = NtripClientMachineTests.stream(&machine, at: .seconds(1))
    try #require(action == .connect(machine.url) && began)
    // Bytes keep the stream from timing out.
    for second in 2...60 {
      _ = NtripClientMachineTests.send([1], to: &machine, at: .seconds(second))
    }
    let end = Duration.seconds(1) + .milliseconds(milliseconds)
    machine.disconnected(at: end) { _ in }
    let actions = [machine.nextAction(at: end), machine.nextAction(at: end)]
    #expect(actions == [.close, .wait(until: end + .seconds(seconds))])
  }
}
