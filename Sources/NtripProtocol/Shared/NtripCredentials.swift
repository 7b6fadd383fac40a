import Bytes

/// A user name and password for a caster.
///
/// Neither is ever part of a description, so that no log and no error can give them away.
public struct NtripCredentials: Hashable, Sendable {
  /// The user name; it cannot hold a colon on the wire.
  public var user: String
  /// The password.
  public var password: String

  /// Creates credentials.
  public init(user: String, password: String) {
    self.user = user
    self.password = password
  }

  /// Reads the value of an `Authorization` header; `nil` when it is not of the Basic scheme.
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
  /// Says that there are credentials, and not which.
  public var description: String { "(credentials hidden)" }
}

#if !hasFeature(Embedded)
  extension NtripCredentials: CustomReflectable {
    /// Shows no member to `dump` and to failed expectations.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }
#endif
