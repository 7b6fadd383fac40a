import BoardFirmware
import BoardSimulation
import Testing

@testable import VirtualBoard

/// Every sensor of the table, read through its driver and the firmware: the value set is the value read.
@Suite("Read-back of every part")
struct ReadBackTests {
  /// Returns 13 evenly spaced values over the range, both ends included.
  private static func points(_ range: ClosedRange<Double>) -> [Double] {
    (0...12).map { range.lowerBound + (range.upperBound - range.lowerBound) * Double($0) / 12 }
  }

  @Test("an ideal part shows the world within one step, over its range", arguments: SensorRow.all)
  func readsBack(row: SensorRow) throws {
    for measured in row.measures {
      let quantity = try #require(
        Quantity.allCases.first { $0.name == measured.quantity.name },
        "\(row.name): no quantity is called \(measured.quantity.name)")
      var options = BoardOptions()
      options.sky = .off
      options.realism = .ideal
      options.light = LightSensor(rawValue: row.name) ?? .none
      let board = try Board(options, world: World(fixed: WorldState()), link: .none)
      board.run(until: row.settlingTime)
      for value in Self.points(measured.range) {
        let order = try WorldOrder(measured.quantity, value)
        try board.schedule(BoardEvent(.world([order])))
        board.run(until: board.now + .seconds(7))
        let read = try #require(board.snapshot.measurement[quantity], "\(row.name)").value
        // The second term allows for rounding in the arithmetic.
        let step = measured.step(value) + 1e-9 * value
        #expect(abs(read - value) <= step, "\(row.name): \(quantity.name) \(value), read \(read)")
      }
      #expect(board.snapshot.sensors[row.name]?.state == .ok)
      #expect(board.snapshot.sensors[row.name]?.starts == 1)
    }
  }

  @Test("every sensor of the table is one of a board, under the name that its driver has")
  func names() throws {
    for row in SensorRow.all {
      var options = BoardOptions()
      options.sky = .off
      options.light = LightSensor(rawValue: row.name) ?? .none
      let board = try Board(options, world: World(fixed: WorldState()), link: .none)
      #expect(board.snapshot.sensors[row.name] != nil)
      #expect(board.simulation.bus.inspect().contains { $0.name == row.name })
    }
  }

  @Test("a board has the light sensor that it is told, or none", arguments: LightSensor.allCases)
  func light(sensor: LightSensor) throws {
    var options = BoardOptions()
    options.sky = .off
    options.light = sensor
    let board = try Board(options, world: World(fixed: WorldState(illuminance: 812)), link: .none)
    board.run(until: .seconds(5))
    let keys = ["bme280", "ccs811", "sps30"] + (sensor == .none ? [] : [sensor.rawValue])
    #expect(board.snapshot.sensors.keys == keys + ["ublox"])
    let light = board.snapshot.measurement[.light]
    #expect((light != nil) == (sensor != .none))
    if let light { #expect(abs(light.value - 812) < 10) }
    #expect((board.simulation.bh1750 != nil) == (sensor == .bh1750))
    #expect((board.simulation.veml7700 != nil) == (sensor == .veml7700))
    #expect(board.get("/api/v1/measurement").text.contains(#""name":"light""#))
  }
}

extension SensorRow: CustomTestStringConvertible {
  /// The name of the part.
  public var testDescription: String { name }
}
