/// How much of a caster its clients may have.
public struct CasterLimits: Hashable, Sendable {
  /// How many connections one address may have; `nil` for any number.
  public var connectionsPerAddress: Int?
  /// How many readers all mountpoints may have together; `nil` for any number.
  public var readers: Int?

  /// Creates limits; by default none.
  public init(connectionsPerAddress: Int? = nil, readers: Int? = nil) {
    self.connectionsPerAddress = connectionsPerAddress
    self.readers = readers
  }
}
