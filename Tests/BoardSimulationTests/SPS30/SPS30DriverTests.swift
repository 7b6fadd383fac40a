@testable import BoardSimulation
import SensorDrivers
import Testing

@Suite("SPS30 model, through its driver")
struct SPS30DriverTests {
  /// Starts the part through the driver and returns the settled reading 40 s later.
  static func measure(
    _ air: ParticulateState, realism: PartRealism = .ideal, seed: UInt64 = 1, humidity: Double = 45
  ) throws -> SPS30Reading? {
    let state = WorldState(humidity: humidity, particulates: air)
    let part = SPS30Model(world: World(fixed: state), seed: seed, realism: realism)
    let clock = SimulatedClock()
    let bus = SimulatedI2CBus(clock: clock)
    bus.attach(part, at: .sps30)
    clock.pause(for: .milliseconds(100))
    var driver = SPS30(on: bus)
    var delay = clock
    try driver.start(delay: &delay)
    clock.pause(for: .seconds(40))
    return try driver.readSample(delay: &delay)
  }

  private static func truth(_ air: ParticulateState) -> [Float] {
    [
      air.mass.pm1, air.mass.pm25, air.mass.pm4, air.mass.pm10,
      air.number.pm05, air.number.pm1, air.number.pm25, air.number.pm4, air.number.pm10,
      air.typicalSize,
    ].map { Float($0) }
  }

  @Test(
    "a settled part gives the air's particles exactly, from none to very many",
    arguments: [(0.0, 0.0), (0.1, 0), (0, 0.3), (9, 7), (120, 80), (200, 400)])
  func agrees(fine: Double, coarse: Double) throws {
    let air = ParticulateState(fineMass: fine, coarseMass: coarse)
    let reading = try #require(try Self.measure(air))
    #expect((0..<10).map { reading[$0] } == Self.truth(air))
  }

  @Test("more than the part can count is no value")
  func saturates() throws {
    #expect(throws: SPS30Error.saturated) {
      try Self.measure(ParticulateState(fineMass: 1e9, coarseMass: .infinity))
    }
  }

  @Test("noise is a percent, and never puts size classes out of order", arguments: 0..<20)
  func noise(seed: UInt64) throws {
    let air = ParticulateState(fineMass: 9, coarseMass: 0)
    let reading = try #require(try Self.measure(air, realism: .real, seed: seed))
    let values = (0..<10).map { reading[$0] }
    #expect(Array(values[0..<4]) == values[0..<4].sorted())
    #expect(Array(values[4..<9]) == values[4..<9].sorted())
    for (shown, exact) in zip(values, Self.truth(air)) { #expect(abs(shown / exact - 1) < 0.04) }
    #expect(values != Self.truth(air))
  }

  @Test("commands of the driver do on the part what they say")
  func commands() throws {
    let part = SPS30Model(world: World(scenario: .standing), seed: 0x2A)
    let clock = SimulatedClock()
    let bus = SimulatedI2CBus(clock: clock)
    bus.attach(part, at: .sps30)
    clock.pause(for: .milliseconds(100))
    var driver = SPS30(on: bus)
    var delay = clock
    try driver.start(delay: &delay)
    let serialNumber = try driver.serialNumber()
    #expect(serialNumber == "000000000000002A")
    let version = try driver.firmwareVersion()
    #expect(version == SPS30FirmwareVersion(major: 2, minor: 2))
    let healthy = try driver.status(delay: &delay)
    #expect(healthy.rawValue == 0)
    part.status = 1 << 4
    let faulty = try driver.status(delay: &delay)
    #expect(faulty.rawValue == 1 << 4)
    try driver.clearStatus(delay: &delay)
    #expect(part.status == 0)
    try driver.setAutoCleaningInterval(seconds: 560, delay: &delay)
    let interval = try driver.autoCleaningInterval(delay: &delay)
    #expect(interval == .seconds(560))
    clock.pause(for: .seconds(1))
    let sample = try driver.readSample(delay: &delay)
    #expect(sample != nil)
    try driver.startFanCleaning(delay: &delay)
    clock.pause(for: .seconds(9))
    let duringCleaning = try driver.readSample(delay: &delay)
    #expect(duringCleaning == nil)
    try driver.stop(delay: &delay)
    try driver.start(delay: &delay)
    clock.pause(for: .seconds(1))
    let again = try driver.readSample(delay: &delay)
    #expect(again != nil)
  }
}
