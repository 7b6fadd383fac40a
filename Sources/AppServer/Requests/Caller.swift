/// The sender of a request, as far as the server needs to know it.
public struct Caller: Hashable, Sendable {
  /// The client's address, by which attempts are counted.
  public var address: String
  /// Whether the client runs on this machine.
  public var isLocal: Bool
  /// Whether the connection is encrypted.
  public var isEncrypted: Bool

  /// Creates a caller from its address and the state of its connection.
  public init(address: String, isLocal: Bool, isEncrypted: Bool) {
    self.address = address
    self.isLocal = isLocal
    self.isEncrypted = isEncrypted
  }
}
