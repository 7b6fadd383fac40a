@testable import BoardSimulation
import SensorDrivers
import Testing

@Suite("BME280 model, through its driver")
struct BME280DriverTests {
  /// Reads the air once through the driver and returns the reading.
  static func measure(
    _ air: WorldState, configuration: BME280Configuration = BME280Configuration(),
    realism: PartRealism = .ideal, seed: UInt64 = 1, spoiling: (BME280Model) -> Void = { _ in }
  ) throws -> BME280Reading {
    let part = BME280Model(world: World(fixed: air), seed: seed, realism: realism)
    spoiling(part)
    let clock = SimulatedClock()
    let bus = SimulatedI2CBus(clock: clock)
    bus.attach(part, at: .bme280)
    var driver = BME280(on: bus)
    var delay = clock
    try driver.start(configuration: configuration, delay: &delay)
    return try driver.measure(delay: &delay)
  }

  private static let finest = BME280Configuration(
    temperature: .x16, pressure: .x16, humidity: .x16)

  @Test(
    "temperature comes back within one step over the whole range",
    arguments: [-40, -39.99, -12.34, -0.01, 0, 0.01, 21.5, 26.47, 27.38, 36.6, 60.005, 85.0])
  func temperature(celsius: Double) throws {
    let reading = try Self.measure(WorldState(temperature: celsius))
    #expect(abs(reading.temperatureCelsius - celsius) <= 0.0101)
  }

  @Test(
    "pressure comes back within one step over the whole range, cold and hot",
    arguments: [30_000, 30_000.5, 54_321.9, 87_000, 99_930, 101_325, 110_000.0],
    [-40, -5, 20, 25.0, 85])
  func pressure(pascals: Double, celsius: Double) throws {
    let air = WorldState(temperature: celsius, pressure: pascals)
    let finest = try #require(Self.measure(air, configuration: Self.finest).pressurePascals)
    #expect(abs(finest - pascals) <= 0.18, "one step of 20 bits")
    let coarse = try #require(Self.measure(air).pressurePascals)
    #expect(abs(coarse - pascals) <= 2.9, "one step of 16 bits")
  }

  @Test(
    "humidity comes back within one step over the whole range, cold and hot",
    arguments: [0, 0.05, 1, 20.8, 33.3, 64.14, 80, 99.9, 100.0], [-40, 0, 25.0, 60, 85])
  func humidity(percent: Double, celsius: Double) throws {
    let air = WorldState(temperature: celsius, humidity: percent)
    let reading = try #require(Self.measure(air).humidityPercent)
    #expect(abs(reading - percent) <= 0.02)  // hot air leaves fewer raw steps for a percent
  }

  @Test(
    "every oversampling and filter gives the same quantities",
    arguments: BME280Configuration.Oversampling.allCases, BME280Configuration.Filter.allCases)
  func configurations(
    oversampling: BME280Configuration.Oversampling, filter: BME280Configuration.Filter
  ) throws {
    let configuration = BME280Configuration(
      temperature: oversampling, pressure: oversampling, humidity: oversampling, filter: filter)
    let reading = try Self.measure(
      WorldState(temperature: 18.25, humidity: 61.5, pressure: 98_765), configuration: configuration
    )
    #expect(abs(reading.temperatureCelsius - 18.25) <= 0.0101)
    #expect(abs(try #require(reading.pressurePascals) - 98_765) <= 2.9)
    #expect(abs(try #require(reading.humidityPercent) - 61.5) <= 0.01)
  }

  @Test(
    "what the part is not made for is refused, not a value and no trap",
    arguments: [(-1e300, -80), (1e300, 150), (.infinity, 150), (.nan, -80), (-42, -41), (87, 86)])
  func refusesTemperatures(value: Double, degrees: Int32) throws {
    let error = #expect(throws: BME280Error.self) {
      try Self.measure(WorldState(temperature: value))
    }
    guard case .outOfRange(.temperature, let told)? = error else {
      #expect(error == .exhausted(.temperature))
      return
    }
    #expect(abs(told - degrees) <= 1)
  }

  @Test(
    "a pressure that the part is not made for is refused",
    arguments: [-1e300, 29_700, 110_300, 1e300])
  func refusesPressures(value: Double) {
    #expect(throws: BME280Error.self) { try Self.measure(WorldState(pressure: value)) }
  }

  @Test(
    "humidity beyond its range is the range's end", arguments: [(-1e300, 0.0), (1e300, 100)])
  func saturates(value: Double, end: Double) throws {
    #expect(try Self.measure(WorldState(humidity: value)).humidityPercent == end)
  }

  @Test("noise has the size of the oversampling, and no bias")
  func noise() throws {
    let air = WorldState(temperature: 20, humidity: 50, pressure: 100_000)
    let readings = try (0..<200).map { try Self.measure(air, realism: .real, seed: UInt64($0)) }
    let errors = try readings.map { try #require($0.pressurePascals) - 100_000 }
    let mean = errors.reduce(0, +) / 200
    let rms = (errors.reduce(0) { $0 + $1 * $1 } / 200).squareRoot()
    #expect(abs(mean) < 1)
    #expect(rms > 2.6 && rms < 4.2)
    #expect(readings.allSatisfy { abs($0.temperatureCelsius - 20) < 0.04 })
    #expect(readings.allSatisfy { abs(($0.humidityPercent ?? 0) - 50) < 0.3 })
  }

  @Test("a spoilt calibration byte is found by its check sum", arguments: 0..<33)
  func spoiltCalibration(index: Int) throws {
    let error = #expect(throws: BME280Error.self) {
      try Self.measure(WorldState()) { part in
        if index < 26 {
          part.trimming.low[index] ^= 0x04
        } else {
          part.trimming.high[index - 26] ^= 4
        }
      }
    }
    guard case .calibrationChecksum(expected: 0xD0, _) = try #require(error) else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("wrong calibration under a right check sum gives wrong values", arguments: [0, 3, 6, 9])
  func wrongCalibration(index: Int) throws {
    let good = try Self.measure(WorldState())
    let bad = try Self.measure(WorldState()) { part in
      var low = part.trimming.low
      low[index] ^= 0x04
      part.trimming = BME280Trimming(low: low, high: part.trimming.high)
    }
    #expect(good != bad)
  }

  @Test("another part's calibration gives the same quantities")
  func otherPart() throws {
    let air = WorldState(temperature: 25.08, humidity: 20.78, pressure: 100_653)
    let part = BME280Model(
      world: World(fixed: air), seed: 1, realism: .ideal, trimming: .datasheet)
    let clock = SimulatedClock()
    let bus = SimulatedI2CBus(clock: clock)
    bus.attach(part, at: .bme280)
    var driver = BME280(on: bus)
    var delay = clock
    try driver.start(configuration: Self.finest, delay: &delay)
    let reading = try driver.measure(delay: &delay)
    #expect(abs(reading.temperatureCelsius - 25.08) <= 0.0101)
    #expect(abs(try #require(reading.pressurePascals) - 100_653) <= 0.18)
    #expect(abs(try #require(reading.humidityPercent) - 20.78) <= 0.01)
  }

  @Test("the filter follows a step slowly, as far as its coefficient lets it")
  func filters() throws {
    var air = WorldState(pressure: 100_000)
    let part = BME280Model(world: World(fixed: air), seed: 1, realism: .ideal)
    let clock = SimulatedClock()
    let bus = SimulatedI2CBus(clock: clock)
    bus.attach(part, at: .bme280)
    var driver = BME280(on: bus)
    var delay = clock
    try driver.start(configuration: BME280Configuration(filter: .x4), delay: &delay)
    _ = try driver.measure(delay: &delay)
    air.pressure = 100_100
    part.world = World(fixed: air)
    var shown: [Double] = []
    for _ in 0..<30 {
      let reading = try driver.measure(delay: &delay)
      shown.append(try #require(reading.pressurePascals))
    }
    #expect(abs(shown[0] - 100_025) < 1)
    #expect(abs(shown[1] - 100_043.75) < 1)
    #expect(abs(shown[29] - 100_100) < 0.5)
  }
}
