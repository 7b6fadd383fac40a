/// A password to be compared with hashes.
///
/// The comparison takes as long as serving a thousand readers. No description shows the contents.
public struct PasswordCheck: Hashable, Sendable {
  /// The password that the client sent.
  public let password: String
  /// The crypt(3) hashes that the password may match.
  public let hashes: [String]

  /// Creates a check of a password against hashes.
  public init(password: String, hashes: [String]) {
    (self.password, self.hashes) = (password, hashes)
  }
}

extension PasswordCheck: CustomStringConvertible {
  /// A placeholder text that hides the password and the hashes.
  public var description: String { "(password hidden)" }
}

#if !hasFeature(Embedded)
  extension PasswordCheck: CustomReflectable {
    /// An empty mirror, so that `dump` and failed expectations do not show the contents.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }
#endif
