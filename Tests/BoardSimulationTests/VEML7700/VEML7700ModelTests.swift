@testable import BoardSimulation
import SensorDrivers
import Testing

@Suite("VEML7700 model")
struct VEML7700ModelTests {
  private let part: VEML7700Model
  private let bench: Bench

  init() {
    part = VEML7700Model(world: Self.world(100), seed: 1, realism: .ideal)
    bench = Bench(part, at: 0x10)
  }

  private static func world(_ light: Double) -> World {
    World(fixed: WorldState(illuminance: light))
  }

  private func register(_ index: UInt8) throws -> Int {
    let bytes = try bench.read(2, after: [index])
    return Int(bytes[0]) | Int(bytes[1]) << 8
  }

  private func set(_ index: UInt8, _ value: UInt16) throws {
    try bench.write(index, UInt8(truncatingIfNeeded: value), UInt8(value >> 8))
  }

  @Test("is shut down when the power comes, says what it is, and keeps what is written")
  func registers() throws {
    #expect(try (0...7).map { try register($0) } == [1, 0, 0, 0, 0, 0, 0, 0xC481])
    for (index, value) in [(0, 0x1841), (1, 0x1234), (2, 0x0102), (3, 0x0007)] {
      try set(UInt8(index), UInt16(value))
      #expect(try register(UInt8(index)) == value)
    }
    try set(4, 0x1234)
    #expect(try register(4) == 0)
    #expect(try bench.read(4, after: [0x07]) == [0x81, 0xC4, 0xFF, 0xFF])
  }

  @Test(
    "counts by gain and integration time: 0.0042 lx at gain 2 and 800 ms, 2.1504 lx at 1/8 and 25 ms",
    arguments: [
      (UInt16(0x08C0), 0.0042, 800), (0x0880, 0.0084, 400), (0x0840, 0.0168, 200),
      (0x0800, 0.0336, 100), (0x0000, 0.0672, 100), (0x1800, 0.2688, 100), (0x1000, 0.5376, 100),
      (0x1200, 1.0752, 50), (0x1300, 2.1504, 25),
    ])
  func resolution(configuration: UInt16, step: Double, milliseconds: Int) throws {
    try set(0, configuration)
    let start = bench.clock.now
    bench.clock.advance(to: start + .milliseconds(milliseconds) + .microseconds(1_900))
    #expect(try register(4) == 0)
    bench.clock.advance(to: start + .milliseconds(milliseconds) + .microseconds(2_500))
    let expected = min(Int(98.988 / step), 65_535)  // corrected, 100 lx
    #expect(try abs(register(4) - expected) <= 1)
    #expect(try abs(register(5) - min(Int(140 / step), 65_535)) <= 1)
  }

  @Test("more light than fits is the end of the range")
  func saturates() throws {
    part.world = Self.world(300)
    try set(0, 0x08C0)
    bench.pause(.seconds(1))
    #expect(try register(4) == 65_535)
  }

  @Test("keeps its last result while it is shut down")
  func shutDown() throws {
    try set(0, 0x0000)
    bench.pause(.milliseconds(200))
    let last = try register(4)
    #expect(last > 1000)
    try set(0, 0x0001)
    bench.bus.advanceDevices()
    part.world = Self.world(5)
    bench.pause(.seconds(1))
    #expect(try register(4) == last)
  }

  @Test(
    "power saving spaces results", arguments: [(UInt16(0), 100), (1, 600), (3, 1100), (7, 4100)])
  func powerSaving(mode: UInt16, milliseconds: Int) throws {
    try set(3, mode)
    try set(0, 0x0000)
    bench.pause(.microseconds(103_000))
    bench.bus.advanceDevices()
    part.world = Self.world(50)
    let before = try register(4)
    bench.pause(.milliseconds(milliseconds - 5))
    #expect(try register(4) == before)
    bench.pause(.milliseconds(5))
    #expect(try abs(register(4) * 2 - before) <= 8)
  }

  @Test(
    "flags tell of results beyond the thresholds, as often in a row as told, until they are read")
  func thresholds() throws {
    try set(1, 1000)
    try set(2, 500)
    try set(0, 0x0012)  // two in a row, gain 1, 100 ms
    bench.pause(.milliseconds(110))
    #expect(try register(6) == 0)
    bench.pause(.milliseconds(100))
    #expect(try register(6) == 0x4000)
    #expect(try register(6) == 0)
    bench.bus.advanceDevices()
    part.world = Self.world(1)
    bench.pause(.milliseconds(100))
    #expect(try register(6) & 0x8000 == 0)
    bench.pause(.milliseconds(100))
    #expect(try register(6) & 0x8000 == 0x8000)
  }

  @Test("a loss of power shuts it down with nothing in it")
  func power() throws {
    try set(0, 0x0000)
    bench.pause(.milliseconds(200))
    part.brownOut(at: bench.clock.now)
    #expect(try register(0) == 1)
    bench.pause(.seconds(1))
    #expect(try register(4) == 0)
  }

  @Test("looking often changes nothing, and a seed gives its bytes", arguments: [0x0000, 0x0002])
  func isDeterministic(configuration: UInt8) throws {
    func run(seed: UInt64, looks: Int) throws -> [UInt8] {
      let part = VEML7700Model(world: World(scenario: .milanWalk), seed: seed)
      let bench = Bench(part, at: 0x10)
      try bench.write(0x00, configuration, 0x13)
      for _ in 0..<looks { _ = try bench.read(2, after: [0x04]) }
      bench.clock.advance(to: .seconds(60))
      return try bench.read(2, after: [0x04])
    }
    #expect(try run(seed: 3, looks: 0) == run(seed: 3, looks: 2000))
    #expect(try Set([3, 4, 5, 6].map { try run(seed: $0, looks: 0) }).count > 1)
  }

  @Test("a part is up to 10 % off by its seed when it is told to have tolerances")
  func tolerance() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      func count(_ tolerance: PartRealism.Tolerance) throws -> Int {
        let part = VEML7700Model(
          world: Self.world(100), seed: seed, realism: PartRealism(tolerance: tolerance))
        let bench = Bench(part, at: 0x10)
        try bench.write(0x00, 0x40, 0x08)
        bench.pause(.milliseconds(300))
        let bytes = try bench.read(2, after: [0x04])
        return Int(bytes[0]) | Int(bytes[1]) << 8
      }
      #expect(try abs(count(.none) - 5892) < 30)
      #expect(try abs(count(.typical) - 5892) < 615)
      #expect(try abs(abs(count(.worst) - 5892) - 585) < 30)
    }
  }

  @Test("defects: another part, the end of its range, and drift")
  func defects() throws {
    part.defects.flags = [.wrongID]
    #expect(try register(7) & 0xFF != 0x81)
    part.defects.flags = [.saturated]
    try set(0, 0x0000)
    bench.pause(.milliseconds(200))
    #expect(try register(4) == 65_535)
    part.defects = PartDefects()
    part.defects.drift = PartDefects.Drift(start: .zero, hourlyRate: 1)
    bench.clock.advance(to: .seconds(3600))
    #expect(try abs(register(4) - 2923) <= 2)
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
    try expect("before the integration") { _ = try register(4) }
    try expect("1 bytes") { try bench.write(0x00, 0x00) }
    try expect("register 7") { try set(7, 1) }
    try expect("reserved") { try set(0, 0x2000) }
    try expect("reserved") { try set(0, 0x0100) }
    told = []
    try set(0, 0x0000)
    bench.pause(.milliseconds(103))
    _ = try register(4)
    #expect(told.isEmpty)
  }

  @Test("a transfer means registers and what they hold")
  func meaning() throws {
    let set = bench.bus.transfer(with: bench.address, [.write([0x00, 0x40, 0x18])])
    #expect(part.meaning(of: set) == "ALS_CONF = gain 1/4, 200 ms")
    let id = bench.bus.transfer(with: bench.address, [.write([0x07]), .read(2)])
    #expect(part.meaning(of: id) == "ID = 50305")
    #expect(part.condition.first?.value == "gain 1/4, 200 ms")
    #expect(part.registers.last?.bytes == [0x81, 0xC4])
  }

  @Test(
    "its driver gives the world's light within a step, and notices a loss of power",
    arguments: [0, 0.01, 1, 41, 43, 812, 5_000, 54_000, 140_000])
  func driver(light: Double) throws {
    part.world = Self.world(light)
    var sensor = VEML7700(on: bench.bus)
    var delay = bench.clock
    try sensor.start()
    // The part is nonlinear: a count is worth more light at higher light.
    let step = max(0.0042, light > 50_000 ? 48 : light / 2_000) + 1e-9
    for _ in 0..<2 {
      let read = try sensor.readIlluminance(delay: &delay)
      #expect(abs(read - light) <= step)
      part.brownOut(at: bench.clock.now)
      #expect(throws: VEML7700Error.settingsLost(1)) {
        _ = try sensor.readIlluminance(delay: &delay)
      }
    }
  }

  @Test("the settings that a well-known driver makes: gain first, then out of shutdown, bit by bit")
  func readModifyWrite() throws {
    func change(_ mask: Int, _ bits: Int) throws {
      let value = try register(0)
      try set(0, UInt16(value & ~mask | bits))
    }
    try change(0x1800, 0x1000)
    try change(0x0001, 0)
    bench.pause(.milliseconds(210))
    #expect(try abs(Self.corrected(Double(register(4)) * 0.5376) - 100) <= 0.56)
  }

  /// Returns the illuminance by the correction in Vishay's application note, 84323.
  private static func corrected(_ shown: Double) -> Double {
    6.0135e-13 * shown * shown * shown * shown - 9.3924e-9 * shown * shown * shown
      + 8.1488e-5 * shown * shown + 1.0023 * shown
  }

  @Test(
    "much light bends the result as the maker's correction says",
    arguments: [50.0, 1_000, 5_000, 10_000, 30_000, 60_000, 100_000])
  func bends(light: Double) throws {
    part.world = Self.world(light)
    try set(0, 0x1300)  // 1/8 and 25 ms
    bench.pause(.milliseconds(40))
    let shown = try Double(register(4)) * 2.1504
    #expect(Self.corrected(shown) <= light + 1e-6)
    #expect(Self.corrected(shown + 2.1504) > light)
    #expect(light < 10_000 || shown < 0.8 * light)
  }
}
