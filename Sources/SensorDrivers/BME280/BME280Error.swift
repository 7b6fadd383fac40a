/// A failure of a BME280.
public enum BME280Error: Error, Hashable, Sendable {
  /// A failed I2C transfer with a register.
  case transfer(I2CError, TransferDirection, BME280Register)
  /// A chip ID of another part at the address.
  case unexpectedChipID(UInt8, at: I2CAddress)
  /// A busy bit of a register that never cleared.
  case stuck(BME280Register)
  /// Calibration registers of zeros or ones, or coefficients from which no pressure can be computed.
  case implausibleCalibration
  /// A calibration whose CRC differs from the stored one.
  case calibrationChecksum(expected: UInt8, actual: UInt8)
  /// Data registers that still hold their values from before any conversion.
  case notConverted
  /// A byte of the data registers with bits set that are always 0.
  case damagedData(byteIndex: Int)
  /// A raw value at the lower or upper end of the converter's range.
  case exhausted(BME280Quantity)
  /// A value far outside the operating range, in whole °C or Pa.
  case outOfRange(BME280Quantity, Int32)
  /// A control register that no longer holds the written value.
  case configurationLost(BME280Register, expected: UInt8, actual: UInt8)
  /// A measurement before a successful start.
  case notStarted
}

extension BME280Error: CustomStringConvertible {
  /// The failure, the register or quantity, and the remedy.
  public var description: String {
    switch self {
    case .transfer(let error, let direction, let register):
      "BME280: \(direction) \(register) failed: \(error)"
    case .unexpectedChipID(BME280Identity.bmp280, let address):
      "chip ID 0x58 at \(address) is a BMP280, expected 0x60; it has no humidity, "
        + "use a BMP280 driver or fit a BME280"
    case .unexpectedChipID(let id, let address):
      "chip ID \(id.hexadecimal) at \(address), expected 0x60; "
        + "check that a BME280 has this address (0x77 with SDO high, 0x76 with SDO low)"
    case .stuck(let register):
      "BME280: a busy bit of \(register) does not clear; start the sensor again"
    case .implausibleCalibration:
      "BME280: calibration calib00 (0x88) to calib41 (0xE7) is implausible; "
        + "check the supply voltage and start the sensor again"
    case .calibrationChecksum(let expected, let actual):
      "BME280: calibration has the CRC \(actual.hexadecimal), calib33 (0xE8) says "
        + "\(expected.hexadecimal); check the supply voltage and start the sensor again, or, where "
        + "that stays, use a sensor of Bosch's: a copy may have none"
    case .notConverted:
      "BME280: press_msb (0xF7) to hum_lsb (0xFE) hold no conversion; start the sensor again"
    case .damagedData(let index):
      "BME280: byte \(index) from press_msb (0xF7) has bits set that are always 0; "
        + "check wiring and pull-ups"
    case .exhausted(let quantity):
      "BME280: raw \(quantity) is at the end of the converter, where no air is; "
        + "check wiring and pull-ups, and replace the sensor where that stays"
    case .outOfRange(let quantity, let value):
      "BME280: \(quantity) is \(value) \(quantity.unit), beyond what the part can measure; "
        + "start the sensor again, and replace it where that stays"
    case .configurationLost(let register, let expected, let actual):
      "BME280: \(register) holds \(actual.hexadecimal), expected \(expected.hexadecimal); "
        + "check for brown-outs and start the sensor again"
    case .notStarted:
      "BME280: not started; call start(configuration:delay:) first"
    }
  }
}
