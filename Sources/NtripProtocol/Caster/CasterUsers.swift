import Bytes

/// Who may read which mountpoint of a caster: lines of `NAME:PASSWORD:MOUNTPOINTS:RIGHTS`.
///
/// ```text
/// # the rovers of the north field
/// rover:s3cret:BASE,FIELD:read
/// office:a:b:c:*:read,write
/// ```
/// MOUNTPOINTS are names with commas between them, or `*` for all of them; RIGHTS are `read`, `write`
/// or both. A password may hold colons, and blanks count in it. Empty lines and those that begin with
/// `#` are passed over.
public struct CasterUsers: Hashable, Sendable {
  /// One line of the list.
  public struct User: Hashable, Sendable {
    /// What the user logs in with.
    public var credentials: NtripCredentials
    /// The mountpoints that the rights are for; `nil` for all.
    public var mountpoints: [String]?
    /// Whether the user may read them.
    public var mayRead = false
    /// Whether the user may push streams to them.
    public var mayWrite = false
  }

  /// The users, in the order of their lines.
  public let users: [User]

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

  /// What those log in with who may read a mountpoint.
  public func readers(of mountpoint: String) -> [NtripCredentials] {
    users.filter { $0.mayRead && $0.mountpoints?.contains(mountpoint) ?? true }
      .map { $0.credentials }
  }
}

extension CasterUsers.User {
  /// Reads a line; what stands between the first colon and the last two is the password.
  fileprivate init(_ line: ArraySlice<UInt8>) throws(CasterUsersError.Reason) {
    let parts = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count >= 4, let name = parts.first, let rights = parts.last else {
      throw .tooFewFields
    }
    let password = line[name.endIndex + 1..<parts[parts.count - 2].startIndex - 1]
    guard !name.trimmed.isEmpty, !password.isEmpty else { throw .emptyField }
    guard password.first != UInt8(ascii: "$") else { throw .hashedPassword }
    credentials = NtripCredentials(user: name.trimmed.text, password: password.text)
    mountpoints = try Self.mountpoints(parts[parts.count - 2])
    for right in rights.split(separator: UInt8(ascii: ",")) {
      switch right.trimmed.text {
      case "read": mayRead = true
      case "write": mayWrite = true
      default: throw .unknownRight
      }
    }
    guard mayRead || mayWrite else { throw .unknownRight }
  }

  private static func mountpoints(
    _ field: ArraySlice<UInt8>
  ) throws(CasterUsersError.Reason) -> [String]? {
    let names = field.split(separator: UInt8(ascii: ",")).map { $0.trimmed.text }
    guard !names.isEmpty, !names.contains("") else { throw .emptyField }
    return names.contains("*") ? nil : names
  }
}

/// Why a list of users cannot be read, and where.
///
/// Its description never quotes the line, of which any part may turn out to be a password.
public struct CasterUsersError: Error, Hashable, Sendable {
  /// What is wrong; switch over this.
  public enum Reason: Error, Hashable, Sendable {
    /// There are not four fields.
    case tooFewFields
    /// The name, the password or the list of mountpoints is empty.
    case emptyField
    /// The last field holds something else than `read` and `write`.
    case unknownRight
    /// The password is a hash, as crypt(3) makes them.
    case hashedPassword
  }

  /// What is wrong.
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
    case .hashedPassword:
      "a password that begins with $ is a crypt(3) hash, and hashes are not read yet; "
        + "write the password itself"
    }
  }
}
