/// The direction of a failed transfer.
public enum TransferDirection: Hashable, Sendable {
  /// From the device.
  case reading
  /// To the device.
  case writing
}

extension TransferDirection: CustomStringConvertible {
  /// `reading` or `writing`.
  public var description: String { self == .reading ? "reading" : "writing" }
}
