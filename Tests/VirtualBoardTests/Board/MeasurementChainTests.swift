import BoardFirmware
@testable import VirtualBoard
import BoardSimulation
import Testing

@Suite("From the world through the drivers")
struct MeasurementChainTests {
  /// Returns the measurement of a board without noise in a constant world.
  private static func measurement(
    in state: WorldState, defect: (Board) -> Void = { _ in }
  ) throws -> Measurement {
    let board = try Board(
      BoardOptions(), world: World(fixed: state), link: .none)
    board.simulation.bme280.realism = .ideal
    board.simulation.ccs811.realism = .ideal
    board.simulation.sps30.realism = .ideal
    defect(board)
    board.run(until: .seconds(60))
    return board.snapshot.measurement
  }

  /// The steps of the BME280 with one sample per conversion, and the rounding of the compensation.
  private static let step = (temperature: 0.01, humidity: 0.02, pressure: 3.0)

  @Test("temperature is the world's within one step", arguments: [-39.9, -20, 0, 21.37, 50, 84.9])
  func temperature(value: Double) throws {
    let read = try #require(try Self.measurement(in: WorldState(temperature: value))[.temperature])
    #expect(abs(read.value - value) <= Self.step.temperature)
  }

  @Test("humidity is the world's within one step", arguments: [0.5, 10, 45.5, 80, 99.5])
  func humidity(value: Double) throws {
    let read = try #require(try Self.measurement(in: WorldState(humidity: value))[.humidity])
    #expect(abs(read.value - value) <= Self.step.humidity)
  }

  @Test(
    "pressure is the world's within one step",
    arguments: [30_100, 70_000, 99_930, 101_325, 109_900])
  func pressure(value: Double) throws {
    let read = try #require(try Self.measurement(in: WorldState(pressure: value))[.pressure])
    #expect(abs(read.value - value) <= Self.step.pressure)
  }

  @Test(
    "particles are the world's as the part's floats hold them",
    arguments: [(0, 0), (1, 0.5), (9, 7), (120, 90), (400, 300)])
  func particulates(fine: Double, coarse: Double) throws {
    let truth = ParticulateState(fineMass: fine, coarseMass: coarse)
    let read = try Self.measurement(in: WorldState(particulates: truth))
    let pairs = [
      (Quantity.pm1, truth.mass.pm1), (.pm25, truth.mass.pm25), (.pm4, truth.mass.pm4),
      (.pm10, truth.mass.pm10), (.pm05Number, truth.number.pm05),
    ]
    for (quantity, truth) in pairs {
      let value = try #require(read[quantity]).value
      #expect(abs(value - truth) <= 0.01 + truth * 1e-6, "\(quantity)")
    }
  }

  @Test(
    "gases are about the world's while the part is still warming up",
    arguments: [(450, 7.5), (800, 60)])
  func gases(eco2: Double, tvoc: Double) throws {
    let read = try Self.measurement(in: WorldState(eco2: eco2, tvoc: tvoc))
    #expect(abs(try #require(read[.eco2]).value - eco2) <= 0.1 * eco2)
    #expect(abs(try #require(read[.tvocs]).value - tvoc) <= 5 + 0.1 * tvoc)
  }

  @Test("overrides hold a quantity, whatever the scenario does")
  func overrides() throws {
    var world = World(scenario: .milanWalk)
    world.hold(.temperature, at: -7.25)
    world.hold(.humidity, at: 33)
    world.hold(.pressure, at: 95_000)
    let board = try Board(BoardOptions(), world: world, link: .none)
    board.simulation.bme280.realism = .ideal
    board.run(until: .seconds(30))
    let read = board.snapshot.measurement
    #expect(abs(try #require(read[.temperature]).value + 7.25) <= Self.step.temperature)
    #expect(abs(try #require(read[.humidity]).value - 33) <= Self.step.humidity)
    #expect(abs(try #require(read[.pressure]).value - 95_000) <= Self.step.pressure)
  }

  @Test(
    "wrong calibration of the BME280 under a right check sum makes the driver compute another value",
    arguments: [0, 2, 6, 8, 14])
  func trimming(byte: Int) throws {
    let sound = try Self.measurement(in: WorldState())
    let broken = try Self.measurement(in: WorldState()) { board in
      let sound = board.simulation.bme280.trimming
      var low = sound.low
      low[byte] ^= 0x40
      board.simulation.bme280.trimming = BME280Trimming(low: low, high: sound.high)
    }
    // The first six bytes are temperature coefficients, which affect all values; the others are of pressure.
    #expect((sound[.temperature]?.value != broken[.temperature]?.value) == (byte < 6))
    #expect(try #require(sound[.pressure]).value != #require(broken[.pressure]).value)
  }

  @Test(
    "a wrong bit in the calibration of the BME280 is found by its check sum, and there is no value",
    arguments: 0..<26)
  func spoiltTrimming(byte: Int) throws {
    let read = try Self.measurement(in: WorldState()) { board in
      board.simulation.bme280.trimming.low[byte] ^= 0x40
    }
    #expect(read[.temperature] == nil && read[.pressure] == nil && read[.humidity] == nil)
  }

  @Test("a board taken elsewhere measures the new place from then on")
  func changingWorld() throws {
    let board = try Board(
      BoardOptions(), world: World(fixed: WorldState(temperature: 20)), link: .none)
    board.run(until: .seconds(10))
    let before = try #require(board.snapshot.measurement[.temperature]).value
    board.simulation.world = World(fixed: WorldState(temperature: -10))
    board.run(until: .seconds(14))
    let after = try #require(board.snapshot.measurement[.temperature]).value
    #expect(abs(before - 20) < 0.1)
    #expect(abs(after + 10) < 0.1)
  }
}
