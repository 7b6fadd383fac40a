import SensorDrivers
import Testing

@testable import BoardSimulation

@Suite("BME280 model: the part as it is made")
struct BME280RealismTests {
  /// Returns the reading through the driver at the finest resolution, a second after power-up.
  private static func measure(
    _ air: WorldState, seed: UInt64, _ realism: PartRealism = .ideal
  ) throws -> BME280Reading {
    let part = BME280Model(world: World(fixed: air), seed: seed, realism: realism)
    let clock = SimulatedClock()
    let bus = SimulatedI2CBus(clock: clock)
    bus.attach(part, at: .bme280)
    clock.pause(for: .seconds(1))
    var driver = BME280(on: bus)
    var delay = clock
    try driver.start(
      configuration: BME280Configuration(temperature: .x16, pressure: .x16, humidity: .x16),
      delay: &delay)
    return try driver.measure(delay: &delay)
  }

  @Test("a part's calibration goes by its seed; that of seed 1 is the standard one")
  func trimmingBySeed() {
    let sets = (1...60 as ClosedRange<UInt64>).map { BME280Trimming.part(seed: $0) }
    #expect(sets[0] == .standard)
    #expect(sets == (1...60 as ClosedRange<UInt64>).map { BME280Trimming.part(seed: $0) })
    let made = sets.filter { $0.origin == .made }
    #expect(sets.contains(.datasheet))
    #expect(sets.filter { $0 == .standard }.count > 5)
    #expect(Set(made).count == made.count && made.count > 15)
    #expect(BME280Trimming.standard.origin == .published)
    #expect(BME280Trimming.standard.checksum == 0xD0)
    #expect(BME280Trimming.datasheet.checksum == 0xB9)
  }

  @Test("coefficients of one quantity go the same way from one part to another")
  func mixedCoefficients() {
    let (a, b) = (BME280Coefficients(.standard), BME280Coefficients(.datasheet))
    #expect(a.mixed(with: b, shares: (0, 0, 0)) == a)
    #expect(a.mixed(with: b, shares: (1, 1, 1)) == b)
    let warmer = a.mixed(with: b, shares: (1, 0, 0))
    #expect((warmer.t1, warmer.t2, warmer.t3) == (b.t1, b.t2, b.t3))
    #expect((warmer.p1, warmer.p9, warmer.h1, warmer.h6) == (a.p1, a.p9, a.h1, a.h6))
  }

  @Test("made coefficients lie between the published ones")
  func madeCoefficients() {
    let (a, b) = (BME280Coefficients(.standard), BME280Coefficients(.datasheet))
    func list(_ c: BME280Coefficients) -> [Int64] {
      [
        c.t1, c.t2, c.t3, c.p1, c.p2, c.p3, c.p4, c.p5, c.p6, c.p7, c.p8, c.p9, c.h1, c.h2, c.h3,
        c.h4, c.h5, c.h6,
      ]
    }
    for seed in 2..<100 as Range<UInt64> {
      let c = BME280Coefficients(.part(seed: seed))
      for (value, ends) in zip(list(c), zip(list(a), list(b))) {
        #expect((min(ends.0, ends.1)...max(ends.0, ends.1)).contains(value))
      }
      #expect(BME280Coefficients(c.trimming) == c)
    }
  }

  @Test("signs and shared bytes survive being put into registers")
  func encodesCoefficients() {
    var c = BME280Coefficients(.standard)
    for (h4, h5) in [(-2048, 2047), (2047, -2048), (-1, -1), (-349, -30), (333, 0)] {
      (c.h4, c.h5, c.h6, c.h2, c.p9, c.t1) = (Int64(h4), Int64(h5), -128, -32_768, -1, 65_535)
      #expect(BME280Coefficients(c.trimming) == c)
    }
  }

  @Test(
    "every seed's part reads the same air within a step, at the ends of its range",
    arguments: 1..<13)
  func readsWithAnyTrimming(seed: UInt64) throws {
    for (celsius, pascals, percent) in [
      (-40.0, 30_000.0, 0.0), (-40, 110_000, 100), (25, 101_325, 50), (85, 30_000, 100),
      (85, 110_000, 0),
    ] {
      let air = WorldState(temperature: celsius, humidity: percent, pressure: pascals)
      let reading = try Self.measure(air, seed: seed)
      #expect(abs(reading.temperatureCelsius - celsius) <= 0.0101)
      #expect(abs(try #require(reading.pressurePascals) - pascals) <= 0.2)
      #expect(abs(try #require(reading.humidityPercent) - percent) <= 0.02)
    }
  }

  @Test("a tolerance is the seed's, within the datasheet's limits, and at them in the worst case")
  func tolerances() throws {
    let air = WorldState(temperature: 25, humidity: 50, pressure: 100_000)
    var typical: [(Double, Double, Double)] = []
    for seed in 1..<40 as Range<UInt64> {
      func error(_ tolerance: PartRealism.Tolerance) throws -> (Double, Double, Double) {
        let reading = try Self.measure(air, seed: seed, PartRealism(tolerance: tolerance))
        return (
          reading.temperatureCelsius - 25, try #require(reading.humidityPercent) - 50,
          try #require(reading.pressurePascals) - 100_000
        )
      }
      let (none, worst) = (try error(.none), try error(.worst))
      typical.append(try error(.typical))
      #expect(abs(none.0) < 0.03 && abs(none.1) < 0.15 && abs(none.2) < 6)
      #expect(abs(abs(worst.0) - 1) < 0.03)
      #expect(abs(abs(worst.1) - 3) < 0.15)
      #expect(abs(abs(worst.2) - 100) < 6)
    }
    #expect(typical.allSatisfy { abs($0.0) < 1.03 && abs($0.1) < 3.15 && abs($0.2) < 106 })
    #expect(typical.contains { $0.0 > 0.3 } && typical.contains { $0.0 < -0.3 })
    #expect(typical.contains { $0.1 > 1 } && typical.contains { $0.1 < -1 })
    #expect(typical.contains { $0.2 > 30 } && typical.contains { $0.2 < -30 })
    let ideal = try Self.measure(air, seed: 7, PartRealism(isIdeal: true, tolerance: .worst))
    #expect(abs(ideal.temperatureCelsius - 25) <= 0.0101)
  }
}

@Suite("BME280 model: humidity follows the air within seconds")
struct BME280HumidityTests {
  /// Returns the humidity shown some seconds after a step from 20 to 80 % at 100 s.
  private static func shown(after seconds: Double) -> Double {
    var world = World(fixed: WorldState(humidity: 20))
    world.hold(.humidity, at: 80, from: .seconds(100))
    let time = Duration.seconds(100 + seconds)
    return BME280HumidityResponse.humidity(
      at: time, now: world.state(at: time).humidity, in: world)
  }

  @Test("63 % of a step show after a second")
  func tau() {
    #expect(Self.shown(after: -0.001) == 20)
    #expect(abs(Self.shown(after: 0) - 20) < 0.3)
    #expect(abs((Self.shown(after: 1) - 20) / 60 - 0.632) < 0.007)
    #expect(abs((Self.shown(after: 2) - 20) / 60 - 0.865) < 0.007)
  }

  @Test(
    "all of it shows after five, exactly, and it never goes back", arguments: [5, 5.001, 8, 1000.0])
  func settles(seconds: Double) {
    #expect(Self.shown(after: seconds) == 80)
    let rise = (0...500).map { Self.shown(after: Double($0) / 100) }
    #expect(rise == rise.sorted())
  }

  @Test("a ramp is followed a second behind")
  func ramp() {
    var world = World(fixed: WorldState(humidity: 20))
    world.hold(.humidity, at: 80, from: .seconds(100), over: .seconds(60))
    let time = Duration.seconds(130)
    let shown = BME280HumidityResponse.humidity(
      at: time, now: world.state(at: time).humidity, in: world)
    #expect(abs(shown - (50 - 0.966)) < 0.01)  // the mean age of the last five seconds' weights
  }

  @Test("air that does not change is shown as it is, at boot too")
  func constant() {
    let world = World(fixed: WorldState(humidity: 33.3))
    for time in [Duration.zero, .milliseconds(9), .seconds(3)] {
      #expect(BME280HumidityResponse.humidity(at: time, now: 33.3, in: world) == 33.3)
    }
  }

  @Test("the driver reads the lag, on ideal parts too")
  func throughDriver() throws {
    var world = World(fixed: WorldState(humidity: 20))
    world.hold(.humidity, at: 80, from: .seconds(10))
    let part = BME280Model(world: world, seed: 1, realism: .ideal)
    let clock = SimulatedClock()
    let bus = SimulatedI2CBus(clock: clock)
    bus.attach(part, at: .bme280)
    var driver = BME280(on: bus)
    var delay = clock
    try driver.start(delay: &delay)
    clock.advance(to: .seconds(11))
    let early = try driver.measure(delay: &delay)
    #expect(abs(try #require(early.humidityPercent) - 58) < 1)
    clock.advance(to: .seconds(15))
    let late = try driver.measure(delay: &delay)
    #expect(abs(try #require(late.humidityPercent) - 80) <= 0.02)
  }

  @Test("hostile air is no trap and no hang")
  func hostile() {
    for value in [Double.nan, .infinity, -.infinity, 1e300] {
      var world = World(fixed: WorldState(humidity: 20))
      world.change(to: World(fixed: WorldState(humidity: value)), from: .seconds(10))
      _ = BME280HumidityResponse.humidity(at: .seconds(11), now: value, in: world)
      world.change(to: World(fixed: WorldState(humidity: -value)), from: .seconds(12))
      _ = BME280HumidityResponse.humidity(at: .seconds(13), now: -value, in: world)
    }
  }
}
