/// The registers of a VEML7700, 16 bits each, low byte first.
///
/// Source: Vishay VEML7700 datasheet, document 84286, "Command Register Format".
public enum VEML7700Register: UInt8, Hashable, Sendable {
  /// Gain, integration time and shutdown (`ALS_CONF`).
  case configuration = 0x00
  /// Power saving (`PSM`).
  case powerSaving = 0x03
  /// The measurement result (`ALS`).
  case light = 0x04
  /// Identity (`ID`), whose low byte is 0x81.
  case id = 0x07
}

extension VEML7700Register: CustomStringConvertible {
  /// The datasheet's name and the register's address.
  public var description: String {
    let name =
      switch self {
      case .configuration: "ALS_CONF"
      case .powerSaving: "PSM"
      case .light: "ALS"
      case .id: "ID"
      }
    return "\(name) (\(rawValue.hexadecimal))"
  }
}

/// The sensitivity ranges of a VEML7700, from the least to the most sensitive.
///
/// Source: Vishay VEML7700 datasheet, document 84286, and application note 84323, "Resolution and
/// Maximum Detection Range".
enum VEML7700Range: Int, CaseIterable {
  case eighth25, eighth100, quarter100, single100, double100, double200, double400, double800

  /// The range selected at the start.
  static var first: Self { .eighth100 }
  /// The value of `ALS_CONF` that shuts the part down.
  static var shutDown: UInt16 { 0x0001 }

  /// The value of `ALS_CONF`: gain in bits 12 and 11, integration time in bits 9 to 6.
  var configuration: UInt16 {
    let (gain, time): (UInt16, UInt16) =
      switch self {
      case .eighth25: (0b10, 0b1100)
      case .eighth100: (0b10, 0b0000)
      case .quarter100: (0b11, 0b0000)
      case .single100: (0b00, 0b0000)
      case .double100: (0b01, 0b0000)
      case .double200: (0b01, 0b0001)
      case .double400: (0b01, 0b0010)
      case .double800: (0b01, 0b0011)
      }
    return gain << 11 | time << 6
  }

  /// The sensitivity as a multiple of the least sensitive range's sensitivity.
  private var sensitivity: Int {
    switch self {
    case .eighth25: 1
    case .eighth100: 4
    case .quarter100: 8
    case .single100: 32
    case .double100: 64
    case .double200: 128
    case .double400: 256
    case .double800: 512
    }
  }

  /// The illuminance per count in lx.
  var luxPerCount: Double { 0.0042 * Double(512 / sensitivity) }

  /// The time from the selection until the first result.
  ///
  /// The time consists of the part's wake-up time (2.5 ms) and the integration time with a margin of a tenth.
  var firstResultTime: Duration {
    let milliseconds =
      switch self {
      case .eighth25: 25
      case .eighth100, .quarter100, .single100, .double100: 100
      case .double200: 200
      case .double400: 400
      case .double800: 800
      }
    return .microseconds(Int64(2_500 + 1_100 * milliseconds))
  }

  /// Returns a better range for a result; `nil` when this range is suitable or no better one exists.
  ///
  /// Results of 100 to 10,000 counts are suitable, as in the application note.
  func better(for count: UInt16) -> Self? {
    if count > 10_000 { return self == .eighth25 ? nil : coarser(for: count) }
    guard count < 100, self != .double800 else { return nil }
    return most(sensitiveFor: (Int(count) + 1) * (512 / sensitivity))
  }

  private func coarser(for count: UInt16) -> Self {
    guard count < .max else { return .eighth25 }
    return most(sensitiveFor: Int(count) * (512 / sensitivity))
  }

  /// Returns the most sensitive range that gives at most 10,000 counts for `steps` of the finest range.
  private func most(sensitiveFor steps: Int) -> Self {
    var best = Self.eighth25
    for range in Self.allCases where steps / (512 / range.sensitivity) <= 10_000 { best = range }
    return best
  }
}

extension I2CAddress {
  /// The address of the VEML7700.
  public static var veml7700: I2CAddress { I2CAddress(rawValue: 0x10) }
}
