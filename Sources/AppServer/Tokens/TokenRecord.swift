public import GNSSBasics

/// A token that a server has seen, without its signature: it opens nothing.
public struct TokenRecord: Hashable, Sendable {
  /// The token's own id.
  public var id: String
  /// The account's number.
  public var account: Int64
  /// The account's e-mail address at the time the token was issued.
  public var email: String
  /// The time of issue.
  public var issuedAt: UnixTime
  /// The time of expiry.
  public var expiresAt: UnixTime

  /// The validity of a token.
  public enum State: String, Hashable, Sendable {
    /// The token opens the account.
    case live
    /// The token is past its expiry.
    case expired
    /// The token was ended: by a logout, a new password, or the deletion of its account.
    case ended
  }
}

extension ApplicationServer {
  /// The tokens that were seen since the start, the latest first; at most 4,096, and none of a forged signature.
  public var tokensSeen: [TokenRecord] {
    knownTokens.all.map(TokenRecord.init).sorted { ($1.issuedAt, $1.id) < ($0.issuedAt, $0.id) }
  }

  /// Returns the validity of a token.
  ///
  /// - Throws: ``StoreError`` when the store cannot tell.
  public func state(
    of record: TokenRecord, at now: UnixTime
  ) async throws(StoreError) -> TokenRecord.State {
    if now >= record.expiresAt { return .expired }
    guard let token = knownTokens.all.first(where: { $0.id == record.id }),
      let account = try await store.account(token.account, unlessRevoked: token.id)
    else { return .ended }
    return token.isLive(for: account) ? .live : .ended
  }
}

extension TokenRecord {
  fileprivate init(_ token: Token) {
    self.init(
      id: token.id, account: token.account, email: token.email,
      issuedAt: UnixTime(seconds: token.issuedAt), expiresAt: token.end)
  }
}
