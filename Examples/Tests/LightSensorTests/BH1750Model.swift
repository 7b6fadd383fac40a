import BoardSimulation
import SensorDrivers

/// A BH1750 as a bus sees it, in the light of a board's world.
final class BH1750Model: SimulatedI2CDevice {
  private unowned let board: SimulatedBoard
  private var now = Duration.zero
  private var isAwake = false
  /// When the measurement that was asked for is done.
  private var end: Duration?
  private var count: UInt16 = 0

  init(on board: SimulatedBoard) {
    self.board = board
    board.bus.attach(self, at: BH1750<SimulatedI2CBus>.address)
  }

  func advance(to now: Duration) {
    self.now = now
    guard let end, end <= now else { return }
    let light = board.world.state(at: end).illuminance
    count = UInt16(min(light * 1.2, 65_535))
    (self.end, isAwake) = (nil, false)
  }

  func write(_ bytes: Span<UInt8>) -> Int? {
    switch bytes[0] {
    case 0x00: (end, isAwake) = (nil, false)
    case 0x01: isAwake = true
    case 0x20 where isAwake: end = now + .milliseconds(120)
    default: break
    }
    return nil
  }

  func read(into buffer: inout MutableSpan<UInt8>) {
    let bytes = [UInt8(count >> 8), UInt8(truncatingIfNeeded: count)]
    for index in buffer.indices { buffer[index] = index < bytes.count ? bytes[index] : 0xFF }
  }
}
