internal import AppHost
internal import AppServer
internal import TextOutput

/// The command `boardsim server user add`.
struct ServerUserAdd: Command {
  static let words = ["server", "user", "add"]
  static let abstract = "Make an account in a store."
  static let examples = [
    "boardsim server user add mario@example.org --password-file password.txt --store rows.sqlite"
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument("EMAIL", \.email, help: "the address, which is the account's name"),
      .option(
        "password-file", \.passwordFile, "FILE",
        help: "its first line is the password; default: BOARDSIM_SERVER_PASSWORD of the environment"
      ),
      .option("first-name", \.firstName, "NAME", help: "default: none"),
      .option("last-name", \.lastName, "NAME", help: "default: none"),
      .option("store", \.store.location, "WHERE", help: StoreArguments.neededHelp),
    ]
  }

  var email = ""
  var passwordFile: String?
  var firstName: String?
  var lastName: String?
  var store = StoreArguments()

  func run() async throws {
    let password = try chosenPassword()
    let now = DateArgument.now
    let account = try await store.use { store in
      let secrets = try await ServerKey.secrets(in: store, given: nil)
      return try await AccountDesk.add(
        Profile(email: email, firstName: firstName, lastName: lastName), password: password,
        to: store, secrets: secrets, at: now)
    }
    try Console.print("account \(account.id): \(account.profile.email)")
  }

  private func chosenPassword() throws(UsageError) -> String {
    if let passwordFile { return try SecretFile.line(of: passwordFile, for: "--password-file") }
    guard let password = ProcessEnvironment.value("BOARDSIM_SERVER_PASSWORD") else {
      throw UsageError(
        message: "a password is needed: --password-file FILE, or BOARDSIM_SERVER_PASSWORD of the "
          + "environment")
    }
    return password
  }
}

/// The command `boardsim server user list`.
struct ServerUserList: Command {
  static let words = ["server", "user", "list"]
  static let abstract = "List the accounts of a store."
  static let examples = ["boardsim server user list --store rows.sqlite --json"]
  static var parameters: [Parameter<Self>] {
    [
      .option("store", \.store.location, "WHERE", help: StoreArguments.neededHelp),
      .flag("json", \.isJSON, help: "one JSON object a line"),
    ]
  }

  var store = StoreArguments()
  var isJSON = false

  func run() async throws {
    try await store.use { store in
      var last: Int64 = 0
      while true {
        let page = try await store.accounts(after: last, limit: 500)
        for account in page { try Console.print(line(of: account)) }
        guard let end = page.last else { break }
        last = end.id
      }
    }
  }

  private func line(of account: Account) -> String {
    let created = AirRow.timestamp(account.createdAt)
    let profile = account.profile
    guard isJSON else { return "\(account.id)  \(created)  \(profile.email.withControlsEscaped)" }
    var json = JSONWriter()
    json.object { json in
      json.member("id", account.id)
      json.member("email", profile.email)
      json.member("firstName", profile.firstName)
      json.member("lastName", profile.lastName)
      json.member("created", created)
    }
    return json.text
  }
}

/// The command `boardsim server user delete`.
struct ServerUserDelete: Command {
  static let words = ["server", "user", "delete"]
  static let abstract = "Delete an account of a store; its rows stay."
  static let examples = ["boardsim server user delete mario@example.org --store rows.sqlite"]
  static var parameters: [Parameter<Self>] {
    [
      .argument("EMAIL", \.email, help: "the address, in letters of any case"),
      .option("store", \.store.location, "WHERE", help: StoreArguments.neededHelp),
    ]
  }

  var email = ""
  var store = StoreArguments()

  func run() async throws {
    let isGone = try await store.use { store in
      guard let account = try await store.account(of: Profile.key(of: email)) else { return false }
      return try await store.deleteAccount(account.id)
    }
    guard isGone else {
      throw Failure(message: "there is no account of '\(email.withControlsEscaped)' in this store")
    }
    try Console.print("deleted: \(email.withControlsEscaped)")
  }
}
