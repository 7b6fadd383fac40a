public import GNSSBasics

/// A user's profile: names, gender, date of birth.
public struct Profile: Hashable, Sendable {
  /// The e-mail address as it was written at the registration.
  public var email: String
  /// The first name; `nil` when none was given.
  public var firstName: String?
  /// The last name; `nil` when none was given.
  public var lastName: String?
  /// `female` or `male`.
  public var gender: String?
  /// The day of birth.
  public var birthDay: CivilDate?

  /// Creates a profile.
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

  /// The key of an account: the address, upper and lower case alike.
  public var key: String { Self.key(of: email) }

  /// Returns the key of the account of an address.
  public static func key(of email: String) -> String { email.lowercased() }
}

/// An account as the store has it.
public struct Account: Hashable, Sendable {
  /// Its number, from 1; never given to another account.
  public var id: Int64
  /// The user's profile.
  public var profile: Profile
  /// The password's hash with its parameters and salt, `$argon2id$…`.
  public var passwordHash: String
  /// The number of changes of the password: tokens of an earlier one are dead, but for ``keptToken``.
  public var generation: Int64
  /// The token with which the password was changed last, which lives on.
  public var keptToken: String?
  /// When it was made.
  public var createdAt: UnixTime

  /// Creates an account.
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

/// A password that takes the place of another one.
public struct PasswordChange: Hashable, Sendable {
  /// The new one's hash.
  public var hash: String
  /// The token that lives on; `nil` ends all.
  public var keptToken: String?

  /// Creates a change.
  public init(hash: String, keptToken: String?) {
    self.hash = hash
    self.keptToken = keptToken
  }
}
