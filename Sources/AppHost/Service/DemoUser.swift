public import AppServer
public import GNSSBasics

/// The demo user of the original's documents, whose credentials one app fills into its login form.
public enum DemoUser {
  /// The demo user's e-mail address.
  public static let email = "admin@dimaproject.it"
  /// The demo user's password, which is public in the original's documents.
  public static let password = "passwordSegret@130"

  /// Returns the demo user's account, and adds it to the store when it is missing.
  ///
  /// - Throws: `StoreError` or `HashingError`.
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
