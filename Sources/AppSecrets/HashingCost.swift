/// The cost of verifying a password with Argon2id, which is also the cost of guessing one.
public struct HashingCost: Hashable, Sendable {
  /// The memory of one verification, bytes, at least 8 KiB.
  public var memory: Int
  /// The number of passes over the memory, at least 1.
  public var passes: Int

  /// Creates a cost.
  public init(memory: Int, passes: Int) {
    self.memory = memory
    self.passes = passes
  }

  /// The cost of a service: 19 MiB and two passes, some tens of milliseconds.
  ///
  /// OWASP's password storage cheat sheet recommends these values.
  public static let service = HashingCost(memory: 19 << 20, passes: 2)

  /// The least possible cost, a tenth of a millisecond: only for tests, not for real passwords.
  public static let least = HashingCost(memory: 8192, passes: 1)
}

extension HashingCost {
  /// Reads the cost from a hash, `$argon2id$v=19$m=19456,t=2,p=1$…`; the result is `nil` for any other form.
  init?(of hash: String) {
    let parts = hash.split(separator: "$")
    guard parts.count == 5 else { return nil }
    let numbers = zip(parts[2].split(separator: ","), ["m=", "t=", "p="]).compactMap { text, name in
      text.hasPrefix(name) ? Int(text.dropFirst(name.count)) : nil
    }
    guard numbers.count == 3, (1...Self.mostKibibytes).contains(numbers[0]), numbers[1] >= 1 else {
      return nil
    }
    self.init(memory: numbers[0] << 10, passes: numbers[1])
  }

  /// Whether a hash from outside may have this cost: at most half a gigabyte, and some seconds.
  var isAffordable: Bool {
    memory <= Self.mostKibibytes << 10 && passes <= (8 << 30) / memory
  }

  private static var mostKibibytes: Int { 512 << 10 }
}
