@testable import BoardSimulation
import SensorDrivers
import Testing

@Suite("BH1750 model")
struct BH1750ModelTests {
  private let part: BH1750Model
  private let bench: Bench

  init() {
    part = BH1750Model(world: Self.world(1000), seed: 1, realism: .ideal)
    bench = Bench(part, at: 0x23)
  }

  private static func world(_ light: Double) -> World {
    World(fixed: WorldState(illuminance: light))
  }

  private func count() throws -> Int {
    let bytes = try bench.read(2)
    return Int(bytes[0]) << 8 | Int(bytes[1])
  }

  @Test("measures 1.2 counts a lux, in 120 ms, again and again")
  func continuous() throws {
    try bench.write(0x01)
    try bench.write(0x10)
    bench.pause(.milliseconds(119))
    #expect(try count() == 0)
    bench.pause(.milliseconds(1))
    #expect(try count() == 1200)
    bench.bus.advanceDevices()
    part.world = Self.world(500)
    bench.pause(.milliseconds(100))
    #expect(try count() == 1200)
    bench.pause(.milliseconds(20))
    #expect(try count() == 600)
  }

  @Test(
    "resolutions have their factors, steps and times",
    arguments: [
      (UInt8(0x10), 28_067.0, 33_680, 120), (0x20, 28_067, 33_680, 120), (0x11, 812, 1948, 120),
      (0x21, 812, 1948, 120), (0x13, 812, 972, 16), (0x23, 812, 972, 16),
      (0x10, 60_000, 65_535, 120), (0x11, 30_000, 65_535, 120),
    ])
  func resolutions(opcode: UInt8, light: Double, expected: Int, milliseconds: Int) throws {
    part.world = Self.world(light)
    try bench.write(opcode)
    let start = bench.clock.now
    bench.clock.advance(to: start + .milliseconds(milliseconds) - .microseconds(500))
    #expect(try count() == 0)
    bench.clock.advance(to: start + .milliseconds(milliseconds))
    #expect(try count() == expected)
  }

  @Test("a one-time measurement is one, and the part sleeps then with its result")
  func oneTime() throws {
    try bench.write(0x20)
    bench.pause(.milliseconds(130))
    #expect(try count() == 1200)
    part.world = Self.world(500)
    bench.pause(.seconds(10))
    #expect(try count() == 1200)
    #expect(part.condition.first?.value == "down")
    try bench.write(0x07)  // not while it sleeps
    #expect(try count() == 1200)
    try bench.write(0x01)
    try bench.write(0x07)
    #expect(try count() == 0)
  }

  @Test(
    "the measurement time register multiplies result and time",
    arguments: [(UInt8(31), 540), (69, 1200), (138, 2400), (254, 4417)])
  func measurementTime(register: UInt8, expected: Int) throws {
    try bench.write(0x40 | register >> 5)
    try bench.write(0x60 | register & 31)
    try bench.write(0x10)
    let time = Duration.microseconds(Int64(120_000 * Int(register) / 69))
    bench.pause(time - .milliseconds(1))
    #expect(try count() == 0)
    bench.pause(.milliseconds(1))
    // The part counts 1.2 per lux at a time register of 69; the tolerance covers the rounding of a division.
    #expect(try (expected - 2...expected).contains(count()))
  }

  @Test("power down stops it, a loss of power empties it")
  func power() throws {
    try bench.write(0x10)
    bench.pause(.milliseconds(200))
    try bench.write(0x00)
    bench.bus.advanceDevices()
    part.world = Self.world(5)
    bench.pause(.seconds(1))
    #expect(try count() == 1200)
    try bench.write(0x40)
    part.brownOut(at: bench.clock.now)
    #expect(try count() == 0)
    #expect(part.registers.last?.bytes == [69])
  }

  @Test("looking often changes nothing, and a seed gives its bytes")
  func isDeterministic() throws {
    func run(seed: UInt64, looks: Int) throws -> [UInt8] {
      let part = BH1750Model(world: Self.world(10_000), seed: seed)
      let bench = Bench(part, at: 0x23)
      try bench.write(0x10)
      for _ in 0..<looks { _ = try bench.read(2) }
      bench.clock.advance(to: .seconds(60))
      return try bench.read(2)
    }
    #expect(try run(seed: 3, looks: 0) == run(seed: 3, looks: 2000))
    #expect(try run(seed: 3, looks: 0) != run(seed: 4, looks: 0))
  }

  @Test("a part is up to 20 % off by its seed when it is told to have tolerances")
  func tolerance() throws {
    func counts(_ tolerance: PartRealism.Tolerance) throws -> Set<Int> {
      var counts: Set<Int> = []
      for seed in 1...40 as ClosedRange<UInt64> {
        let part = BH1750Model(
          world: Self.world(10_000), seed: seed, realism: PartRealism(tolerance: tolerance))
        let bench = Bench(part, at: 0x23)
        try bench.write(0x10)
        bench.pause(.milliseconds(180))
        let bytes = try bench.read(2)
        counts.insert(Int(bytes[0]) << 8 | Int(bytes[1]))
      }
      return counts
    }
    #expect(try counts(.none).allSatisfy { abs($0 - 12_000) < 50 })
    let typical = try counts(.typical)
    #expect(typical.allSatisfy { (9_550...14_450).contains($0) })
    #expect((typical.max() ?? 0) - (typical.min() ?? 0) > 2000)
    #expect(try counts(.worst).allSatisfy { abs(abs($0 - 12_000) - 2_400) < 60 })
  }

  @Test("defects: the end of its range, and drift")
  func defects() throws {
    try bench.write(0x10)
    bench.pause(.milliseconds(130))
    part.defects.flags = [.saturated]
    bench.pause(.milliseconds(130))
    #expect(try count() == 65_535)
    part.defects = PartDefects()
    part.defects.drift = PartDefects.Drift(start: .zero, hourlyRate: 1)
    bench.clock.advance(to: .seconds(3600))
    #expect(try abs(count() - 2400) <= 1)
  }

  @Test("misuse is told")
  func misuse() throws {
    var told: [String] = []
    part.onMisuse = { told.append("\($0.what): \($0.remedy) (\($0.section))") }
    func expect(_ words: String, _ deed: () throws -> Void) rethrows {
      told = []
      try deed()
      #expect(told.count == 1 && told[0].contains(words), "\(told)")
    }
    try expect("unknown command") { try bench.write(0x55) }
    try expect("2 commands in one transfer") { try bench.write(0x01, 0x01) }
    try bench.write(0x00)
    try expect("reset while it sleeps") { try bench.write(0x07) }
    try expect("nothing") {
      try bench.write(0x10)
      told = ["nothing"]
    }
    try expect("before its first result") { _ = try bench.read(2) }
    bench.pause(.milliseconds(180))
    told = []
    _ = try bench.read(2)
    #expect(told.isEmpty)
    try bench.write(0x40)
    try bench.write(0x60)
    try expect("time register of 0") { try bench.write(0x10) }
  }

  @Test("a transfer means a command or a result")
  func meaning() throws {
    let command = bench.bus.transfer(with: bench.address, [.write([0x10])])
    #expect(part.meaning(of: command) == "measure continuously, H-resolution")
    bench.pause(.milliseconds(130))
    #expect(part.meaning(of: bench.bus.transfer(with: bench.address, [.read(2)])) == "data = 1200")
    #expect(part.condition.first?.value == "continuous H-resolution")
    #expect(part.registers.first?.bytes == [0x04, 0xB0])
  }

  @Test(
    "its driver gives the world's light, and 0 after a loss of power only in the dark",
    arguments: [0, 0.9, 812, 54_000, 60_000, 120_000])
  func driver(light: Double) throws {
    part.world = Self.world(light)
    var sensor = BH1750(on: bench.bus)
    var delay = bench.clock
    try sensor.powerDown()
    let step: Double = light > 54_612 ? 1.855 : 0.834
    for _ in 0..<3 {
      let read = try sensor.readIlluminance(delay: &delay)
      #expect(abs(read - light) <= step)
      part.brownOut(at: bench.clock.now)
    }
  }
}
