/// The register map without the individual calibration registers (§5.3).
enum BME280Map {
  static let trimmingLow: ClosedRange<UInt8> = 0x88...0xA1
  static let trimmingHigh: ClosedRange<UInt8> = 0xE1...0xE7
  static let trimmingChecksum: UInt8 = 0xE8
  static let data: ClosedRange<UInt8> = 0xF7...0xFE
  static let chipID: UInt8 = 0xD0
  static let reset: UInt8 = 0xE0
  static let humidityControl: UInt8 = 0xF2
  static let status: UInt8 = 0xF3
  static let control: UInt8 = 0xF4
  static let config: UInt8 = 0xF5
  /// The writable registers.
  static let writable: [UInt8] = [reset, humidityControl, control, config]
}

extension BME280Model {
  private static let chipID: UInt8 = 0x60
  /// The chip ID of a BMP280, which measures no humidity.
  private static let otherChipID: UInt8 = 0x58
  private static let resetWord: UInt8 = 0xB6
  /// The number of calibration bytes before an interrupted copy stops: T1 to P3.
  private static let halfCopy = 12
  /// The bits that a memory defect inverts, in P1's upper byte.
  private static let spoilt = (register: UInt8(0x8F), bits: UInt8(0x40))

  /// Takes pairs of register and value; a single register selects the start of the next read.
  public func write(_ bytes: Span<UInt8>) -> Int? {
    judgeWrite(of: bytes)
    for index in stride(from: 0, to: bytes.count, by: 2) {
      pointer = bytes[index]
      if index + 1 < bytes.count { write(bytes[index + 1], to: pointer) }
    }
    return nil
  }

  /// Reads consecutive registers; all data bytes are of the same conversion.
  public func read(into buffer: inout MutableSpan<UInt8>) {
    judgeRead(of: buffer.count)
    for index in buffer.indices {
      buffer[index] = value(of: pointer)
      pointer &+= 1
    }
  }

  private func write(_ value: UInt8, to register: UInt8) {
    if register == BME280Map.reset && value == Self.resetWord { return reset() }
    guard now >= readyAt else { return }
    switch register {
    case BME280Map.humidityControl: humidityControl = value & 7
    case BME280Map.control: apply(control: value)
    case BME280Map.config where isAsleep: apply(config: value & 0xFD)
    default: break
    }
  }

  /// Whether the part is in sleep mode; in normal mode config may ignore writes (§5.4.6).
  var isAsleep: Bool { control & 3 == 0 }

  func value(of register: UInt8) -> UInt8 {
    switch register {
    case BME280Map.trimmingLow, BME280Map.trimmingHigh, BME280Map.trimmingChecksum:
      trimmingByte(register)
    case BME280Map.chipID: defects.contains(.wrongID) ? Self.otherChipID : Self.chipID
    case BME280Map.humidityControl: humidityControl
    case BME280Map.status: status
    case BME280Map.control: control
    case BME280Map.config: config
    case BME280Map.data: dataByte(Int(register - BME280Map.data.lowerBound))
    default: 0
    }
  }

  private func trimmingByte(_ register: UInt8) -> UInt8 {
    guard now >= readyAt else { return 0 }
    guard BME280Map.trimmingLow.contains(register) else {
      let index = Int(register - BME280Map.trimmingHigh.lowerBound)
      if isHalfCopied { return 0 }
      return index < trimming.high.count ? trimming.high[index] : trimming.checksum
    }
    let index = Int(register - BME280Map.trimmingLow.lowerBound)
    if isHalfCopied && index >= Self.halfCopy { return 0 }
    let isSpoilt = defects.contains(.crc) && register == Self.spoilt.register
    return trimming.low[index] ^ (isSpoilt ? Self.spoilt.bits : 0)
  }

  /// The status register: bit 3 during a conversion, bit 0 while calibration is copied.
  ///
  /// Calibration is copied after power-up or reset, and at the beginning of every conversion (§5.4.4).
  var status: UInt8 {
    let running = conversion.flatMap { $0.start <= now ? $0 : nil }
    let isCopying =
      now < readyAt || running.map { now < $0.start + BME280Conversion.copyTime } ?? false
    return (running == nil ? 0 : 8) | (isCopying ? 1 : 0)
  }

  private func dataByte(_ index: Int) -> UInt8 {
    switch index {
    case 0..<3: Self.byte(index, of: data.pressure)
    case 3..<6: Self.byte(index - 3, of: data.temperature)
    default: UInt8(truncatingIfNeeded: data.humidity >> (index == 6 ? 8 : 0))
    }
  }

  /// Returns one of three bytes that hold a 20-bit value in their upper bits.
  private static func byte(_ index: Int, of raw: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: (raw << 4) >> UInt32(16 - 8 * index))
  }
}
