/// The limits on a caster's connections and readers.
public struct CasterLimits: Hashable, Sendable {
  /// The maximum number of connections per address; `nil` for no limit.
  public var connectionsPerAddress: Int?
  /// The maximum number of readers over all mountpoints; `nil` for no limit.
  public var readers: Int?

  /// Creates limits; by default no limits.
  public init(connectionsPerAddress: Int? = nil, readers: Int? = nil) {
    self.connectionsPerAddress = connectionsPerAddress
    self.readers = readers
  }
}
