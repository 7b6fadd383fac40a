internal import NtripProtocol

/// Who may read from `boardsim caster`, as options, files and the environment say.
struct CasterLogin {
  var users: String?
  var user: String?
  var password: String?

  static let usersHelp = """
    who may read what: lines NAME:PASSWORD:MOUNT,MOUNT:read, with * for
    all mountpoints; # begins a comment
    """

  /// Who may read which mountpoint.
  enum Access {
    case everybody
    case one(NtripCredentials)
    case list(CasterUsers)

    /// What those log in with who may read a mountpoint; `nil` when all may.
    func readers(of mountpoint: String) -> [NtripCredentials]? {
      switch self {
      case .everybody: nil
      case .one(let credentials): [credentials]
      case .list(let users): users.readers(of: mountpoint)
      }
    }
  }

  /// Puts together what was said; warns of what others on this machine can see.
  ///
  /// - Throws: ``UsageError`` when options contradict each other, ``Failure`` for a file that cannot be
  ///   read.
  func access(isQuiet: Bool) throws -> Access {
    if let users {
      guard user == nil, password == nil else {
        throw UsageError(message: "--users FILE names all users: leave out --user and --password")
      }
      return .list(try list(in: users, isQuiet: isQuiet))
    }
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
      return .everybody
    }
    return .one(NtripCredentials(user: user, password: password))
  }

  private func list(in path: String, isQuiet: Bool) throws -> CasterUsers {
    do {
      let users = try CasterUsers(decoding: try SecretFile.bytes(of: path))
      if SecretFile.isOpenToOthers(path), !isQuiet {
        Console.note("warning: other users of this machine may read '\(path)'; chmod 600 keeps it")
      }
      return users
    } catch let error as CasterUsersError {
      throw Failure(message: "'\(path)', \(error)")
    }
  }
}
