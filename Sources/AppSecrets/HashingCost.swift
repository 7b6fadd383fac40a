/// What it costs to look at a password with Argon2id, and so to guess one.
public struct HashingCost: Hashable, Sendable {
  /// How much memory one takes, bytes, from 8 KiB.
  public var memory: Int
  /// How often that is gone through, from once.
  public var passes: Int

  /// Creates a cost.
  public init(memory: Int, passes: Int) {
    self.memory = memory
    self.passes = passes
  }

  /// 19 MiB and two passes, some tens of milliseconds: what OWASP's password storage cheat sheet asks for.
  public static let service = HashingCost(memory: 19 << 20, passes: 2)

  /// As little as there can be, a tenth of a millisecond: for tests, and for nobody's password.
  public static let least = HashingCost(memory: 8192, passes: 1)
}
