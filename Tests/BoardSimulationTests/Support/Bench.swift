@testable import BoardSimulation
import SensorDrivers

/// A bus with a single part, for transfers of raw bytes.
struct Bench {
  let clock: SimulatedClock
  let bus: SimulatedI2CBus
  let address: I2CAddress

  /// Creates a new bus with a single part.
  init(_ part: some SimulatedI2CDevice, at address: UInt8) {
    clock = SimulatedClock()
    bus = SimulatedI2CBus(clock: clock)
    self.address = I2CAddress(rawValue: address)
    bus.attach(part, at: self.address)
  }

  /// Writes bytes in one transfer.
  func write(_ bytes: UInt8...) throws(I2CError) {
    try write(bytes)
  }

  /// Writes bytes in one transfer.
  func write(_ bytes: [UInt8]) throws(I2CError) {
    var nothing = MutableSpan<UInt8>()
    try bus.transfer(with: address, writing: bytes.span, readingInto: &nothing)
  }

  /// Reads bytes without a write before the read.
  func read(_ count: Int) throws(I2CError) -> [UInt8] {
    try read(count, after: [])
  }

  /// Writes bytes, then reads `count` bytes after a repeated START.
  func read(_ count: Int, after bytes: [UInt8]) throws(I2CError) -> [UInt8] {
    var reply = [UInt8](repeating: 0xEE, count: count)
    var span = reply.mutableSpan
    try bus.transfer(with: address, writing: bytes.span, readingInto: &span)
    return reply
  }

  /// Advances the clock by a duration.
  func pause(_ duration: Duration) { clock.pause(for: duration) }
}
