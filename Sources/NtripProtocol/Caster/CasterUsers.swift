import Bytes

/// The users of a caster, with the mountpoints they may read and push: lines of
/// `NAME:PASSWORD:MOUNTPOINTS:RIGHTS`.
///
/// ```text
/// # the rovers of the north field
/// rover:s3cret:BASE,FIELD:read
/// station:$6$5xK0…$9fh…:FIELD:write
/// office:a:b:c:*:read,write
/// *:*:BASE:read
/// ```
/// MOUNTPOINTS are names with commas between them, or `*` for all of them; RIGHTS are `read`, `write`
/// or both. A password that begins with `$` is a hash, as crypt(3) makes them; others may hold colons, and
/// blanks count in them. A line for the user `*` lets everybody read without a login. Empty lines and those that begin with `#` are passed over.
public struct CasterUsers: Hashable, Sendable {
  /// The form in which a password is known.
  public enum Secret: Hashable, Sendable {
    /// As it is.
    case plain(String)
    /// By a hash, as crypt(3) makes them: `$6$salt$…`.
    case hash(String)
  }

  /// A right of a user at a mountpoint.
  public enum Right: Hashable, Sendable {
    /// Read its stream.
    case read
    /// Push its stream.
    case write
  }

  /// A line of the list.
  public struct User: Hashable, Sendable {
    /// The user's name.
    public var name: String
    /// The user's password or its hash.
    public var secret: Secret
    /// The mountpoints that the rights are for; `nil` for all.
    public var mountpoints: [String]?
    /// Whether the user may read them.
    public var mayRead = false
    /// Whether the user may push streams to them.
    public var mayWrite = false
  }

  /// The users, in the order of their lines.
  public let users: [User]

  /// Creates a list of one user, who may do everything.
  public init(only credentials: NtripCredentials) {
    users = [
      User(
        name: credentials.user, secret: .plain(credentials.password), mayRead: true, mayWrite: true)
    ]
  }

  /// Reads a list.
  ///
  /// - Throws: ``CasterUsersError`` for the first line that cannot be read.
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
  /// Says that there is a password, and not which.
  public var description: String { "(password hidden)" }
}

#if !hasFeature(Embedded)
  extension CasterUsers.Secret: CustomReflectable {
    /// Shows nothing to `dump` and to failed expectations.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }
#endif

// MARK: Rights

extension CasterUsers {
  /// The result of a login, as far as nothing needs computing.
  enum Login: Hashable {
    /// The login gives the right.
    case granted
    /// The login does not give the right.
    case denied
    /// The login gives the right if the password has one of these hashes.
    case dependsOn([String])
  }

  /// Returns the result of a login.
  ///
  /// - Parameters:
  ///   - credentials: A name and a password; a source of NTRIP 1 has no name, so that its password is
  ///     compared with that of each who may write.
  ///   - right: What is wanted.
  ///   - mountpoint: Of which mountpoint.
  ///   - isNameless: Whether the name does not count.
  /// - Returns: Whether it gives the right, as far as that is known.
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

  /// Whether everybody may read a mountpoint.
  func isOpen(_ mountpoint: String) -> Bool { mayRead(Self.everybody, mountpoint) }

  /// The name of a line that is for everybody.
  fileprivate static var everybody: String { "*" }

  /// Whether a user, who has proved who that is, may read a mountpoint.
  func mayRead(_ name: String, _ mountpoint: String) -> Bool {
    users.contains { $0.name == name && $0.has(.read, of: mountpoint) }
  }

  /// Whether a line holds a password as it is.
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

  /// Reads a line; what stands between the first colon and the last two is the password.
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

/// A fault of a list of users, with its line.
///
/// Its description never quotes the line, of which any part may turn out to be a password.
public struct CasterUsersError: Error, Hashable, Sendable {
  /// The kind of fault; switch over this.
  public enum Reason: Error, Hashable, Sendable {
    /// There are not four fields.
    case tooFewFields
    /// The name, the password or the list of mountpoints is empty.
    case emptyField
    /// The last field holds something else than `read` and `write`.
    case unknownRight
    /// Everybody is to be allowed to push.
    case openToSources
  }

  /// The kind of fault.
  public var reason: Reason
  /// The line, from 1.
  public var line: Int
}

extension CasterUsersError: CustomStringConvertible {
  /// The line, what is wrong with it, and what it should be.
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
