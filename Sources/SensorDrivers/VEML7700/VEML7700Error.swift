/// A failure to get an illuminance from a VEML7700.
public enum VEML7700Error: Error, Hashable, Sendable {
  /// A transfer with a register failed.
  case transfer(I2CError, TransferDirection, VEML7700Register)
  /// Another part answers at the address.
  case unexpectedID(UInt16, at: I2CAddress)
  /// The part does not have the settings that it was given, as after a loss of power.
  case settingsLost(UInt16)
  /// There is more light than the part can measure.
  case saturated
  /// The light changes more quickly than a range can be chosen for it.
  case unsteady
}

extension VEML7700Error: CustomStringConvertible {
  /// The failure, its place and its remedy.
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
