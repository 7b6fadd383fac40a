/// The direction of a transfer.
public enum TransferDirection: Hashable, Sendable {
  /// A transfer from the device to the controller.
  case reading
  /// A transfer from the controller to the device.
  case writing
}

extension TransferDirection: CustomStringConvertible {
  /// The direction's name: `reading` or `writing`.
  public var description: String { self == .reading ? "reading" : "writing" }
}
