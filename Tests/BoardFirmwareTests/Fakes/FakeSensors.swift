import SensorDrivers

/// The registers of a BME280 that always measures 25.08 °C, 100653.254 Pa and 20.778 %.
///
/// Calibration and raw values are the datasheet's example, with a humidity added.
final class FakeBME280: FakeDevice {
  private var memory = [UInt8](repeating: 0, count: 256)
  private var pointer = 0
  private(set) var conversions = 0

  init() { powerUp() }

  func powerUp() {
    memory = [UInt8](repeating: 0, count: 256)
    memory[0xD0] = 0x60
    set(
      0x88,
      [
        0x70, 0x6B, 0x43, 0x67, 0x18, 0xFC, 0x7D, 0x8E, 0x43, 0xD6, 0xD0, 0x0B, 0x27, 0x0B, 0x8C,
        0x00, 0xF9, 0xFF, 0x8C, 0x3C, 0xF8, 0xC6, 0x70, 0x17, 0x00, 0x4B,
      ])
    set(0xE1, [0x6A, 0x01, 0x00, 0x14, 0x0D, 0x00, 0x1E, 0xB9])
    set(0xF7, [0x80, 0, 0, 0x80, 0, 0, 0x80, 0])
  }

  private func set(_ register: Int, _ bytes: [UInt8]) {
    memory.replaceSubrange(register..<register + bytes.count, with: bytes)
  }

  func write(_ bytes: [UInt8], at now: Duration) {
    pointer = Int(bytes[0])
    guard bytes.count == 2 else { return }
    memory[pointer] = bytes[1]
    if pointer == 0xE0 { powerUp() }
    if pointer == 0xF4, bytes[1] & 0b11 == 1 {
      conversions += 1
      memory[0xF4] &= 0b1111_1100
      set(0xF7, [0x65, 0x5A, 0xC0, 0x7E, 0xED, 0x00, 0x61, 0xA8])
    }
  }

  func read(_ count: Int, at now: Duration) -> [UInt8] {
    Array(memory[pointer..<min(pointer + count, 256)])
  }
}

/// The mailboxes of a CCS811 that measures 412 ppm and 12 ppb once a second.
final class FakeCCS811: FakeDevice {
  private var mailbox: UInt8 = 0
  private var isRunning = false
  private var nextResult: Duration?
  /// Whether the part has results.
  var delivers = true
  /// The content of `BASELINE`.
  var baseline: [UInt8] = [0x61, 0xA8]
  /// The values written to `BASELINE`.
  private(set) var restored: [[UInt8]] = []
  /// The values written to `ENV_DATA`.
  private(set) var environments: [[UInt8]] = []

  func write(_ bytes: [UInt8], at now: Duration) {
    mailbox = bytes[0]
    switch (mailbox, bytes.count) {
    case (0xFF, 5): (isRunning, nextResult) = (false, nil)
    case (0xF4, 1): isRunning = true
    case (0x01, 2): nextResult = now + .seconds(1)
    case (0x11, 3):
      baseline = Array(bytes.dropFirst())
      restored.append(baseline)
    case (0x05, 5): environments.append(Array(bytes.dropFirst()))
    default: break
    }
  }

  func read(_ count: Int, at now: Duration) -> [UInt8] {
    switch mailbox {
    case 0x20: return [0x81]
    case 0x24: return [0x11, 0x00]
    case 0x11: return baseline
    case 0x00: return [isRunning ? (isReady(at: now) ? 0x98 : 0x90) : 0x10]
    case 0x02:
      nextResult = now + .seconds(1)
      return [0x01, 0x9C, 0x00, 0x0C, 0x98, 0, 0, 0]
    default: return []
    }
  }

  private func isReady(at now: Duration) -> Bool {
    delivers && nextResult.map { $0 <= now } ?? false
  }
}

/// The commands of an SPS30 that measures 4.0, 5.1, 5.2 and 5.25 µg/m³, and 30.75 particles up to 0.5 µm
/// per cm³.
final class FakeSPS30: FakeDevice {
  private var command: UInt16 = 0
  private var nextSample: Duration?
  /// Whether the part has samples.
  var delivers = true
  /// Whether the check byte of the next sample is wrong.
  var corruptsSamples = false

  func write(_ bytes: [UInt8], at now: Duration) {
    command = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    if command == 0x0010 { nextSample = now + .seconds(1) }
    if command == 0x0104 || command == 0xD304 { nextSample = nil }
  }

  func read(_ count: Int, at now: Duration) -> [UInt8] {
    switch command {
    case 0xD002: return Self.words(Array("00080000".utf8))
    case 0xD100: return Self.words([2, 2])
    case 0xD206: return Self.words([0, 0, 0, 0])
    case 0x0202: return Self.words([0, isReady(at: now) ? 1 : 0])
    case 0x0300:
      nextSample = now + .seconds(1)
      return sample
    default: return []
    }
  }

  private func isReady(at now: Duration) -> Bool {
    delivers && nextSample.map { $0 <= now } ?? false
  }

  private var sample: [UInt8] {
    var reading = SPS30Reading()
    (reading.massPM1, reading.massPM25, reading.massPM4, reading.massPM10) = (4, 5.1, 5.2, 5.25)
    (reading.numberPM05, reading.numberPM1) = (30.75, 35.2)
    (reading.numberPM25, reading.numberPM4, reading.numberPM10) = (35.4, 35.4, 35.4)
    let bytes = reading.encode()
    var copy = Array(bytes.span)
    if corruptsSamples { copy[2] ^= 1 }
    return copy
  }

  /// Returns words of two bytes, each followed by its CRC-8 (polynomial 0x31, from 0xFF).
  private static func words(_ bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: 2).flatMap { index in
      let pair = [bytes[index], bytes[index + 1]]
      var crc: UInt8 = 0xFF
      for byte in pair {
        crc ^= byte
        for _ in 0..<8 { crc = crc & 0x80 != 0 ? crc << 1 ^ 0x31 : crc << 1 }
      }
      return pair + [crc]
    }
  }
}

/// A BH1750 that measures 1000 lx, which its register shows as 1200.
final class FakeBH1750: FakeDevice {
  func write(_ bytes: [UInt8], at now: Duration) {}
  func read(_ count: Int, at now: Duration) -> [UInt8] { [0x04, 0xB0] }
}
