/// The CCS811's mailboxes, its registers of one or more bytes.
///
/// A mailbox is read or written whole; reading further does not continue with the next mailbox.
///
/// Source: ams CCS811 datasheet DS000459, table 17.
public enum CCS811Mailbox: UInt8, Hashable, Sendable {
  /// Status, 1 byte (`STATUS`).
  case status = 0x00
  /// Measurement mode and interrupts, 1 byte (`MEAS_MODE`).
  case measurementMode = 0x01
  /// Results, up to 8 bytes (`ALG_RESULT_DATA`); reading them clears the data-ready flag.
  case algorithmResult = 0x02
  /// Sensor current and voltage, 2 bytes (`RAW_DATA`).
  case rawData = 0x03
  /// Humidity and temperature for compensation, 4 bytes, write-only (`ENV_DATA`).
  case environment = 0x05
  /// Interrupt thresholds, 5 bytes (`THRESHOLDS`).
  case thresholds = 0x10
  /// The algorithm's baseline, 2 opaque bytes (`BASELINE`).
  case baseline = 0x11
  /// Hardware identity, 1 byte (`HW_ID`).
  case hardwareID = 0x20
  /// Hardware version, 1 byte (`HW_VERSION`).
  case hardwareVersion = 0x21
  /// Boot loader version, 2 bytes (`FW_BOOT_VERSION`).
  case bootVersion = 0x23
  /// Application version, 2 bytes (`FW_APP_VERSION`).
  case applicationVersion = 0x24
  /// Error flags, 1 byte (`ERROR_ID`); reading them clears them.
  case errorID = 0xE0
  /// The start of the application, by a write without data (`APP_START`).
  case applicationStart = 0xF4
  /// The software reset, by a write of the key (`SW_RESET`).
  case softwareReset = 0xFF
}

extension CCS811Mailbox: CustomStringConvertible {
  /// The datasheet's name and the mailbox's number.
  public var description: String {
    let name =
      switch self {
      case .status: "STATUS"
      case .measurementMode: "MEAS_MODE"
      case .algorithmResult: "ALG_RESULT_DATA"
      case .rawData: "RAW_DATA"
      case .environment: "ENV_DATA"
      case .thresholds: "THRESHOLDS"
      case .baseline: "BASELINE"
      case .hardwareID: "HW_ID"
      case .hardwareVersion: "HW_VERSION"
      case .bootVersion: "FW_BOOT_VERSION"
      case .applicationVersion: "FW_APP_VERSION"
      case .errorID: "ERROR_ID"
      case .applicationStart: "APP_START"
      case .softwareReset: "SW_RESET"
      }
    return "\(name) (\(rawValue.hexadecimal))"
  }
}

/// The flags of the `STATUS` mailbox.
public struct CCS811Status: OptionSet, Hashable, Sendable {
  /// The mailbox's value.
  public var rawValue: UInt8
  /// Creates a set from the mailbox's value.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// An error is reported in `ERROR_ID`.
  public static var error: Self { Self(rawValue: 1 << 0) }
  /// A new result is available.
  public static var dataReady: Self { Self(rawValue: 1 << 3) }
  /// The part's memory holds a valid application.
  public static var applicationValid: Self { Self(rawValue: 1 << 4) }
  /// The application is running; otherwise the boot loader is running.
  public static var applicationMode: Self { Self(rawValue: 1 << 7) }

  /// Whether the application can send this status: bits 1, 2, 5 and 6 are always 0.
  var isPossible: Bool { rawValue & 0b0110_0110 == 0 }
}

/// The fault flags of the `ERROR_ID` mailbox.
public struct CCS811Faults: OptionSet, Hashable, Sendable {
  /// The mailbox's value.
  public var rawValue: UInt8
  /// Creates a set from the mailbox's value.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A write to a mailbox that cannot be written.
  public static var writeInvalid: Self { Self(rawValue: 1 << 0) }
  /// A read of a mailbox that cannot be read.
  public static var readInvalid: Self { Self(rawValue: 1 << 1) }
  /// A request for an unsupported measurement mode.
  public static var modeInvalid: Self { Self(rawValue: 1 << 2) }
  /// A resistance of the sensor at or above the end of its range.
  public static var maximumResistance: Self { Self(rawValue: 1 << 3) }
  /// A heater current out of range.
  public static var heaterFault: Self { Self(rawValue: 1 << 4) }
  /// A heater voltage that is not applied correctly.
  public static var heaterSupply: Self { Self(rawValue: 1 << 5) }

  /// Whether the part can send these faults: bits 6 and 7 are always 0.
  var isPossible: Bool { rawValue & 0b1100_0000 == 0 }
}

extension CCS811Faults: CustomStringConvertible {
  /// The datasheet's names of the set bits, each with its meaning.
  public var description: String {
    var text = ""
    for (bit, name, meaning) in Self.words where contains(bit) {
      text += (text.isEmpty ? "" : ", ") + "\(name) (\(meaning))"
    }
    return text.isEmpty ? "no fault (\(rawValue.hexadecimal))" : text
  }

  private static var words: [(Self, name: String, meaning: String)] {
    [
      (.writeInvalid, "WRITE_REG_INVALID", "a mailbox was written that cannot be"),
      (.readInvalid, "READ_REG_INVALID", "a mailbox was read that cannot be"),
      (.modeInvalid, "MEASMODE_INVALID", "an unsupported mode was asked for"),
      (.maximumResistance, "MAX_RESISTANCE", "the layer's resistance is at the end of its range"),
      (.heaterFault, "HEATER_FAULT", "the heater's current is out of range"),
      (.heaterSupply, "HEATER_SUPPLY", "the heater's voltage is not applied correctly"),
    ]
  }
}

/// The measurement interval of a CCS811, coded as in `MEAS_MODE` bits 4 to 6.
public enum CCS811Mode: UInt8, Hashable, Sendable {
  /// No measurements.
  case idle = 0
  /// A measurement every second.
  case everySecond = 1
  /// A measurement every 10 s.
  case everyTenSeconds = 2
  /// A measurement every minute.
  case everyMinute = 3
  /// A measurement every 250 ms, with raw data only.
  case raw = 4

  /// The value of `MEAS_MODE`, with interrupts off.
  public var register: UInt8 { rawValue << 4 }
}

/// The fixed values and times of the CCS811.
public enum CCS811Constants {
  /// The expected content of `HW_ID`.
  public static var hardwareID: UInt8 { 0x81 }
  /// The bytes that reset the part when written to `SW_RESET`.
  public static var resetKey: InlineArray<4, UInt8> { [0x11, 0xE5, 0x72, 0x8A] }
  /// The time from power-on until the part answers.
  public static var powerOnTime: Duration { .milliseconds(20) }
  /// The time from a reset until the boot loader answers.
  public static var resetTime: Duration { .milliseconds(2) }
  /// The time from `APP_START` until the application answers.
  public static var applicationStartTime: Duration { .milliseconds(1) }
  /// The time from the start of a mode until results and baseline are reliable.
  public static var conditioningTime: Duration { .seconds(1200) }
}

extension I2CAddress {
  /// The address of a CCS811 with ADDR high, as on SparkFun's boards.
  public static var ccs811: I2CAddress { I2CAddress(rawValue: 0x5B) }
}
