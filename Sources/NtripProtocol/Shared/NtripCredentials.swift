import Bytes

/// A user name and password for a caster.
///
/// Descriptions never contain either of them, so that logs and errors cannot reveal them.
public struct NtripCredentials: Hashable, Sendable {
  /// The user name; NTRIP cannot transmit a user name with a colon.
  public var user: String
  /// The password, in plain text.
  public var password: String

  /// Creates credentials from a user name and a password.
  public init(user: String, password: String) {
    self.user = user
    self.password = password
  }

  /// Parses the value of an `Authorization` header; `nil` for a scheme other than Basic.
  public init?(authorization value: String) {
    let bytes = Array(value.utf8)[...].trimmed
    guard bytes.begins(with: "Basic ") else { return nil }
    guard let decoded = Base64.decode(bytes.dropFirst(6).trimmed) else { return nil }
    let parts = decoded.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    user = parts[0].text
    password = parts.count > 1 ? parts[1].text : ""
  }

  /// The value of an `Authorization` header of the Basic scheme, RFC 7617.
  public var authorization: String {
    "Basic " + Base64.encode("\(user):\(password)".utf8)[...].text
  }
}

extension NtripCredentials: CustomStringConvertible {
  /// A placeholder text that hides the credentials.
  public var description: String { "(credentials hidden)" }
}

#if !hasFeature(Embedded)
  extension NtripCredentials: CustomReflectable {
    /// An empty mirror, so that `dump` and failed expectations do not show the credentials.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }
#endif
