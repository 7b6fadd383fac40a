public import AppServer
public import GNSSBasics

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
