/// The I2C commands of an SPS30: 16-bit pointers, sent high byte first.
///
/// Source: Sensirion SPS30 datasheet, table 4 of the I2C section.
public enum SPS30Command: UInt16, Hashable, Sendable {
  /// Starts a measurement; the argument is the output format.
  case startMeasurement = 0x0010
  /// Stops the measurement.
  case stopMeasurement = 0x0104
  /// Reads whether a new sample is available, 1 word.
  case readDataReady = 0x0202
  /// Reads the sample, 20 words as floats.
  case readValues = 0x0300
  /// Puts an idle part to sleep; firmware 2.0 and later.
  case sleep = 0x1001
  /// Wakes the part, sent twice; firmware 2.0 and later.
  case wakeUp = 0x1103
  /// Starts a fan cleaning, while measuring.
  case startFanCleaning = 0x5607
  /// Reads or writes the interval of automatic cleaning, 2 words.
  case autoCleaningInterval = 0x8004
  /// Reads the product type, 8 characters.
  case readProductType = 0xD002
  /// Reads the serial number, up to 32 characters.
  case readSerialNumber = 0xD033
  /// Reads the firmware version, 1 word.
  case readFirmwareVersion = 0xD100
  /// Reads the status flags, 2 words; firmware 2.2 and later.
  case readStatus = 0xD206
  /// Clears the status flags.
  case clearStatus = 0xD210
  /// Resets the part to its state after power-on.
  case reset = 0xD304
}

extension SPS30Command {
  /// The execution time, during which the part is busy.
  public var executionTime: Duration {
    switch self {
    case .startMeasurement, .stopMeasurement, .autoCleaningInterval: .milliseconds(20)
    case .sleep, .wakeUp, .startFanCleaning, .readStatus, .clearStatus: .milliseconds(5)
    case .reset: .milliseconds(100)
    case .readDataReady, .readValues, .readProductType, .readSerialNumber, .readFirmwareVersion:
      .zero
    }
  }
}

extension SPS30Command: CustomStringConvertible {
  /// The datasheet's name and the command's number.
  public var description: String {
    let name =
      switch self {
      case .startMeasurement: "start measurement"
      case .stopMeasurement: "stop measurement"
      case .readDataReady: "read data-ready flag"
      case .readValues: "read measured values"
      case .sleep: "sleep"
      case .wakeUp: "wake-up"
      case .startFanCleaning: "start fan cleaning"
      case .autoCleaningInterval: "auto cleaning interval"
      case .readProductType: "read product type"
      case .readSerialNumber: "read serial number"
      case .readFirmwareVersion: "read firmware version"
      case .readStatus: "read status register"
      case .clearStatus: "clear status register"
      case .reset: "reset"
      }
    return "\(name) (\(rawValue.hexadecimal))"
  }
}

/// The output format, the argument of `start measurement`.
public enum SPS30Format: UInt16, Hashable, Sendable {
  /// IEEE 754 floats, 32 bits, high byte first.
  case float = 0x0300
  /// Unsigned 16-bit integers; firmware 2.0 and later.
  case integer = 0x0500
}

extension I2CAddress {
  /// The fixed address of the SPS30.
  public static var sps30: I2CAddress { I2CAddress(rawValue: 0x69) }
}
