internal import Bytes
internal import GNSSBasics
internal import HTTPMessages
internal import TextOutput

/// A token that is good, and whose it is.
struct Session {
  let token: Token
  /// `nil` when the account is gone, which the original's tokens outlive.
  let account: Account?

  /// The account.
  ///
  /// - Throws: ``Refusal/gone`` when it is gone.
  func present() throws(Refusal) -> Account {
    guard let account else { throw .gone }
    return account
  }
}

extension ApplicationServer {
  /// Whether a request tries to show a token.
  func hasToken(_ exchange: Exchange) -> Bool { Self.bearer(in: exchange.request) != nil }

  /// The session of a request's token.
  func session(in exchange: inout Exchange) async throws(Refusal) -> Session {
    guard let text = Self.bearer(in: exchange.request) else { throw .unauthorized }
    do throws(TokenFault) {
      let token = try token(text)
      guard exchange.now < token.end else { throw TokenFault.expired }
      return try await session(of: token)
    } catch {
      note(error, of: text, in: &exchange)
      throw .badToken(error)
    }
  }

  /// What a token says, whether it has ended or not.
  private func token(_ text: String) throws(TokenFault) -> Token {
    if let token = knownTokens.token(text) { return token }
    let token = try Token(text, signedBy: secrets, reader: reader)
    knownTokens.remember(token, as: text)
    return token
  }

  private func session(of token: Token) async throws(TokenFault) -> Session {
    // What the store cannot say now is no fault of the token's: it is told by whoever asks it next.
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
    case .ended:
      exchange.note(.endedToken, expected: "a token that lives", found: "one that was ended")
    case .malformed where text == "null" || text == "undefined":
      exchange.note(.nullToken, expected: "a token", found: "the word \(text)")
    case .malformed, .badSignature, .unknown: break
    }
  }

  /// The text behind `Bearer`; `nil` where there is none.
  private static func bearer(in request: HTTPRequest) -> String? {
    guard let value = request.field("Authorization") else { return nil }
    let parts = value.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return String(parts[1])
  }

  /// Makes a token.
  func token(for account: Account, at now: UnixTime) -> String {
    let id = Base64.encodeForURL(secrets.randomBytes(12))[...].text
    var data: String?
    if style == .reference {
      var json = JSONWriter()
      account.profile.write(to: &json)
      data = json.text
    }
    return Token(for: account, id: id, at: now).encoded(data: data, signedBy: secrets)
  }

  // MARK: Limits

  /// Counts an attempt.
  ///
  /// - Parameters:
  ///   - key: What is counted.
  ///   - limit: How many there may be in a window.
  ///   - seconds: How long the window is.
  ///   - now: The time.
  /// - Throws: ``Refusal/tooOften(seconds:)`` when there were more.
  func limit(
    _ key: String, to limit: Int, inSeconds seconds: Int64, at now: UnixTime
  ) async throws(Refusal) {
    guard options.hasLimits else { return }
    let time = now.nanoseconds / 1_000_000_000
    let start = time - time % seconds
    let count = try await asking { () throws(StoreError) in
      try await store.countAttempt(key, in: UnixTime(seconds: start))
    }
    guard count > limit else { return }
    throw .tooOften(seconds: Int(start + seconds - time))
  }
}
