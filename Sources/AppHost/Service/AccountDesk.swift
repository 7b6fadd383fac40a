public import AppServer
public import GNSSBasics

/// The creation of accounts without the server's registration.
public enum AccountDesk {
  /// Adds an account to a store.
  ///
  /// - Returns: The account.
  /// - Throws: ``AccountError``, `StoreError` or `HashingError`; `AccountFieldError` for an invalid address
  ///   or password.
  public static func add(
    _ profile: Profile, password: String, to store: any Store, secrets: any Secrets,
    at now: UnixTime
  ) async throws -> Account {
    try ApplicationServer.check(profile.email, password: password)
    let hash = try await secrets.hash(Array(password.utf8))
    guard let account = try await store.addAccount(profile, passwordHash: hash, at: now) else {
      throw AccountError.taken(profile.email)
    }
    return account
  }
}

/// A refusal to add an account.
public enum AccountError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The e-mail address is already registered.
  case taken(String)

  /// The fault and its remedy.
  public var description: String {
    switch self {
    case .taken(let email):
      "there is an account of '\(email)' already; 'boardsim server user delete' takes it away"
    }
  }
}
