/// A failure to read the illuminance from a BH1750.
public enum BH1750Error: Error, Hashable, Sendable {
  /// A failed I2C transfer, with its direction.
  case transfer(I2CError, TransferDirection)
  /// More light than the part can measure.
  case saturated
}

extension BH1750Error: CustomStringConvertible {
  /// The failure and its remedy.
  public var description: String {
    switch self {
    case .transfer(let error, let direction): "BH1750: \(direction) failed: \(error)"
    case .saturated: "BH1750: more light than the 121,556 lx that it can measure; shade it"
    }
  }
}
