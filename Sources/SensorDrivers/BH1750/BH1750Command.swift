/// A command to a BH1750.
///
///
/// Source: ROHM BH1750FVI technical note, "Instruction Set Architecture", p. 5.
struct BH1750Command: Hashable, Sendable {
  let rawValue: UInt8

  static var powerDown: Self { Self(rawValue: 0x00) }
  static var powerOn: Self { Self(rawValue: 0x01) }
  /// The command for continuous measurement in steps of 1 lx.
  static var measureContinuously: Self { Self(rawValue: 0x10) }

  /// Returns the command that sets bits 7 to 5 of the measurement time.
  static func measurementTimeHigh(_ time: UInt8) -> Self { Self(rawValue: 0x40 | time >> 5) }
  /// Returns the command that sets bits 4 to 0 of the measurement time.
  static func measurementTimeLow(_ time: UInt8) -> Self { Self(rawValue: 0x60 | time & 0x1F) }
}

/// The value of the measurement time register: the default sensitivity, or the least one.
///
/// Source: ROHM BH1750FVI technical note, "Adjust measurement result for influence of optical window", p. 11.
enum BH1750Sensitivity: UInt8 {
  case standard = 69
  case reduced = 31

  private var factor: Double { Double(rawValue) / 69 }
  /// The number of counts per lux.
  ///
  /// Source: ROHM BH1750FVI technical note, p. 2, "Measurement Accuracy": 1.2 is typical.
  var countsPerLux: Double { 1.2 * factor }
  /// The maximum duration of a measurement.
  ///
  /// Source: ROHM BH1750FVI technical note, p. 2, "H-Resolution Mode Measurement Time".
  var measurementTime: Duration {
    .microseconds(Int64(180_000 * Int(rawValue) / 69) + 1)
  }
}

extension I2CAddress {
  /// The address of a BH1750 with ADDR low, as on most boards.
  public static var bh1750: I2CAddress { I2CAddress(rawValue: 0x23) }
}
