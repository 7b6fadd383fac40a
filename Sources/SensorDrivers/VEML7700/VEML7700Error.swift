/// A failure to read the illuminance from a VEML7700.
public enum VEML7700Error: Error, Hashable, Sendable {
  /// A failed I2C transfer with a register.
  case transfer(I2CError, TransferDirection, VEML7700Register)
  /// An ID of another part at the address.
  case unexpectedID(UInt16, at: I2CAddress)
  /// Settings that differ from the written ones, for example after a loss of power.
  case settingsLost(UInt16)
  /// More light than the part can measure.
  case saturated
  /// Light that changes too quickly for the selection of a range.
  case unsteady
}

extension VEML7700Error: CustomStringConvertible {
  /// The failure, the register and the remedy.
  public var description: String {
    switch self {
    case .transfer(let error, let direction, let register):
      "VEML7700: \(direction) \(register) failed: \(error)"
    case .unexpectedID(let id, let address):
      "ID (0x07) at \(address) is \(id.hexadecimal), expected 0x…81; "
        + "check that a VEML7700 has this address"
    case .settingsLost(let configuration):
      "VEML7700: ALS_CONF (0x00) is \(configuration.hexadecimal), not what it was set to; "
        + "check the supply and start the sensor again"
    case .saturated: "VEML7700: more light than it can measure; shade it"
    case .unsteady: "VEML7700: no range suits a light that changes so quickly; read it again"
    }
  }
}
