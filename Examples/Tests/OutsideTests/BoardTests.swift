import BoardSimulation
import SensorDrivers
import Testing

@Suite("SensorDrivers and BoardSimulation from outside")
struct BoardTests {
  @Test("the BME280 driver reads a heat wave that the world was given")
  func readsTemperature() throws {
    var world = World(scenario: .standing)
    world.hold(.temperature, at: 38.5)
    let board = SimulatedBoard(world: world, seed: 1)
    var clock = board.clock
    var sensor = BME280(on: board.bus)
    try sensor.start(delay: &clock)
    #expect(abs(try sensor.measure(delay: &clock).temperatureCelsius - 38.5) < 0.1)
  }

  @Test("a sensor taken off the bus is told from one that answers")
  func reportsMissingPart() {
    let board = SimulatedBoard(world: World(scenario: .standing), seed: 1)
    var clock = board.clock
    board.bus.detach(at: .bme280)
    var sensor = BME280(on: board.bus)
    #expect(throws: BME280Error.self) { try sensor.start(delay: &clock) }
  }

  @Test("without corrections the receiver is metres off, where the scenario was put")
  func findsPosition() throws {
    let rome = GeodeticPosition(latitude: 41.9, longitude: 12.5, height: 80)
    let board = SimulatedBoard(world: World(scenario: .standing, origin: rome), seed: 1)
    var clock = board.clock
    clock.pause(for: UBloxReceiverModel.startUpTime)
    var receiver = UBloxReceiver(on: board.bus)
    try receiver.start(delay: &clock)
    for _ in 0..<120 {  // a cold start takes half a minute
      clock.pause(for: .milliseconds(500))
      try receiver.poll()
    }
    let position = try #require(receiver.solution?.position)
    let offset = rome.localOffset(to: position)
    let distance = (offset.east * offset.east + offset.north * offset.north).squareRoot()
    #expect(distance > 0 && distance < 20)
  }

  @Test("the same seed gives the same readings")
  func repeats() throws {
    func readings() throws -> [BME280Reading] {
      let board = SimulatedBoard(world: World(scenario: .milanWalk), seed: 42)
      var clock = board.clock
      var sensor = BME280(on: board.bus)
      try sensor.start(delay: &clock)
      return try (0..<5).map { _ in try sensor.measure(delay: &clock) }
    }
    #expect(try readings() == readings())
  }
}
