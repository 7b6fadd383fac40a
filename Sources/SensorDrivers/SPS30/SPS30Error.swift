/// A failure of an SPS30.
public enum SPS30Error: Error, Hashable, Sendable {
  /// A failed I2C transfer of a command.
  case transfer(I2CError, TransferDirection, SPS30Command)
  /// A word with a wrong CRC in a command's answer.
  case checksum(SPS30Command, wordIndex: Int)
  /// A product type of another part or of another product of the family.
  case unexpectedProductType(String)
  /// A sample with values that air cannot have.
  case implausible(SPS30Command)
  /// A sample with a concentration at the end of the part's range.
  case saturated
  /// A part without a new sample because it is not measuring.
  case notMeasuring
  /// A status that reports a defect of the laser or the fan.
  case deviceStatus(SPS30Status)
}

extension SPS30Error: CustomStringConvertible {
  /// The failure, the command and the remedy.
  public var description: String {
    switch self {
    case .transfer(let error, let direction, let command):
      "SPS30: \(direction) for \(command) failed: \(error)"
    case .checksum(let command, let index):
      "SPS30: CRC-8 of word \(index) after \(command) is wrong; "
        + "check pull-ups to 5 V and a bus of at most 100 kHz"
    case .unexpectedProductType(let type):
      "SPS30: product type is \"\(type)\", expected \"\(SPS30Constants.productType)\"; "
        + "check which part has address 0x69"
    case .implausible(let command):
      "SPS30: \(command) gave values that no air has: negative, no number, all zero, or fewer "
        + "particles up to a larger size; reset the sensor"
    case .saturated:
      "SPS30: a concentration is at the end of the range, 1000 µg/m³ or 3000 per cm³; "
        + "let the air clear, or have the sensor replaced where that stays"
    case .notMeasuring:
      "SPS30: it is idle, as after a loss of supply; start the sensor again"
    case .deviceStatus(let status):
      "SPS30: \(status); check that the air can pass and the supply is 5 V, and start it again"
    }
  }
}

/// The fixed values of the SPS30.
public enum SPS30Constants {
  /// The text of the SPS30's product type.
  public static var productType: String { "00080000" }
}
