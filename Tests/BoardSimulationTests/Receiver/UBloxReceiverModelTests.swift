@testable import BoardSimulation
import GNSSBasics
import Mathematics
import SensorDrivers
import Testing

@Suite("u-blox receiver model: interface")
struct UBloxReceiverModelTests {
  @Test("registers give the waiting bytes, then the stream, in one read")
  func readsRegistersAndStream() {
    let bench = ReceiverBench()
    bench.clock.advance(to: .milliseconds(100))
    let bytes = bench.transfer([0xFD], reading: 8)
    let count = Int(bytes[0]) << 8 | Int(bytes[1])
    #expect(count > 100)
    #expect(Array(bytes[2...]) == Array("$GNRMC".utf8))
    #expect(bench.waiting() == count - 6)
  }

  @Test("the address pointer begins and stays at the stream, which reads 0xFF when empty")
  func readsEmptyStream() {
    let bench = ReceiverBench()
    bench.clock.advance(to: .milliseconds(100))
    #expect(bench.transfer([], reading: 1) == [UInt8(ascii: "$")])
    _ = bench.readAll()
    #expect(bench.transfer([], reading: 3) == [0xFF, 0xFF, 0xFF])
    #expect(bench.transfer([0xFD], reading: 4) == [0, 0, 0xFF, 0xFF])
    #expect(bench.transfer([0x10], reading: 1) == [0xFF])
  }

  @Test("without a view of the sky there is no fix, and with it one comes")
  func skyView() {
    let bench = ReceiverBench()
    bench.receiver.world.hasSkyView = false
    bench.clock.advance(to: .seconds(90))
    bench.receiver.advance(to: .seconds(90))
    #expect(bench.receiver.fixState == .none)
    #expect(bench.receiver.measuredPosition == nil)
    bench.receiver.world.hasSkyView = true
    bench.receiver.advance(to: .seconds(92))
    #expect(bench.receiver.fixState == .none, "orbits have to be read first")
    bench.receiver.advance(to: .seconds(140))
    #expect(bench.receiver.fixState == .threeD)
    bench.receiver.world.hasSkyView = false
    bench.receiver.advance(to: .seconds(142))
    #expect(bench.receiver.fixState == .none)
    #expect(bench.receiver.fixReason == .outOfSight(satellites: 0))
  }

  @Test("a single written byte sets the pointer and is no input")
  func singleByteSetsPointer() {
    let bench = ReceiverBench()
    _ = bench.transfer([0xD3])
    #expect(bench.receiver.correctionBytes == 0)
    _ = bench.transfer([0xD3, 0x00])
    #expect(bench.receiver.correctionBytes == 2)
  }

  @Test("output stops when nobody has read for 1.5 s and goes on after a read")
  func stopsStreaming() {
    let bench = ReceiverBench()
    _ = bench.run(until: .seconds(3))
    bench.clock.advance(to: .seconds(60))
    let stale = bench.waiting()
    #expect(stale > 0 && stale < 1500)
    _ = bench.readAll()
    bench.clock.advance(to: .milliseconds(61_500))
    #expect(sentences(in: bench.readAll()).contains { $0[0] == "GNGGA" })
  }

  @Test("with the extended time-out output goes on until 4 kB wait, then is lost and counted")
  func fillsBuffer() {
    let bench = ReceiverBench()
    #expect(bench.set([UBXConfigurationItem(.i2cExtendedTimeout, 1)]))
    bench.clock.advance(to: .seconds(60))
    #expect((3500...4096).contains(bench.waiting()))
    #expect(bench.receiver.lostOutputBytes > 10_000)
    let bytes = bench.readAll()
    #expect(bytes.last == 0x0A, "only whole messages are in the buffer")
  }

  @Test("an answer is given although the stream has stopped")
  func answersWhenStopped() {
    let bench = ReceiverBench()
    bench.clock.advance(to: .seconds(100))
    _ = bench.transfer(UBXFrame(.cfgRATE).encode())
    #expect(frames(in: bench.readAll()).map(\.messageID) == [.cfgRATE, .ackACK])
  }

  @Test("messages of an epoch can be read 60 ms after it, at whole seconds of GPS time")
  func alignsEpochs() {
    let bench = ReceiverBench(bootDate: ReceiverBench.bootDate.advanced(by: .milliseconds(250)))
    _ = bench.readAll()
    bench.clock.advance(to: .milliseconds(809))
    #expect(bench.waiting() == 0)
    bench.clock.advance(to: .milliseconds(811))
    #expect(bench.waiting() > 0)
  }

  @Test("UBX frames cut anywhere and mixed with RTCM are answered, and only the others counted")
  func separatesProtocols() {
    let poll = UBXFrame(.cfgRATE).encode()
    let rtcm: [UInt8] = [0xD3, 0x00, 0x01, 0x3E, 1, 2, 3, 0xB5, 0x62, 0x00, 0xB5]
    // An apparent start of a UBX frame holds back later frames until its length has passed.
    let zeros = [UInt8](repeating: 0, count: 300)
    let bytes = rtcm + poll + rtcm + rtcm + poll + zeros
    for size in [2, 3, 5, 7, 64] {
      let bench = ReceiverBench()
      _ = bench.readAll()
      var rest = bytes[...]
      while !rest.isEmpty {
        let length = rest.count - size == 1 ? size + 1 : size
        _ = bench.transfer(Array(rest.prefix(length)))
        rest = rest.dropFirst(length)
      }
      #expect(frames(in: bench.readAll()).count == 4)
      #expect(bench.receiver.correctionBytes == 3 * rtcm.count + zeros.count)
    }
  }

  @Test("bytes from a seeded generator never harm it")
  func survivesNoise() {
    var generator = Xoshiro256(seed: 1, part: "noise")
    let bench = ReceiverBench()
    var count = 0
    for _ in 0..<300 {
      let noise = (0..<200).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      // Preambles are frequent in the noise, so that candidate frames begin and fail.
      _ = bench.transfer([0xD3, 0x00, 0x40, 0xB5, 0x62, 0x06, 0x8A, 0x20, 0x00] + noise)
      count += 209
      bench.clock.advance(to: bench.clock.now + .milliseconds(100))
      _ = bench.readAll()
    }
    #expect(bench.receiver.correctionBytes == count)
    bench.run(until: .seconds(100))
    #expect(bench.receiver.fixState == .threeD)
    #expect(bench.receiver.fixReason == .unusable(.noFrames))
  }

  @Test("the driver detects and configures it, and reads position, time and reason")
  func worksWithDriver() throws {
    let bench = ReceiverBench()
    var delay = bench.clock
    var driver = UBloxReceiver(on: bench.bus)
    try driver.start(delay: &delay)
    let version = try driver.requestVersion(delay: &delay)
    #expect(version["MODEL"] == "boardsim statistical")
    while bench.clock.now < .seconds(70) {
      delay.pause(for: .milliseconds(200))
      try driver.poll()
    }
    let latest = driver.solution
    let solution = try #require(latest)
    #expect(solution.isHighPrecision)
    let position = try #require(solution.position)
    let truth = ECEFPosition(bench.receiver.world.state(at: .zero).position)
    let measured = try #require(bench.receiver.measuredPosition)
    #expect(ECEFPosition(position).distance(to: ECEFPosition(measured)) < 0.001)
    #expect((0.001...15).contains(ECEFPosition(position).distance(to: truth)))
    #expect(solution.navPVT.year == 2020)
    #expect(solution.navPVT.fixType == .threeDimensional)
    #expect(solution.satelliteCount >= 8)
  }

  @Test("the same seed gives the same bytes, another seed others")
  func isDeterministic() {
    func bytes(_ seed: UInt64) -> [UInt8] {
      ReceiverBench(world: World(scenario: .milanWalk), seed: seed).run(until: .seconds(90))
    }
    let first = bytes(1)
    #expect(first == bytes(1))
    #expect(first != bytes(2))
  }

  @Test("how often it is polled changes no fix")
  func ignoresPolling() {
    let often = ReceiverBench(world: World(scenario: .milanWalk))
    let never = ReceiverBench(world: World(scenario: .milanWalk))
    for second in 1...100 {
      often.run(until: .seconds(second))
      if second % 7 == 0 {
        never.clock.advance(to: often.clock.now)
        never.bus.advanceDevices()
        #expect(never.receiver.measuredPosition == often.receiver.measuredPosition)
        #expect(never.receiver.fixState == often.receiver.fixState)
      }
    }
  }
}
