import BoardSimulation
import SensorDrivers
import Testing

@Suite("Interrupt lines")
struct PinChangeTests {
  @Test("nINT falls with the result, at its time, and rises when that is read")
  func interrupts() throws {
    let board = SimulatedBoard(world: World(scenario: .standing), seed: 1, realism: .ideal)
    var changes: [(String, Bool, Duration)] = []
    board.bus.onPinChange = { changes.append(($0, $1, $2)) }
    func write(_ bytes: UInt8...) { _ = board.bus.transfer(with: .ccs811, [.write(bytes)]) }
    board.clock.advance(to: .milliseconds(100))
    write(0xF4)
    board.clock.advance(to: .milliseconds(200))
    write(0x01, 0x18)  // every second, with interrupts
    // The pin changes at the last bit of the value, before the STOP.
    let start = board.clock.now - .microseconds(10)
    board.clock.advance(to: .seconds(3))
    board.bus.advanceDevices()
    #expect(changes.map(\.0) == ["ccs811.nint"])
    #expect(changes.first?.1 == false)
    #expect(changes.first?.2 == start + .seconds(1))
    _ = board.bus.transfer(with: .ccs811, [.write([0x02]), .read(8)])
    #expect(changes.map(\.1) == [false, true])
    #expect(try #require(changes.last?.2) > .seconds(3))
    board.bus.onPinChange = nil
    #expect(board.ccs811.onPinChange == nil)
  }
}
