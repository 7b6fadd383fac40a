internal import Bytes
package import GNSSBasics
package import HTTPMessages
internal import TextOutput

/// A valid token and the account that owns it.
struct Session {
  let token: Token
  /// The token's account; `nil` when it was deleted, which tokens survive in the reference style.
  let account: Account?

  /// Returns the account of the session.
  ///
  /// - Throws: ``Refusal/gone`` when the account was deleted.
  func present() throws(Refusal) -> Account {
    guard let account else { throw .gone }
    return account
  }
}

extension ApplicationServer {
  /// Returns whether a request carries a bearer token, valid or not.
  func hasToken(_ exchange: Exchange) -> Bool { Self.bearer(in: exchange.request) != nil }

  /// Returns the session of a request's token.
  func session(in exchange: inout Exchange) async throws(Refusal) -> Session {
    guard let text = Self.bearer(in: exchange.request) else { throw .unauthorized }
    do throws(TokenFault) {
      let token = try token(text)
      guard exchange.now < token.end else { throw TokenFault.expired }
      if style != .reference, token.isEarly(at: exchange.now) { throw TokenFault.early }
      return try await session(of: token)
    } catch {
      note(error, of: text, in: &exchange)
      throw .badToken(error)
    }
  }

  /// Checks a request's token without findings.
  ///
  /// - Parameters:
  ///   - request: The request, with its header fields.
  ///   - caller: The sender of the request.
  ///   - now: The current time.
  /// - Returns: The refusal, in the style of the apps; `nil` for a valid token.
  package func refusal(
    of request: HTTPRequest, from caller: Caller, at now: UnixTime
  ) async -> HTTPResponse? {
    var exchange = Exchange(request: request, caller: caller, now: now)
    do throws(Refusal) {
      _ = try await session(in: &exchange)
      return nil
    } catch { return error.response(in: .apps) }
  }

  /// Reads a token, whether or not it has ended.
  private func token(_ text: String) throws(TokenFault) -> Token {
    if let token = knownTokens.token(text) { return token }
    let token = try Token(text, signedBy: secrets, reader: reader)
    knownTokens.remember(token, as: text)
    return token
  }

  private func session(of token: Token) async throws(TokenFault) -> Session {
    // A failure of the store is not the token's fault; it is reported as an unknown state, and not kept.
    let account: Account?
    do throws(StoreError) {
      account = try await store.account(token.account, unlessRevoked: token.id)
    } catch {
      throw .unknown(error)
    }
    if style == .reference { return Session(token: token, account: account) }
    guard let account, token.isLive(for: account) else { throw .ended }
    return Session(token: token, account: account)
  }

  private func note(_ fault: TokenFault, of text: String, in exchange: inout Exchange) {
    switch fault {
    case .expired:
      exchange.note(
        .expiredToken, expected: "a token that is younger than 48 h", found: "an older one")
    case .early:
      exchange.note(
        .earlyToken, expected: "a token that was made before now", found: "one of a later time")
    case .ended:
      exchange.note(.endedToken, expected: "a token that lives", found: "one that was ended")
    case .malformed where text == "null" || text == "undefined":
      exchange.note(.nullToken, expected: "a token", found: "the word \(text)")
    case .malformed, .badSignature, .unknown: break
    }
  }

  /// Returns the text after `Bearer`; `nil` when the request has none.
  private static func bearer(in request: HTTPRequest) -> String? {
    guard let value = request.field("Authorization") else { return nil }
    let parts = value.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return String(parts[1])
  }

  /// Creates a signed token for an account.
  func token(for account: Account, at now: UnixTime) -> String {
    let id = Base64.encodeForURL(secrets.randomBytes(12))[...].text
    var data: String?
    if style == .reference {
      var json = JSONWriter()
      account.profile.write(to: &json, in: .reference)
      data = json.text
    }
    return Token(for: account, id: id, at: now).encoded(data: data, signedBy: secrets)
  }

  // MARK: Limits

  /// Counts an attempt, and refuses it above a rate limit.
  ///
  /// - Parameters:
  ///   - key: The key under which attempts are counted.
  ///   - limit: The greatest number of attempts in a window.
  ///   - seconds: The length of the window, seconds.
  ///   - now: The current time.
  /// - Throws: ``Refusal/tooOften(seconds:)`` when the limit is exceeded.
  func limit(
    _ key: String, to limit: Int, inSeconds seconds: Int64, at now: UnixTime
  ) async throws(Refusal) {
    guard options.hasLimits else { return }
    let window = Window(of: seconds, around: now)
    let count = try await asking { () throws(StoreError) in
      try await store.countAttempt(key, in: window.start)
    }
    if count > limit { throw .tooOften(seconds: window.rest) }
  }

  /// Refuses a login when its address has failed too often at the account, or all addresses together have.
  ///
  /// An address without a failure at the account is always let through: others cannot lock the owner out.
  func refuseAfterFailures(of login: Login, at now: UnixTime) async throws(Refusal) {
    guard options.hasLimits else { return }
    let window = Window(of: Self.loginWindow, around: now)
    func failures(_ key: String) async throws(Refusal) -> Int {
      try await asking { () throws(StoreError) in
        try await store.attempts(key, in: window.start)
      }
    }
    let own = try await failures(login.pairKey)
    guard own > 0 else { return }
    if own >= Self.mostAttempts { throw .tooOften(seconds: window.rest) }
    if try await failures(login.accountKey) >= Self.mostAttempts {
      throw .tooOften(seconds: window.rest)
    }
  }

  /// Counts a failed login, for the pair of address and account, and for the account.
  func countFailure(of login: Login, at now: UnixTime) async throws(Refusal) {
    guard options.hasLimits else { return }
    let window = Window(of: Self.loginWindow, around: now)
    for key in [login.pairKey, login.accountKey] {
      _ = try await asking { () throws(StoreError) in
        try await store.countAttempt(key, in: window.start)
      }
    }
  }

  /// The greatest number of attempts within ``loginWindow``.
  static var mostAttempts: Int { 10 }
  /// The length of the rate-limit window for logins and registrations, seconds.
  static var loginWindow: Int64 { 60 }
}

/// An attempt to log in: the account's key and the client's address.
struct Login {
  let account: String
  let address: String

  /// The key that counts failed logins of this address at this account.
  var pairKey: String { "failed:\(address):\(account)" }
  /// The key that counts failed logins of all addresses at this account.
  var accountKey: String { "failed:\(account)" }
}

/// A time window in which attempts are counted.
private struct Window {
  let start: UnixTime
  /// The time until the next window, seconds.
  let rest: Int

  init(of seconds: Int64, around now: UnixTime) {
    let time = now.nanoseconds / 1_000_000_000
    start = UnixTime(seconds: time - time % seconds)
    rest = Int(seconds - time % seconds)
  }
}
