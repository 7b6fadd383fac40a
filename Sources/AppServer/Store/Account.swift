public import GNSSBasics

/// A user's profile: names, gender, date of birth.
public struct Profile: Hashable, Sendable {
  /// The e-mail address as written at the registration.
  public var email: String
  /// The first name; `nil` when none was given.
  public var firstName: String?
  /// The last name; `nil` when none was given.
  public var lastName: String?
  /// The gender, `female` or `male`; `nil` when none was given.
  public var gender: String?
  /// The date of birth; `nil` when none was given.
  public var birthDay: CivilDate?

  /// Creates a profile; values that are not given are `nil`.
  public init(
    email: String, firstName: String? = nil, lastName: String? = nil, gender: String? = nil,
    birthDay: CivilDate? = nil
  ) {
    self.email = email
    self.firstName = firstName
    self.lastName = lastName
    self.gender = gender
    self.birthDay = birthDay
  }

  /// The account's key: the e-mail address in lower case.
  public var key: String { Self.key(of: email) }

  /// Returns the account key of an e-mail address.
  public static func key(of email: String) -> String { email.lowercased() }
}

/// An account in the store.
public struct Account: Hashable, Sendable {
  /// The account's number, from 1; a number is never reused.
  public var id: Int64
  /// The user's profile.
  public var profile: Profile
  /// The password's hash with its parameters and salt, `$argon2id$…`.
  public var passwordHash: String
  /// The number of password changes.
  ///
  /// Tokens of an earlier generation are invalid, except for ``keptToken``.
  public var generation: Int64
  /// The id of the token with which the password was last changed; this token stays valid.
  public var keptToken: String?
  /// The time of the registration.
  public var createdAt: UnixTime

  /// Creates an account; by default without password changes.
  public init(
    id: Int64, profile: Profile, passwordHash: String, generation: Int64 = 0,
    keptToken: String? = nil, createdAt: UnixTime
  ) {
    self.id = id
    self.profile = profile
    self.passwordHash = passwordHash
    self.generation = generation
    self.keptToken = keptToken
    self.createdAt = createdAt
  }
}

/// A change of an account's password.
public struct PasswordChange: Hashable, Sendable {
  /// The hash of the new password.
  public var hash: String
  /// The id of the token that stays valid; `nil` ends all tokens.
  public var keptToken: String?

  /// Creates a password change.
  public init(hash: String, keptToken: String?) {
    self.hash = hash
    self.keptToken = keptToken
  }
}
