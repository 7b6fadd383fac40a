import Bytes

/// The users of a caster, with the mountpoints that they may read and push.
///
/// A list of users is a text with lines of the form `NAME:PASSWORD:MOUNTPOINTS:RIGHTS`.
///
/// ```text
/// # the rovers of the north field
/// rover:s3cret:BASE,FIELD:read
/// station:$6$5xK0…$9fh…:FIELD:write
/// office:a:b:c:*:read,write
/// *:*:BASE:read
/// ```
/// MOUNTPOINTS are names separated by commas, or `*` for all mountpoints. RIGHTS are `read`,
/// `write` or both. A password that begins with `$` is a crypt(3) hash; other passwords may hold
/// colons, and blanks in them are significant. A line for the user `*` lets everybody read without
/// a login. Empty lines and lines that begin with `#` are ignored.
public struct CasterUsers: Hashable, Sendable {
  /// A stored password: in plain text or as a hash.
  public enum Secret: Hashable, Sendable {
    /// A password in plain text.
    case plain(String)
    /// A crypt(3) hash of the password: `$6$salt$…`.
    case hash(String)
  }

  /// A right of a user at a mountpoint.
  public enum Right: Hashable, Sendable {
    /// The right to read the mountpoint's stream.
    case read
    /// The right to push the mountpoint's stream.
    case write
  }

  /// A line of the list: a user's name, password, mountpoints and rights.
  public struct User: Hashable, Sendable {
    /// The user's name.
    public var name: String
    /// The user's password or its hash.
    public var secret: Secret
    /// The mountpoints that the rights apply to; `nil` for all.
    public var mountpoints: [String]?
    /// Whether the user may read the mountpoints.
    public var mayRead = false
    /// Whether the user may push streams to the mountpoints.
    public var mayWrite = false
  }

  /// The users, in the order of their lines.
  public let users: [User]

  /// Creates a list of one user with all rights.
  public init(only credentials: NtripCredentials) {
    users = [
      User(
        name: credentials.user, secret: .plain(credentials.password), mayRead: true, mayWrite: true)
    ]
  }

  /// Parses a list of users.
  ///
  /// - Throws: ``CasterUsersError`` for the first malformed line.
  public init(decoding text: [UInt8]) throws(CasterUsersError) {
    var users: [User] = []
    let lines = text.split(separator: .lineFeed, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = line.last == .carriageReturn ? line.dropLast() : line
      guard let first = line.trimmed.first, first != UInt8(ascii: "#") else { continue }
      do throws(CasterUsersError.Reason) {
        users.append(try User(line))
      } catch {
        throw CasterUsersError(reason: error, line: index + 1)
      }
    }
    self.users = users
  }
}

extension CasterUsers.Secret: CustomStringConvertible {
  /// A placeholder text that hides the password.
  public var description: String { "(password hidden)" }
}

#if !hasFeature(Embedded)
  extension CasterUsers.Secret: CustomReflectable {
    /// An empty mirror, so that `dump` and failed expectations do not show the password.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }
#endif

// MARK: Rights

extension CasterUsers {
  /// The result of a login, before any hash is computed.
  enum Login: Hashable {
    /// The login has the right.
    case granted
    /// The login does not have the right.
    case denied
    /// The login has the right if its password matches one of these hashes.
    case dependsOn([String])
  }

  /// Returns the result of a login.
  ///
  /// - Parameters:
  ///   - credentials: A name and a password. An NTRIP 1 source has no name; its password is
  ///     compared with those of all users who may write.
  ///   - right: The requested right.
  ///   - mountpoint: The mountpoint that the right is requested for.
  ///   - isNameless: Whether the user name is ignored.
  /// - Returns: Whether the login has the right, or the hashes that decide it.
  func login(
    _ credentials: NtripCredentials?, for right: Right, of mountpoint: String,
    isNameless: Bool = false
  ) -> Login {
    if right == .read, isOpen(mountpoint) { return .granted }
    guard let credentials else { return .denied }
    var hashes: [String] = []
    for user in users where user.name != Self.everybody && user.has(right, of: mountpoint) {
      guard isNameless || user.name == credentials.user else { continue }
      switch user.secret {
      case .plain(credentials.password): return .granted
      case .plain: continue
      case .hash(let hash): hashes.append(hash)
      }
    }
    return hashes.isEmpty ? .denied : .dependsOn(hashes)
  }

  /// Returns whether everybody may read a mountpoint.
  func isOpen(_ mountpoint: String) -> Bool { mayRead(Self.everybody, mountpoint) }

  /// The user name of lines that apply to everybody.
  fileprivate static var everybody: String { "*" }

  /// Returns whether an authenticated user may read a mountpoint.
  func mayRead(_ name: String, _ mountpoint: String) -> Bool {
    users.contains { $0.name == name && $0.has(.read, of: mountpoint) }
  }

  /// Whether a user's password is stored in plain text.
  public var hasPlainPasswords: Bool {
    users.contains { user in
      if case .plain = user.secret { user.name != Self.everybody } else { false }
    }
  }
}

extension CasterUsers.User {
  fileprivate func has(_ right: CasterUsers.Right, of mountpoint: String) -> Bool {
    guard right == .read ? mayRead : mayWrite else { return false }
    return mountpoints?.contains(mountpoint) ?? true
  }

  /// Parses a line; the text between the first colon and the last two colons is the password.
  fileprivate init(_ line: ArraySlice<UInt8>) throws(CasterUsersError.Reason) {
    let parts = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count >= 4, let name = parts.first, let rights = parts.last else {
      throw .tooFewFields
    }
    let password = line[name.endIndex + 1..<parts[parts.count - 2].startIndex - 1]
    guard !name.trimmed.isEmpty, !password.isEmpty else { throw .emptyField }
    let isHash = password.first == UInt8(ascii: "$")
    self.name = name.trimmed.text
    secret = isHash ? .hash(password.text) : .plain(password.text)
    mountpoints = try Self.mountpoints(parts[parts.count - 2])
    for right in rights.split(separator: UInt8(ascii: ",")) {
      switch right.trimmed.text {
      case "read": mayRead = true
      case "write": mayWrite = true
      default: throw .unknownRight
      }
    }
    guard mayRead || mayWrite else { throw .unknownRight }
    if self.name == CasterUsers.everybody, mayWrite { throw .openToSources }
  }

  private static func mountpoints(
    _ field: ArraySlice<UInt8>
  ) throws(CasterUsersError.Reason) -> [String]? {
    let names = field.split(separator: UInt8(ascii: ",")).map { $0.trimmed.text }
    guard !names.isEmpty, !names.contains("") else { throw .emptyField }
    return names.contains("*") ? nil : names
  }
}

/// A malformed line in a list of users.
///
/// The description never quotes the line, because any part of it may be a password.
public struct CasterUsersError: Error, Hashable, Sendable {
  /// The kind of mistake.
  public enum Reason: Error, Hashable, Sendable {
    /// The line has fewer than four fields.
    case tooFewFields
    /// The name, the password or the list of mountpoints is empty.
    case emptyField
    /// The last field holds a right other than `read` and `write`, or no right.
    case unknownRight
    /// The line gives everybody, `*`, the right to push.
    case openToSources
  }

  /// The kind of mistake.
  public var reason: Reason
  /// The line number, from 1.
  public var line: Int
}

extension CasterUsersError: CustomStringConvertible {
  /// The line number and the expected form of the line.
  public var description: String { "line \(line): \(sentence)" }

  private var sentence: String {
    switch reason {
    case .tooFewFields: "write NAME:PASSWORD:MOUNT,MOUNT:read, with * for all mountpoints"
    case .emptyField: "name, password and mountpoints must not be empty; * is all mountpoints"
    case .unknownRight: "the last field must be read, write or read,write"
    case .openToSources: "everybody, *, may only read; name the users who may push"
    }
  }
}
