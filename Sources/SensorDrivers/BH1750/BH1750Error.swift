/// Why a BH1750 gives no illuminance.
public enum BH1750Error: Error, Hashable, Sendable {
  /// A transfer failed.
  case transfer(I2CError, TransferDirection)
  /// There is more light than the part can measure.
  case saturated
}

extension BH1750Error: CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .transfer(let error, let direction): "BH1750: \(direction) failed: \(error)"
    case .saturated: "BH1750: more light than the 121,556 lx that it can measure; shade it"
    }
  }
}
