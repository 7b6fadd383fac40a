/// The CCS811's mailboxes.
///
/// A mailbox is read or written whole; reading on does not lead into the next one.
///
/// Source: ams CCS811 datasheet DS000459, table 17.
public enum CCS811Mailbox: UInt8, Hashable, Sendable {
  /// Status, 1 byte (`STATUS`).
  case status = 0x00
  /// Measurement mode and interrupts, 1 byte (`MEAS_MODE`).
  case measurementMode = 0x01
  /// Results, up to 8 bytes (`ALG_RESULT_DATA`); reading clears data-ready.
  case algorithmResult = 0x02
  /// Sensor current and voltage, 2 bytes (`RAW_DATA`).
  case rawData = 0x03
  /// Humidity and temperature for compensation, 4 bytes, written only (`ENV_DATA`).
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
  /// Error flags, 1 byte (`ERROR_ID`); reading clears them.
  case errorID = 0xE0
  /// Starts the application when written without data (`APP_START`).
  case applicationStart = 0xF4
  /// Resets when the key is written (`SW_RESET`).
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

/// The bits of `STATUS`.
public struct CCS811Status: OptionSet, Hashable, Sendable {
  /// The mailbox's value.
  public var rawValue: UInt8
  /// Creates a set from the mailbox's value.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Something is in `ERROR_ID`.
  public static var error: Self { Self(rawValue: 1 << 0) }
  /// A new result waits.
  public static var dataReady: Self { Self(rawValue: 1 << 3) }
  /// A valid application is in the part's memory.
  public static var applicationValid: Self { Self(rawValue: 1 << 4) }
  /// The application runs; else the boot loader does.
  public static var applicationMode: Self { Self(rawValue: 1 << 7) }

  /// Whether the application can have sent it: bits 1, 2, 5 and 6 are 0 there.
  var isPossible: Bool { rawValue & 0b0110_0110 == 0 }
}

/// The bits of `ERROR_ID`.
public struct CCS811Faults: OptionSet, Hashable, Sendable {
  /// The mailbox's value.
  public var rawValue: UInt8
  /// Creates a set from the mailbox's value.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A mailbox was written that cannot be.
  public static var writeInvalid: Self { Self(rawValue: 1 << 0) }
  /// A mailbox was read that cannot be.
  public static var readInvalid: Self { Self(rawValue: 1 << 1) }
  /// An unsupported mode was asked for.
  public static var modeInvalid: Self { Self(rawValue: 1 << 2) }
  /// The sensor's resistance is at or above its range.
  public static var maximumResistance: Self { Self(rawValue: 1 << 3) }
  /// The heater current is out of range.
  public static var heaterFault: Self { Self(rawValue: 1 << 4) }
  /// The heater voltage is not applied correctly.
  public static var heaterSupply: Self { Self(rawValue: 1 << 5) }

  /// Whether the part can have sent it: bits 6 and 7 are 0.
  var isPossible: Bool { rawValue & 0b1100_0000 == 0 }
}

extension CCS811Faults: CustomStringConvertible {
  /// The datasheet's names of the bits that are set, each with what it means.
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

/// The interval of a CCS811's measurements, by the code of `MEAS_MODE` bits 4 to 6.
public enum CCS811Mode: UInt8, Hashable, Sendable {
  /// Not at all.
  case idle = 0
  /// Every second.
  case everySecond = 1
  /// Every 10 s.
  case everyTenSeconds = 2
  /// Every minute.
  case everyMinute = 3
  /// Every 250 ms, raw data only.
  case raw = 4

  /// The value of `MEAS_MODE`, with interrupts off.
  public var register: UInt8 { rawValue << 4 }
}

/// Fixed values and times of the CCS811.
public enum CCS811Constants {
  /// The content of `HW_ID`.
  public static var hardwareID: UInt8 { 0x81 }
  /// The bytes that reset the part when written to `SW_RESET`.
  public static var resetKey: InlineArray<4, UInt8> { [0x11, 0xE5, 0x72, 0x8A] }
  /// From power-on until the part answers.
  public static var powerOnTime: Duration { .milliseconds(20) }
  /// From reset until the boot loader answers.
  public static var resetTime: Duration { .milliseconds(2) }
  /// From `APP_START` until the application answers.
  public static var applicationStartTime: Duration { .milliseconds(1) }
  /// From the start of a mode until results and baseline can be relied on.
  public static var conditioningTime: Duration { .seconds(1200) }
}

extension I2CAddress {
  /// The CCS811 with ADDR high, as on SparkFun's boards.
  public static var ccs811: I2CAddress { I2CAddress(rawValue: 0x5B) }
}
