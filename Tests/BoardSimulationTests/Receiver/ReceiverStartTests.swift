import GNSSBasics
import Mathematics
import SensorDrivers
import Testing

@testable import BoardSimulation

@Suite("u-blox receiver model: starts")
struct ReceiverStartTests {
  private static let address = I2CAddress.ublox

  /// Returns a CFG-RST message, which gets no response.
  private static func reset(_ mask: UInt16, mode: UInt8) -> [UInt8] {
    let payload = [UInt8(truncatingIfNeeded: mask), UInt8(mask >> 8), mode, 0]
    return UBXFrame(.cfgRST, payload: payload).encode()
  }

  /// Returns the seconds until a fix, while reading as a driver does.
  private static func secondsToFix(_ bench: ReceiverBench, limit: Int = 120) -> Double {
    let start = bench.clock.now
    while bench.receiver.fixState == .none, bench.clock.now - start < .seconds(limit) {
      bench.run(until: bench.clock.now + .milliseconds(100))
    }
    return (bench.clock.now - start).inSeconds
  }

  private static func benchWithFix(seed: UInt64 = 1) -> ReceiverBench {
    let bench = ReceiverBench(seed: seed)
    _ = secondsToFix(bench)
    return bench
  }

  private static func powerCycle(_ bench: ReceiverBench, off: Duration) {
    _ = bench.bus.setPower(isOn: false, at: address)
    bench.clock.advance(to: bench.clock.now + off)
    _ = bench.bus.setPower(isOn: true, at: address)
  }

  @Test("its address is not acknowledged before it has started, and nothing is sent before")
  func startUp() {
    let bench = ReceiverBench(hasStarted: false)
    bench.clock.advance(to: .milliseconds(100))
    let early = bench.bus.transfer(with: Self.address, [.write(UBXFrame(.cfgRATE).encode())])
    #expect(early.refusal?.byte == -1)
    bench.clock.advance(to: UBloxReceiverModel.startUpTime)
    #expect(bench.waiting() == 0)
    #expect(bench.ask(.cfgRATE).map(\.messageID) == [.cfgRATE, .ackACK])
  }

  @Test("after a short loss of power it starts hot, after more than four hours warm, at first cold")
  func power() {
    let bench = Self.benchWithFix()
    #expect(bench.receiver.condition.contains { $0 == ("start", "cold") })
    Self.powerCycle(bench, off: .seconds(20))
    #expect(bench.receiver.condition.contains { $0 == ("start", "hot") })
    #expect((0.9...8).contains(Self.secondsToFix(bench)))
    Self.powerCycle(bench, off: .seconds(4 * 3600 + 20))
    #expect(bench.receiver.condition.contains { $0 == ("start", "warm") })
    #expect((10...45).contains(Self.secondsToFix(bench)))
  }

  @Test("a brown-out starts it anew with what its battery keeps")
  func brownOut() {
    let bench = Self.benchWithFix()
    #expect(bench.set([UBXConfigurationItem(.outputNavPVT, 1)]))
    let now = bench.clock.now
    _ = bench.bus.add(
      BoardFault(.brownOut, of: "ublox", from: now + .seconds(1), to: now + .seconds(2)))
    bench.clock.advance(to: now + .seconds(3))
    #expect(frames(in: bench.run(until: now + .seconds(6))).isEmpty)
    #expect(bench.receiver.condition.contains { $0 == ("start", "hot") })
  }

  @Test(
    "CFG-RST starts it hot, warm or cold, without an answer",
    arguments: [(0x0000, 0, "hot"), (0x0001, 1, "warm"), (0xFFFF, 4, "cold")]
      as [(UInt16, UInt8, String)])
  func resets(mask: UInt16, mode: UInt8, kind: String) {
    let bench = Self.benchWithFix()
    #expect(bench.set([UBXConfigurationItem(.outputNavPVT, 1)]))
    _ = bench.transfer(Self.reset(mask, mode: mode))
    #expect(bench.transfer([0xFD], reading: 2) == [], "it is starting")
    bench.clock.advance(to: bench.clock.now + UBloxReceiverModel.startUpTime)
    #expect(bench.waiting() == 0)
    #expect(bench.receiver.fixState == .none)
    #expect(bench.receiver.condition.contains { $0 == ("start", kind) })
    #expect(bench.ask(.cfgVALGET, [0, 0, 0, 0, 6, 0, 0x91, 0x20]).first?.payload.last == 0)
  }

  @Test("a reset of navigation alone keeps the configuration and answers at once")
  func resetsNavigation() {
    let bench = Self.benchWithFix()
    #expect(bench.set([UBXConfigurationItem(.outputNavPVT, 1)]))
    _ = bench.readAll()
    _ = bench.transfer(Self.reset(0xFFFF, mode: 2))
    #expect(bench.waiting() == 0)
    #expect(bench.ask(.cfgVALGET, [0, 0, 0, 0, 6, 0, 0x91, 0x20]).first?.payload.last == 1)
    let later = frames(in: bench.run(until: bench.clock.now + .seconds(3))).compactMap(\.navPVT)
    #expect(!later.isEmpty && later.allSatisfy { $0.fixType == .noFix })
  }

  @Test(
    "what was worked out of an epoch before a reset or a stop is not sent behind it",
    arguments: [2, 8])
  func forgetsWhatIsDue(mode: UInt8) {
    let bench = Self.benchWithFix()
    #expect(bench.set([UBXConfigurationItem(.outputNavPVT, 1)]))
    // The reset falls between an epoch and its messages, which are sent 60 ms later.
    let epoch = Duration.seconds(bench.clock.now.components.seconds + 1)
    bench.run(until: epoch + .milliseconds(10))
    _ = bench.transfer(Self.reset(0xFFFF, mode: mode))
    let late = bench.run(until: epoch + .milliseconds(500)).count
    #expect(late == 0)
  }

  @Test("stopped it sends no epochs but answers, and goes on hot when it is told to")
  func stops() {
    let bench = Self.benchWithFix()
    _ = bench.transfer(Self.reset(0, mode: 8))
    _ = bench.readAll()
    #expect(bench.run(until: bench.clock.now + .seconds(5)).isEmpty)
    #expect(bench.ask(.navPVT).isEmpty && bench.ask(.monVER).count == 1)
    #expect(bench.receiver.condition.contains { $0 == ("mode", "stopped") })
    _ = bench.transfer(Self.reset(0, mode: 9))
    #expect((0.9...8).contains(Self.secondsToFix(bench)))
  }

  @Test("a CFG-RST of another length or mode is refused and changes nothing")
  func refusesResets() {
    let bench = Self.benchWithFix()
    for payload in [[], [0, 0, 0], [0, 0, 3, 0], [0, 0, 7, 0], [0, 0, 0, 0, 0]] as [[UInt8]] {
      #expect(bench.ask(.cfgRST, payload).map(\.messageID) == [.ackNAK])
    }
    #expect(bench.receiver.fixState == .threeD)
  }

  @Test("what is forgotten decides the start: without time, place or almanac there is no hot one")
  func masks() {
    for (mask, kind) in [
      (0, StartKind.hot), (1, .warm), (1 << 4, .warm), (1 << 8, .warm), (1 << 5, .hot),
      (0b1_0000_0001, .cold), (0b1_0001, .cold), (0b11, .cold), (0xFFFF, .cold),
    ] as [(UInt16, StartKind)] {
      var memory = NavigationMemory()
      memory.recordFix(at: .seconds(50))
      memory.clear(mask)
      #expect(memory.start(at: .seconds(60)) == kind, "\(mask)")
    }
  }

  @Test("an ideal receiver shows the truth once it has a fix, which takes as long")
  func ideal() throws {
    let world = World(scenario: .milanWalk)
    let (real, ideal) = (ReceiverBench(world: world), ReceiverBench(world: world, realism: .ideal))
    #expect(Self.secondsToFix(real) == Self.secondsToFix(ideal))
    ideal.run(until: .seconds(60))
    let position = try #require(ideal.receiver.measuredPosition)
    let truth = ECEFPosition(world.state(at: .seconds(60)).position)
    #expect(ECEFPosition(position).distance(to: truth) < 1e-6)
    real.run(until: .seconds(60))
    let missed = try #require(real.receiver.measuredPosition)
    #expect(ECEFPosition(missed).distance(to: truth) > 0.01)
  }
}
