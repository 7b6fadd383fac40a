/// The sender of a request, as far as the server has to know.
public struct Caller: Hashable, Sendable {
  /// The address that limits are counted by.
  public var address: String
  /// Whether it is a program on this machine.
  public var isLocal: Bool
  /// Whether nobody on the way can read along.
  public var isEncrypted: Bool

  /// Creates a caller.
  public init(address: String, isLocal: Bool, isEncrypted: Bool) {
    self.address = address
    self.isLocal = isLocal
    self.isEncrypted = isEncrypted
  }
}
