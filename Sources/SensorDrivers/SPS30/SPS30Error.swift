/// Why an SPS30 could not be used.
public enum SPS30Error: Error, Hashable, Sendable {
  /// A transfer of a command failed.
  case transfer(I2CError, TransferDirection, SPS30Command)
  /// A word of a command's answer has a wrong check byte.
  case checksum(SPS30Command, wordIndex: Int)
  /// Another part, or another product of the family, answers.
  case unexpectedProductType(String)
  /// A sample holds a value that is negative or no number.
  case implausible(SPS30Command)
}

extension SPS30Error: CustomStringConvertible {
  /// What happened, where, and what to do.
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
      "SPS30: \(command) gave a value that is negative or no number; reset the sensor"
    }
  }
}

/// Fixed values of the SPS30.
public enum SPS30Constants {
  /// What the product type reads.
  public static var productType: String { "00080000" }
}
