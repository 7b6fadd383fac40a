/// The registers of the BME280's memory map that the driver uses (§5.3).
public enum BME280Register: UInt8, Hashable, Sendable {
  /// The calibration T1 to H1, 26 bytes `0x88...0xA1`; `0xA0` is unused.
  case calibrationLow = 0x88
  /// The chip ID (`id`).
  case chipID = 0xD0
  /// The soft reset (`reset`); reads as zero.
  case reset = 0xE0
  /// The calibration H2 to H6, 7 bytes `0xE1...0xE7`, followed by the CRC of the whole calibration, `0xE8`.
  case calibrationHigh = 0xE1
  /// The humidity oversampling (`ctrl_hum`); takes effect after the next write of `ctrl_meas`.
  case humidityControl = 0xF2
  /// The measuring and copying flags (`status`).
  case status = 0xF3
  /// The oversampling of temperature and pressure, and the power mode (`ctrl_meas`).
  case measurementControl = 0xF4
  /// The standby time and the filter (`config`).
  case configuration = 0xF5
  /// Pressure, temperature and humidity, 8 bytes `0xF7...0xFE`.
  case data = 0xF7
}

extension BME280Register: CustomStringConvertible {
  /// The datasheet's name and the register's address.
  public var description: String {
    let name =
      switch self {
      case .calibrationLow: "calib00"
      case .chipID: "id"
      case .reset: "reset"
      case .calibrationHigh: "calib26"
      case .humidityControl: "ctrl_hum"
      case .status: "status"
      case .measurementControl: "ctrl_meas"
      case .configuration: "config"
      case .data: "press_msb"
      }
    return "\(name) (\(rawValue.hexadecimal))"
  }
}

/// The chip IDs of parts that share the BME280's addresses (§5.4.1).
public enum BME280Identity {
  /// The chip ID of the BME280.
  public static var bme280: UInt8 { 0x60 }
  /// The chip ID of the BMP280, the same part without humidity.
  public static var bmp280: UInt8 { 0x58 }
}

/// The bits of the `status` register (§5.4.4).
public struct BME280Status: OptionSet, Hashable, Sendable {
  /// The register's value.
  public let rawValue: UInt8
  /// Creates a set from the register's value.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The calibration is being copied from non-volatile memory (`im_update`).
  public static var copyingCalibration: Self { Self(rawValue: 1 << 0) }
  /// A conversion is running.
  public static var measuring: Self { Self(rawValue: 1 << 3) }
}

/// The values and times for starting a BME280 (§1, §5.4.2).
public enum BME280Timing {
  /// The value that resets the part when written to `reset`.
  public static var resetKey: UInt8 { 0xB6 }
  /// The time from power-on or reset until the part answers.
  public static var startUp: Duration { .milliseconds(2) }
  /// The number of status polls after which the part counts as stuck.
  static var statusPolls: Int { 5 }
  /// The minimum duration of a status poll, at 400 kHz.
  static var quickestPoll: Duration { .microseconds(100) }
}

extension I2CAddress {
  /// The address of a BME280 with SDO high, as on SparkFun's boards.
  public static var bme280: I2CAddress { I2CAddress(rawValue: 0x77) }
}
