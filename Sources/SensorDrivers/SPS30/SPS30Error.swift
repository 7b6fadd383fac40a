/// A failure of an SPS30.
public enum SPS30Error: Error, Hashable, Sendable {
  /// A transfer of a command failed.
  case transfer(I2CError, TransferDirection, SPS30Command)
  /// A word of a command's answer has a wrong check byte.
  case checksum(SPS30Command, wordIndex: Int)
  /// Another part, or another product of the family, answers.
  case unexpectedProductType(String)
  /// A sample holds values that no air gives.
  case implausible(SPS30Command)
  /// A sample holds a concentration at the end of the part's range.
  case saturated
  /// The part has no new sample since it does not measure.
  case notMeasuring
  /// The part says that its laser or its fan is not well.
  case deviceStatus(SPS30Status)
}

extension SPS30Error: CustomStringConvertible {
  /// The failure, its place and its remedy.
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

/// Fixed values of the SPS30.
public enum SPS30Constants {
  /// The text of the product type.
  public static var productType: String { "00080000" }
}
