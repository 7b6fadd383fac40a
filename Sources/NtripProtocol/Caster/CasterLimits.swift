/// The limits of a caster's clients.
public struct CasterLimits: Hashable, Sendable {
  /// The greatest number of connections of one address; `nil` for any number.
  public var connectionsPerAddress: Int?
  /// The greatest number of readers of all mountpoints together; `nil` for any number.
  public var readers: Int?

  /// Creates limits; by default none.
  public init(connectionsPerAddress: Int? = nil, readers: Int? = nil) {
    self.connectionsPerAddress = connectionsPerAddress
    self.readers = readers
  }
}
