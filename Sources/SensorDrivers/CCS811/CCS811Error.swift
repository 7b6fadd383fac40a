/// A failure of a CCS811.
public enum CCS811Error: Error, Hashable, Sendable {
  /// A failed I2C transfer with a mailbox.
  case transfer(I2CError, TransferDirection, CCS811Mailbox)
  /// A hardware ID of another part at the address.
  case unexpectedHardwareID(UInt8, at: I2CAddress)
  /// A part without a valid application in its memory.
  case noApplication(CCS811Status)
  /// An application that does not run, after its start or later, for example after a brown-out.
  case notInApplication(CCS811Status)
  /// A status after the reset that shows more than a valid application, such as a running measurement.
  case notReset(CCS811Status)
  /// Faults that the part reports.
  case faults(CCS811Faults)
  /// An unknown firmware version.
  case unknownVersion(UInt16)
  /// A result outside the range of the part's firmware.
  case implausible(CCS811Reading, CCS811Ranges)
  /// A byte of a mailbox with bits set that the part never sets.
  case corrupted(CCS811Mailbox, UInt8)
  /// A call before a successful start.
  case notStarted
}

extension CCS811Error: CustomStringConvertible {
  /// The failure, the mailbox and the remedy.
  public var description: String {
    switch self {
    case .transfer(let error, let direction, let mailbox):
      "CCS811: \(direction) \(mailbox) failed: \(error)"
    case .unexpectedHardwareID(let id, let address):
      "HW_ID (0x20) at \(address) is \(id.hexadecimal), expected 0x81; "
        + "check that a CCS811 has this address (0x5B with ADDR high, 0x5A low)"
    case .noApplication(let status):
      "CCS811: STATUS (0x00) is \(status.rawValue.hexadecimal), no valid application; "
        + "load the firmware again or replace the part"
    case .notInApplication(let status):
      "CCS811: STATUS (0x00) is \(status.rawValue.hexadecimal), the application does not run; "
        + "check the supply and start the sensor again"
    case .notReset(let status):
      "CCS811: STATUS (0x00) is \(status.rawValue.hexadecimal) after SW_RESET (0xFF), "
        + "expected 0x10; take its power away and start the sensor again"
    case .faults(let faults):
      "CCS811: ERROR_ID (0xE0) reports \(faults); start the sensor again, "
        + "and check supply and heater if it comes back"
    case .unknownVersion(let version):
      "CCS811: FW_APP_VERSION (0x24) is \(version.hexadecimal), expected 0x1… or 0x2…; "
        + "load the firmware again, or check pull-ups and clock stretching"
    case .implausible(let reading, let ranges):
      "CCS811: ALG_RESULT_DATA (0x02) gives \(reading.eco2PartsPerMillion) ppm and "
        + "\(reading.tvocPartsPerBillion) ppb, beyond \(ranges.eco2PartsPerMillion.upperBound) ppm and "
        + "\(ranges.tvocPartsPerBillion.upperBound) ppb, or below 400 ppm; "
        + "check pull-ups and clock stretching"
    case .corrupted(let mailbox, let byte):
      "CCS811: \(mailbox) gives \(byte.hexadecimal), with bits that are never set; "
        + "check pull-ups and clock stretching"
    case .notStarted:
      "CCS811: not started; call start(mode:delay:) first"
    }
  }
}
