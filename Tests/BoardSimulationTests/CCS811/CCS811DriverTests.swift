@testable import BoardSimulation
import SensorDrivers
import Testing

@Suite("CCS811 model, through its driver")
struct CCS811DriverTests {
  /// Reads the air through the driver long after the start, with or without the right environment data.
  private static func measure(
    _ air: WorldState, isCompensated: Bool = true
  ) throws -> CCS811Reading? {
    let part = CCS811Model(world: World(fixed: air), seed: 1, realism: .ideal)
    let clock = SimulatedClock()
    let bus = SimulatedI2CBus(clock: clock)
    bus.attach(part, at: .ccs811)
    var driver = CCS811(on: bus)
    var delay = clock
    try driver.start(delay: &delay)
    if isCompensated {
      try driver.compensate(
        for: CCS811Environment(
          humidityPercent: air.humidity, temperatureCelsius: air.temperature))
    }
    clock.pause(for: .seconds(7200))
    _ = try driver.readResult()
    clock.pause(for: .seconds(1))
    return try driver.readResult()
  }

  @Test(
    "a settled, compensated part gives the air's gases within one step, at both ends and between",
    arguments: [400.0, 401, 450, 1000, 4321, 8192], [(20.0, 5.0), (50, 25), (95, 40), (60, -20)])
  func agrees(eco2: Double, climate: (humidity: Double, temperature: Double)) throws {
    let air = WorldState(
      temperature: climate.temperature, humidity: climate.humidity, eco2: eco2,
      tvoc: 0.145 * (eco2 - 400))
    let reading = try #require(try Self.measure(air))
    // ENV_DATA has steps of 1/512, each of which changes the resistance by 5 ppm of its value.
    #expect(abs(Double(reading.eco2PartsPerMillion) - eco2) <= 1)
    #expect(abs(Double(reading.tvocPartsPerBillion) - 0.145 * (eco2 - 400)) <= 1)
  }

  @Test("without compensation the result is some percent off")
  func needsEnvironment() throws {
    let air = WorldState(temperature: 10, humidity: 80, eco2: 1000)
    let reading = try #require(try Self.measure(air, isCompensated: false))
    let error = abs(Double(reading.eco2PartsPerMillion) - 1000)
    #expect(error > 5 && error < 100)
  }

  @Test("the driver starts the part from power-up and has a result each second")
  func starts() throws {
    let part = CCS811Model(world: World(scenario: .milanWalk), seed: 1, realism: .ideal)
    let clock = SimulatedClock()
    let bus = SimulatedI2CBus(clock: clock)
    bus.attach(part, at: .ccs811)
    var driver = CCS811(on: bus)
    var delay = clock
    try driver.start(delay: &delay)
    let none = try driver.readResult()
    #expect(none == nil)
    clock.pause(for: .seconds(1))
    let first = try driver.readResult()
    #expect(first == nil)
    let tooEarly = try driver.readResult()
    #expect(tooEarly == nil)
    clock.pause(for: .seconds(1))
    let second = try driver.readResult()
    #expect(try #require(second).eco2PartsPerMillion > 400)
  }

  @Test("a saved baseline is restored after a restart")
  func baseline() throws {
    let part = CCS811Model(world: World(fixed: WorldState()), seed: 1)
    let clock = SimulatedClock()
    let bus = SimulatedI2CBus(clock: clock)
    bus.attach(part, at: .ccs811)
    var driver = CCS811(on: bus)
    var delay = clock
    try driver.start(delay: &delay)
    clock.pause(for: .seconds(1200))
    try driver.restore(baseline: [0x12, 0x34])
    let baseline = try driver.baseline()
    #expect(baseline[0] == 0x12 && baseline[1] == 0x34)
    try driver.start(delay: &delay)
    let forgotten = try driver.baseline()
    #expect(forgotten[0] != 0x12)
  }
}
