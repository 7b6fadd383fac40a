public import AppSecrets
public import AppServer
public import GNSSBasics

/// The key with which a server signs its tokens.
public enum ServerKey {
  /// The secrets of a store: with a key that was given, or with the store's own, which is made at first.
  ///
  /// Servers that share a store share its key, so that a login with one of them is good with all.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - given: A text of 32 bytes at least; `nil` takes the store's.
  ///   - cost: What looking at a password costs.
  /// - Returns: The secrets.
  /// - Throws: `StoreError`, ``ServerKeyError`` or `SecretsError`.
  public static func secrets(
    in store: any Store, given: String? = nil, cost: HashingCost = .service
  ) async throws -> SodiumSecrets {
    if let given {
      let bytes = Array(given.utf8)
      guard bytes.count >= 32 else { throw ServerKeyError.tooShort(bytes.count) }
      return try SodiumSecrets(key: Digest.sha256(bytes), cost: cost)
    }
    let key = try await store.key(named: "token", orKeep: try SodiumSecrets.newKey())
    return try SodiumSecrets(key: key, cost: cost)
  }
}

/// Why a key is none.
public enum ServerKeyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It has so many bytes.
  case tooShort(Int)

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .tooShort(let count):
      "BOARDSIM_SERVER_SECRET must have 32 bytes at least, not \(count): "
        + "'openssl rand -hex 32' makes one"
    }
  }
}

/// The documented user, with whom one app's login is filled in.
public enum DemoUser {
  /// The address.
  public static let email = "admin@dimaproject.it"
  /// The password, which everybody can read in the original's documents.
  public static let password = "passwordSegret@130"

  /// The account; it is made where there is none.
  ///
  /// - Throws: `StoreError`, or `HashingError`.
  public static func account(
    in store: any Store, secrets: any Secrets, at now: UnixTime
  ) async throws -> Account? {
    if let account = try await store.account(of: Profile.key(of: email)) { return account }
    let profile = Profile(
      email: email, firstName: "Admin", lastName: "Dima Project", gender: "female",
      birthDay: CivilDate(year: 1990, month: 7, day: 21))
    let hash = try await secrets.hash(Array(password.utf8))
    return try await store.addAccount(profile, passwordHash: hash, at: now)
  }
}

/// Makes accounts beside the server.
public enum AccountDesk {
  /// Makes an account.
  ///
  /// - Throws: ``AccountError``, `StoreError` or `HashingError`.
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

/// Why an account was not made.
public enum AccountError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is one of this address.
  case taken(String)

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .taken(let email):
      "there is an account of '\(email)' already; 'boardsim server user delete' takes it away"
    }
  }
}
