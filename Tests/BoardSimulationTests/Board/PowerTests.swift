@testable import BoardSimulation
import SensorDrivers
import Testing

@Suite("A board's power")
struct PowerTests {
  private let board = SimulatedBoard(world: World(scenario: .standing), seed: 1)

  private func isThere(_ address: I2CAddress) -> Bool {
    var bus = board.bus
    let nothing: [UInt8] = []
    return (try? bus.write(nothing.span, to: address)) != nil
  }

  @Test("from the moment of the cut on nothing is acknowledged, in the midst of a series too")
  func cut() {
    board.clock.advance(to: .seconds(1))
    // A transfer takes a START, nine bits and a STOP: 110 µs, with the acknowledge after 100 µs.
    board.cutPower(at: .seconds(1) + .microseconds(1_000))
    let answers = (0..<12).map { _ in isThere(.bme280) }
    #expect(answers == Array(repeating: true, count: 9) + [false, false, false])
  }

  @Test("parts begin anew: no register is remembered, and their first second is one again")
  func restore() throws {
    board.clock.advance(to: .seconds(10))
    var bus = board.bus
    let bytes: [UInt8] = [0xF4, 0x27]
    try bus.write(bytes.span, to: .bme280)
    #expect(try register(0xF4) == 0x27)
    board.cutPower(at: .seconds(20))
    board.clock.advance(to: .seconds(30))
    board.restorePower()
    board.clock.advance(to: .seconds(30.5))
    #expect(try register(0xF4) == 0)
    #expect(isThere(.ccs811) && isThere(.sps30) && isThere(.ublox))
  }

  @Test("what is measured afterwards is the world's present, with chance of its own")
  func measures() throws {
    var world = World(fixed: WorldState(temperature: 10))
    world.hold(.temperature, at: 30, from: .seconds(100))
    let board = SimulatedBoard(world: world, seed: 1)
    func samples() throws -> [Double] {
      var driver = BME280(on: board.bus)
      var delay = board.clock
      try driver.start(delay: &delay)
      return try (0..<5).map { _ in
        board.clock.pause(for: .seconds(1))
        return try driver.measure(delay: &delay).temperatureCelsius
      }
    }
    let before = try samples()
    board.cutPower(at: .seconds(50))
    board.clock.advance(to: .seconds(200))
    board.restorePower()
    let after = try samples()
    #expect(before.allSatisfy { abs($0 - 10) < 0.1 })
    #expect(after.allSatisfy { abs($0 - 30) < 0.1 })
    #expect(zip(before, after).contains { abs(($1 - 30) - ($0 - 10)) > 0.001 })
  }

  private func register(_ address: UInt8) throws -> UInt8 {
    var value: [UInt8] = [0]
    let pointer = [address]
    let bus = board.bus
    var span = value.mutableSpan
    try bus.transfer(with: .bme280, writing: pointer.span, readingInto: &span)
    return value[0]
  }
}
