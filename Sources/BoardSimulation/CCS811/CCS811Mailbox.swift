/// The simulated mailboxes of a CCS811.
///
/// Source: ams CCS811 datasheet, tables "Application Register Overview" and "Bootloader Register Overview".
enum CCS811Mailbox: UInt8, CaseIterable {
  case status = 0x00
  case measurementMode = 0x01
  case algorithmResult = 0x02
  case rawData = 0x03
  case environment = 0x05
  case thermistor = 0x06
  case thresholds = 0x10
  case baseline = 0x11
  case hardwareID = 0x20
  case hardwareVersion = 0x21
  case bootVersion = 0x23
  case applicationVersion = 0x24
  case error = 0xE0
  case applicationStart = 0xF4
  case softwareReset = 0xFF

  /// The mailbox's name in the datasheet.
  var name: String {
    switch self {
    case .status: "STATUS"
    case .measurementMode: "MEAS_MODE"
    case .algorithmResult: "ALG_RESULT_DATA"
    case .rawData: "RAW_DATA"
    case .environment: "ENV_DATA"
    case .thermistor: "NTC"
    case .thresholds: "THRESHOLDS"
    case .baseline: "BASELINE"
    case .hardwareID: "HW_ID"
    case .hardwareVersion: "HW_VERSION"
    case .bootVersion: "FW_BOOT_VERSION"
    case .applicationVersion: "FW_APP_VERSION"
    case .error: "ERROR_ID"
    case .applicationStart: "APP_START"
    case .softwareReset: "SW_RESET"
    }
  }

  /// Returns whether the mailbox can be read in boot or application mode.
  func isReadable(inApplication: Bool) -> Bool {
    switch self {
    case .status, .hardwareID, .hardwareVersion, .bootVersion, .applicationVersion, .error: true
    case .measurementMode, .algorithmResult, .rawData, .thermistor, .baseline: inApplication
    case .environment, .thresholds, .applicationStart, .softwareReset: false
    }
  }

  /// Returns the number of bytes of a valid write in boot or application mode; `nil` if there is none.
  func writtenCount(inApplication: Bool) -> Int? {
    switch self {
    case .measurementMode where inApplication: 1
    case .environment where inApplication: 4
    case .thresholds where inApplication: 5
    case .baseline where inApplication: 2
    case .softwareReset: 4
    default: nil
    }
  }
}

/// The bits of the STATUS mailbox.
enum CCS811Status {
  static let error: UInt8 = 0x01
  static let dataReady: UInt8 = 0x08
  static let applicationValid: UInt8 = 0x10
  static let applicationMode: UInt8 = 0x80
}

/// The bits of the ERROR_ID mailbox.
enum CCS811Fault {
  static let writeInvalid: UInt8 = 0x01
  static let readInvalid: UInt8 = 0x02
  static let measurementModeInvalid: UInt8 = 0x04
  static let maximumResistance: UInt8 = 0x08
}

/// A CCS811's firmware: its version and the range of its results.
public enum CCS811Firmware: UInt16, Hashable, Sendable, CaseIterable {
  /// Firmware 1.1, on most parts in the field.
  case version11 = 0x1100
  /// Firmware 2.0, installed by an update.
  case version20 = 0x2000

  /// The range of equivalent CO2, ppm; results are clipped to it (datasheet v1-00 and v1-06, "eCO2").
  var eco2Range: ClosedRange<Double> { 400...(self == .version11 ? 8192 : 29_206) }
  /// The range of volatile organic compounds, ppb; results are clipped to it (datasheet v1-00 and v1-06,
  /// "TVOC").
  var tvocRange: ClosedRange<Double> { 0...(self == .version11 ? 1187 : 32_768) }
  /// Whether the STATUS byte inside ALG_RESULT_DATA has the data-ready bit.
  var tellsDataReadyInResult: Bool { self != .version11 }
}
