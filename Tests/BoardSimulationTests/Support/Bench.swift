@testable import BoardSimulation
import SensorDrivers

/// A bus with a part on it, spoken to in bytes.
struct Bench {
  let clock: SimulatedClock
  let bus: SimulatedI2CBus
  let address: I2CAddress

  /// Puts a part alone on a new bus.
  init(_ part: some SimulatedI2CDevice, at address: UInt8) {
    clock = SimulatedClock()
    bus = SimulatedI2CBus(clock: clock)
    self.address = I2CAddress(rawValue: address)
    bus.attach(part, at: self.address)
  }

  /// Writes, and ends the transfer.
  func write(_ bytes: UInt8...) throws(I2CError) {
    try write(bytes)
  }

  /// Writes, and ends the transfer.
  func write(_ bytes: [UInt8]) throws(I2CError) {
    var nothing = MutableSpan<UInt8>()
    try bus.transfer(with: address, writing: bytes.span, readingInto: &nothing)
  }

  /// Reads alone.
  func read(_ count: Int) throws(I2CError) -> [UInt8] {
    try read(count, after: [])
  }

  /// Writes, then reads after a repeated START.
  func read(_ count: Int, after bytes: [UInt8]) throws(I2CError) -> [UInt8] {
    var reply = [UInt8](repeating: 0xEE, count: count)
    var span = reply.mutableSpan
    try bus.transfer(with: address, writing: bytes.span, readingInto: &span)
    return reply
  }

  /// Lets time pass.
  func pause(_ duration: Duration) { clock.pause(for: duration) }
}
