@testable import BoardSimulation
import GNSSBasics
import SensorDrivers
import Testing

@Suite("Simulated board")
struct SimulatedBoardTests {
  @Test("every part answers at its address, and nobody at the others")
  func addresses() {
    let board = SimulatedBoard(world: World(scenario: .standing), seed: 1)
    board.clock.pause(for: .seconds(1))
    let answering = (0..<0x80).filter { address in
      var nothing = MutableSpan<UInt8>()
      let address = I2CAddress(rawValue: UInt8(address))
      do throws(I2CError) {
        try board.bus.transfer(with: address, writing: Span<UInt8>(), readingInto: &nothing)
        return true
      } catch { return false }
    }
    #expect(answering == [0x23, 0x42, 0x5B, 0x69, 0x77])
  }

  @Test("a change of the world holds from its moment on, also for what nobody has read yet")
  func worldChanges() throws {
    let world = World(scenario: .standing)
    let board = SimulatedBoard(world: world, seed: 1)
    board.bme280.realism = .ideal
    var driver = BME280(on: board.bus)
    var delay = board.clock
    let slow = BME280Configuration(mode: .normal(standby: .milliseconds1000))
    try driver.start(configuration: slow, delay: &delay)
    board.clock.pause(for: .seconds(5))
    var changed = world
    changed.hold(.temperature, at: -30)
    changed.hold(.humidity, at: 12.5)
    board.world = changed
    #expect(board.world == changed)
    let before = try driver.measure(delay: &delay)
    #expect(before.temperatureCelsius > 0)
    board.clock.pause(for: .milliseconds(1020))
    let reading = try driver.measure(delay: &delay)
    #expect(abs(reading.temperatureCelsius + 30) <= 0.0101)
    #expect(abs(try #require(reading.humidityPercent) - 12.5) <= 0.02)
  }

  @Test("the driver's altitude goes up and down with the walk")
  func altitudeFollowsTrack() throws {
    let world = World(scenario: .milanWalk)
    let board = SimulatedBoard(world: world, seed: 1)
    board.bme280.realism = .ideal
    var driver = BME280(on: board.bus)
    var delay = board.clock
    try driver.start(
      configuration: BME280Configuration(temperature: .x2, pressure: .x16), delay: &delay)
    var separations: [Double] = []
    for _ in 0..<100 {
      board.clock.pause(for: .seconds(9))
      let sample = try driver.measure(delay: &delay)
      let pressure = try #require(sample.pressurePascals)
      let altitude = BarometricAltitude.metres(pressurePascals: pressure)
      let height = world.state(at: board.clock.now).position.height
      separations.append(height - altitude)
    }
    let spread = try #require(separations.max()) - (try #require(separations.min()))
    #expect(spread < 3)  // the weather's part, in a quarter of an hour
  }

  @Test("two boards of the same seed give the same bytes, another seed others")
  func isDeterministic() throws {
    func run(seed: UInt64) throws -> [BME280Reading] {
      let board = SimulatedBoard(world: World(scenario: .milanWalk), seed: seed)
      var driver = BME280(on: board.bus)
      var delay = board.clock
      try driver.start(delay: &delay)
      return try (0..<20).map { _ in
        board.clock.pause(for: .seconds(2))
        return try driver.measure(delay: &delay)
      }
    }
    #expect(try run(seed: 7) == run(seed: 7))
    #expect(try run(seed: 7) != run(seed: 8))
  }
}
