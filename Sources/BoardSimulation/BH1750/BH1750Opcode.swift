/// The resolution mode of a BH1750's measurements.
///
/// Source: ROHM BH1750FVI technical note, pp. 2 and 5.
enum BH1750Resolution {
  case high, high2, low

  /// The factor of the result: 2 in H-resolution mode 2.
  var gain: Double { self == .high2 ? 2 : 1 }
  /// The step of the result, counts: 4 in L-resolution mode.
  var step: Double { self == .low ? 4 : 1 }
  /// The typical time of a measurement with the standard time register, µs.
  var typicalMicroseconds: Double { self == .low ? 16_000 : 120_000 }

  var name: String {
    switch self {
    case .high: "H-resolution"
    case .high2: "H-resolution 2"
    case .low: "L-resolution"
    }
  }
}

/// A command of a BH1750.
///
/// Source: ROHM BH1750FVI technical note, "Instruction Set Architecture", p. 5.
enum BH1750Opcode {
  case powerDown, powerOn, reset
  case measure(BH1750Resolution, isContinuous: Bool)
  /// Bits 7 to 5 of the measurement time register.
  case timeHigh(UInt8)
  /// Bits 4 to 0 of the measurement time register.
  case timeLow(UInt8)

  init?(_ byte: UInt8) {
    switch byte {
    case 0x00: self = .powerDown
    case 0x01: self = .powerOn
    case 0x07: self = .reset
    case 0x10, 0x20: self = .measure(.high, isContinuous: byte == 0x10)
    case 0x11, 0x21: self = .measure(.high2, isContinuous: byte == 0x11)
    case 0x13, 0x23: self = .measure(.low, isContinuous: byte == 0x13)
    case 0x40...0x47: self = .timeHigh(byte & 7)
    case 0x60...0x7F: self = .timeLow(byte & 0x1F)
    default: return nil
    }
  }

  var name: String {
    switch self {
    case .powerDown: "power down"
    case .powerOn: "power on"
    case .reset: "reset"
    case .measure(let resolution, let isContinuous):
      "measure \(isContinuous ? "continuously" : "one time"), \(resolution.name)"
    case .timeHigh(let bits): "measurement time, high bits \(bits)"
    case .timeLow(let bits): "measurement time, low bits \(bits)"
    }
  }
}
