/// A password that is to be compared with hashes, which takes as long as serving a thousand readers.
///
/// No description shows what is in it.
public struct PasswordCheck: Hashable, Sendable {
  /// The password that was given.
  public let password: String
  /// The hashes of right passwords, as crypt(3) makes them.
  public let hashes: [String]

  /// Creates a check.
  public init(password: String, hashes: [String]) {
    (self.password, self.hashes) = (password, hashes)
  }
}

extension PasswordCheck: CustomStringConvertible {
  /// Says that there is a password, and not which.
  public var description: String { "(password hidden)" }
}

#if !hasFeature(Embedded)
  extension PasswordCheck: CustomReflectable {
    /// Shows nothing to `dump` and to failed expectations.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }
#endif
