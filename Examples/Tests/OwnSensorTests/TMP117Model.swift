import BoardSimulation
import SensorDrivers

/// A TMP117 as a bus sees it, in the air of a board's world.
final class TMP117Model: SimulatedI2CDevice {
  private unowned let board: SimulatedBoard
  private var now = Duration.zero
  private var pointer: UInt8 = 0
  /// -256 °C until the first conversion (§7.6.2).
  private var temperature: UInt16 = 0x8000
  private var isReady = false
  private var nextConversion = Duration.zero

  init(on board: SimulatedBoard) {
    self.board = board
    board.bus.attach(self, at: TMP117<SimulatedI2CBus>.address, named: "tmp117")
  }

  /// Measures once a second from now on, and knows nothing yet.
  func powerUp(at now: Duration) {
    (self.now, pointer, temperature, isReady) = (now, 0, 0x8000, false)
    nextConversion = now + .seconds(1)
  }

  func advance(to now: Duration) {
    self.now = max(self.now, now)
    while nextConversion <= now {
      let celsius = board.world.state(at: nextConversion).temperature
      temperature = UInt16(bitPattern: Int16(min(max((celsius * 128).rounded(), -32_768), 32_767)))
      isReady = true
      nextConversion += .seconds(1)
    }
  }

  func write(_ bytes: Span<UInt8>) -> Int? {
    if !bytes.isEmpty { pointer = bytes[0] }
    return nil
  }

  func read(into buffer: inout MutableSpan<UInt8>) {
    let value = value(of: pointer)
    if pointer <= 1 { isReady = false }  // reading either register clears the flag (§7.6.3)
    let bytes = [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)]
    for index in buffer.indices { buffer[index] = index < bytes.count ? bytes[index] : 0xFF }
  }

  private func value(of register: UInt8) -> UInt16 {
    switch register {
    case 0x00: temperature
    case 0x01: 0x0220 | (isReady ? 1 << 13 : 0)
    case 0x0F: 0x0117
    default: 0
    }
  }

  /// What traces and `GET /api/v1/parts` show; looking changes nothing.
  var registers: [PartRegister] {
    let named: [(String, UInt8)] = [("Temp_Result", 0), ("Configuration", 1), ("Device_ID", 15)]
    return named.map { name, address in
      let value = value(of: address)
      return PartRegister(
        name, at: Int(address), [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)])
    }
  }
}
