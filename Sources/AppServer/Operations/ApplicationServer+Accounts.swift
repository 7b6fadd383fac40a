internal import GNSSBasics
internal import HTTPMessages
internal import TextOutput

extension ApplicationServer {
  // MARK: POST /api/user/login

  func logIn(in exchange: inout Exchange) async throws(Refusal) -> AppAnswer {
    noteCleartext(in: &exchange)
    let body = try RequestBody(
      exchange.request.body, expecting: ["email", "password"], reader: reader)
    let email = try Self.email(in: body)
    let password = try Self.password(try body.neededText("password"))
    try await limitAttempts("login", in: exchange)
    let login = Login(account: Profile.key(of: email), address: exchange.caller.address)
    try await refuseAfterFailures(of: login, at: exchange.now)
    let account: Account
    do throws(Refusal) {
      account = try await self.account(of: login, with: password)
    } catch {
      if error == .wrongPassword || error == .unknownUser {
        try await countFailure(of: login, at: exchange.now)
      }
      throw error
    }
    let token = token(for: account, at: exchange.now)
    notePlaceholders(of: account.profile, in: &exchange)
    return AppAnswer(
      HTTPResponse(status: 200, style: style) { json in
        json.object { json in
          json.member("response", "Successful login")
          json.member("user") { account.profile.write(to: &$0, in: style) }
          json.member("token", token)
        }
      })
  }

  /// Returns the account of an address and password.
  ///
  /// A password is verified even when no account has the address. The response time therefore does not
  /// reveal which addresses are registered.
  private func account(
    of login: Login, with password: [UInt8]
  ) async throws(Refusal) -> Account {
    let found = try await asking { () throws(StoreError) in
      try await store.account(of: login.account)
    }
    let isRight = try await hashing { () throws(HashingError) in
      let hash =
        if let found { found.passwordHash } else { try await nobody.hash(by: secrets) }
      return try await secrets.verify(password, against: hash)
    }
    guard let found else { throw .unknownUser }
    guard isRight else { throw .wrongPassword }
    return found
  }

  // MARK: POST /api/user/logout

  func logOut(in exchange: inout Exchange) async throws(Refusal) -> AppAnswer {
    let session = try await session(in: &exchange)
    if style != .reference {
      try await asking { () throws(StoreError) in
        try await store.revoke(session.token.id, until: session.token.end)
      }
    }
    return AppAnswer(HTTPResponse(status: 200, response: "Successful logout", style: style))
  }

  // MARK: POST /api/user/register

  func register(in exchange: inout Exchange) async throws(Refusal) -> AppAnswer {
    noteCleartext(in: &exchange)
    let body = try RequestBody(
      exchange.request.body, expecting: ["email", "password"], reader: reader)
    let email = try Self.email(in: body)
    let password = try Self.password(try body.neededText("password"))
    let profile = try profile(Profile(email: email), changedBy: body, in: &exchange)
    try noteExtraKeys(of: body, isRefused: false, in: &exchange)
    try await limitAttempts("register", in: exchange)
    let known = try await asking { () throws(StoreError) in
      try await store.account(of: profile.key)
    }
    guard known == nil else { throw .taken }
    let hash = try await hashing { () throws(HashingError) in try await secrets.hash(password) }
    let now = exchange.now
    let account = try await asking { () throws(StoreError) in
      try await store.addAccount(profile, passwordHash: hash, at: now)
    }
    guard let account else { throw .taken }
    return answer(with: account.profile, in: &exchange)
  }

  // MARK: /api/user/me

  func account(in exchange: inout Exchange) async throws(Refusal) -> AppAnswer {
    let profile = try await session(in: &exchange).present().profile
    return answer(with: profile, in: &exchange)
  }

  func changeAccount(in exchange: inout Exchange) async throws(Refusal) -> AppAnswer {
    noteCleartext(in: &exchange)
    let session = try await session(in: &exchange)
    let body = try RequestBody(
      exchange.request.body, expecting: ["email", "password"], reader: reader)
    guard let account = session.account else { return try answerWithoutAccount(to: body) }
    try checkAddress(in: body, against: account, in: &exchange)
    // The original's description requires a password, even from clients that keep the old one.
    if style != .apps { _ = try body.neededText("password") }
    var profile = try profile(account.profile, changedBy: body, in: &exchange)
    if style == .apps { profile = profile.withoutPlaceholders(since: account.profile) }
    try noteExtraKeys(of: body, isRefused: style != .apps, in: &exchange)
    let change = try await passwordChange(in: body, by: session)
    let isThere = try await asking { () throws(StoreError) in
      try await store.update(account.id, to: profile, password: change)
    }
    guard isThere else { throw .gone }
    return answer(with: profile, in: &exchange)
  }

  /// Returns the original's answer to a change of an account that is gone.
  ///
  /// An empty password yields an error object without members, because the original looked for the old
  /// password; otherwise the account is reported as gone.
  private func answerWithoutAccount(to body: RequestBody) throws(Refusal) -> AppAnswer {
    guard try body.text("password") == "" else { throw .gone }
    return AppAnswer(HTTPResponse(status: 200, style: style) { json in json.object { _ in } })
  }

  private func passwordChange(
    in body: RequestBody, by session: Session
  ) async throws(Refusal) -> PasswordChange? {
    guard let text = try body.text("password"), !text.isEmpty else { return nil }
    let password = try Self.password(text)
    let hash = try await hashing { () throws(HashingError) in try await secrets.hash(password) }
    return PasswordChange(hash: hash, keptToken: session.token.id)
  }

  private func checkAddress(
    in body: RequestBody, against account: Account, in exchange: inout Exchange
  ) throws(Refusal) {
    let email = try Self.email(in: body)
    if email == account.profile.email { return }
    guard style != .reference, Profile.key(of: email) == account.profile.key else {
      throw .unauthorized
    }
    exchange.note(
      .emailCase, expected: "the address as registered", found: "the same in other letters")
  }

  func deleteAccount(in exchange: inout Exchange) async throws(Refusal) -> AppAnswer {
    let session = try await session(in: &exchange)
    guard let account = session.account else {
      return AppAnswer(HTTPResponse(status: 200, response: "Something gets wrong", style: style))
    }
    let isThere = try await asking { () throws(StoreError) in
      try await store.deleteAccount(account.id)
    }
    guard isThere else { throw .gone }
    return AppAnswer(HTTPResponse(status: 200, response: account.profile.email, style: style))
  }

  // MARK: -

  private func answer(with profile: Profile, in exchange: inout Exchange) -> AppAnswer {
    notePlaceholders(of: profile, in: &exchange)
    return AppAnswer(
      HTTPResponse(status: 200, style: style) { profile.write(to: &$0, in: style) })
  }

  private func notePlaceholders(of profile: Profile, in exchange: inout Exchange) {
    let names = profile.placeholderNames
    guard style == .apps, !names.isEmpty else { return }
    exchange.note(
      .absentMember, expected: "an account with names and a birthDay",
      found: "no \(names.joined(separator: ", no "))")
  }

  private func noteCleartext(in exchange: inout Exchange) {
    guard !exchange.caller.isLocal, !exchange.caller.isEncrypted else { return }
    exchange.note(.cleartext, expected: "HTTPS", found: "a password that anybody on the way reads")
  }

  private func limitAttempts(_ kind: String, in exchange: Exchange) async throws(Refusal) {
    try await limit(
      "\(kind):address:\(exchange.caller.address)", to: Self.mostAttempts,
      inSeconds: Self.loginWindow, at: exchange.now)
  }
}
