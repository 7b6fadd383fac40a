internal import NtripProtocol

/// The users of `boardsim caster` and their rights, from options, files and the environment.
struct CasterLogin {
  var users: String?
  var user: String?
  var password: String?

  static let usersHelp = """
    a file of users and rights: lines NAME:PASSWORD:MOUNT,MOUNT:read, with
    * for all mountpoints; read,write allows sources to push; a password
    that begins with $ is a hash of crypt(3), as `mkpasswd` writes it;
    # begins a comment
    """

  static var rules: [CommandRule<Self>] {
    [
      CommandRule(
        ["users", "user", "password"],
        says: "--users FILE names all users: leave out --user and --password"
      ) { $0.users != nil && ($0.user != nil || $0.password != nil) }
    ]
  }

  /// Returns the users and their rights; warns of secrets that other users of this machine can see.
  ///
  /// - Returns: The users; `nil` when everybody may read.
  /// - Throws: ``UsageError`` for a user without a password or the reverse, ``Failure`` for a file that
  ///   cannot be read.
  func access(isQuiet: Bool) throws -> CasterUsers? {
    if let users { return try list(in: users, isQuiet: isQuiet) }
    if password != nil, !isQuiet {
      Console.note(
        "warning: the list of processes shows --password to every user of this machine; "
          + "use --users FILE or BOARDSIM_CASTER_PASSWORD")
    }
    let user = self.user ?? ProcessEnvironment.value("BOARDSIM_CASTER_USER")
    let password = self.password ?? ProcessEnvironment.value("BOARDSIM_CASTER_PASSWORD")
    guard let user, let password else {
      guard user == nil, password == nil else {
        throw UsageError(
          message: "--user and --password go together, each of which may come from the "
            + "environment: BOARDSIM_CASTER_USER, BOARDSIM_CASTER_PASSWORD")
      }
      return nil
    }
    return CasterUsers(only: NtripCredentials(user: user, password: password))
  }

  private func list(in path: String, isQuiet: Bool) throws -> CasterUsers {
    do {
      let users = try CasterUsers(decoding: try SecretFile.bytes(of: path))
      if SecretFile.isOpenToOthers(path), !isQuiet {
        Console.note("warning: other users of this machine may read '\(path)'; chmod 600 keeps it")
      }
      if users.hasPlainPasswords, !isQuiet {
        Console.note(
          "warning: '\(path)' holds passwords as they are; `mkpasswd` makes hashes of them")
      }
      return users
    } catch let error as CasterUsersError {
      throw Failure(message: "'\(path)', \(error)")
    }
  }
}
